import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { fileSource } from '@speccast/runtime/node';
import { catchError } from '../client/support.js';
import { createBytes, createUploadServer, hashBytes } from '../client/upload/upload-server.js';
import { unit, uploadTo } from '../client/upload/upload-support.js';

const folder = mkdtempSync(join(tmpdir(), 'file-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file with fixed times, and returns its path. */
function writeFixedFile(size: number, name: string = 'talk.mp4'): string {
  const path = join(folder, name);
  writeFileSync(path, createBytes(size));
  utimesSync(path, 1000, 1000);
  return path;
}

/** Counts the files of the folder that this process has open; returns 0 on systems without `/proc`. */
function countOpenFiles(): number {
  const list = '/proc/self/fd';
  if (!existsSync(list)) return 0;
  return readdirSync(list).filter((name) => {
    try {
      return readlinkSync(join(list, name)).startsWith(folder);
    } catch {
      // The descriptor was closed after the folder was listed.
      return false;
    }
  }).length;
}

async function readBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

test('a file is read from any offset, by path or URL, and closed at its end', async () => {
  const path = writeFixedFile(700_001);
  for (const source of [fileSource(path), fileSource(pathToFileURL(path))]) {
    expect(source).toMatchObject({ size: 700_001, type: undefined });
    expect(hashBytes(await readBytes(await source.open(0)))).toBe(hashBytes(createBytes(700_001)));
    expect(await readBytes(await source.open(700_000))).toEqual(createBytes(700_001).slice(700_000));
  }
  expect(countOpenFiles()).toBe(0);
});

test('a stream opens its file when it is read, and closes it when it is cancelled', async () => {
  const source = fileSource(writeFixedFile(700_001));
  await source.open(0);
  expect(countOpenFiles()).toBe(0);
  const cancelled = (await source.open(0)).getReader();
  await cancelled.read();
  expect(countOpenFiles()).toBe(process.platform === 'linux' ? 1 : 0);
  await cancelled.cancel();
  const early = (await source.open(0)).getReader();
  const first = early.read();
  await Promise.all([early.cancel(), first]);
  expect(countOpenFiles()).toBe(0);
});

test('missing files and folders are rejected at once', () => {
  expect(() => fileSource(join(folder, 'none'))).toThrow('ENOENT');
  expect(() => fileSource(folder)).toThrow(`${folder} is not a file`);
});

test('a file that changes while it is sent ends the upload', async () => {
  const path = writeFixedFile(3 * unit);
  const server = createUploadServer();
  const up = uploadTo(server, fileSource(path), {
    onProgress: ({ sent }) => {
      if (sent === unit) utimesSync(path, 1000, 2000);
    },
  });
  expect((await catchError(up)).message).toBe(`${path} was changed while it was being sent: send it again`);
  expect(server.completed).toEqual([]);
  expect(countOpenFiles()).toBe(0);
});

test('an upload is not resumed with a file that has changed', async () => {
  const path = writeFixedFile(2 * unit);
  const server = createUploadServer();
  const controller = new AbortController();
  const up = uploadTo(server, fileSource(path), { signal: controller.signal, onState: () => controller.abort() });
  await catchError(up);
  utimesSync(path, 1000, 2000);
  const error = await catchError(uploadTo(server, fileSource(path), { resumeFrom: up.state }));
  expect(error.message).toBe('Option `resumeFrom` is the state of an upload of other bytes: the source has changed');
});

test.each([unit, undefined])('a file is uploaded with its type (chunks of %s)', async (chunkSize) => {
  const server = createUploadServer();
  const source = fileSource(writeFixedFile(unit + 1), { type: 'video/mp4' });
  if (chunkSize !== undefined) {
    await uploadTo(server, source, { chunkSize });
    expect(server.starts[0]?.type).toBe('video/mp4');
    expect(server.completed.map(hashBytes)).toEqual([hashBytes(createBytes(unit + 1))]);
  } else {
    let sent: Uint8Array | undefined;
    const fetch = async (request: Request): Promise<Response> => {
      sent = new Uint8Array(await request.arrayBuffer());
      return Response.json({ id: 'film' });
    };
    await uploadTo({ fetch }, source, { chunkSize });
    expect(Buffer.from(sent ?? []).includes(Buffer.from(createBytes(unit + 1)))).toBe(true);
  }
  expect(countOpenFiles()).toBe(0);
});
