import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { fileSource } from '@speccast/runtime/node';
import { errorOf } from '../client/support.js';
import { bytesOf, createUploadServer, hashOf } from '../client/upload/upload-server.js';
import { unit, uploadTo } from '../client/upload/upload-support.js';

const folder = mkdtempSync(join(tmpdir(), 'file-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file whose times never change by themselves. */
function fileOf(size: number, name: string = 'talk.mp4'): string {
  const path = join(folder, name);
  writeFileSync(path, bytesOf(size));
  utimesSync(path, 1000, 1000);
  return path;
}

/** How many descriptors of the folder's files this process holds; a system without `/proc` cannot tell. */
function openFiles(): number {
  const list = '/proc/self/fd';
  if (!existsSync(list)) return 0;
  return readdirSync(list).filter((name) => targetOf(join(list, name)).startsWith(folder)).length;
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

async function read(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

test('a file is read from any offset, by path or URL, and closed at its end', async () => {
  const path = fileOf(700_001);
  for (const source of [fileSource(path), fileSource(pathToFileURL(path))]) {
    expect(source).toMatchObject({ size: 700_001, type: undefined });
    expect(hashOf(await read(await source.open(0)))).toBe(hashOf(bytesOf(700_001)));
    expect(await read(await source.open(700_000))).toEqual(bytesOf(700_001).slice(700_000));
  }
  expect(openFiles()).toBe(0);
});

test('a stream that nobody reads opens nothing, one that is given up closes its file', async () => {
  const source = fileSource(fileOf(700_001));
  await source.open(0);
  expect(openFiles()).toBe(0);
  const given = (await source.open(0)).getReader();
  await given.read();
  expect(openFiles()).toBe(process.platform === 'linux' ? 1 : 0);
  await given.cancel();
  const early = (await source.open(0)).getReader();
  const first = early.read();
  await Promise.all([early.cancel(), first]);
  expect(openFiles()).toBe(0);
});

test('what is missing, or no file, is rejected at once', () => {
  expect(() => fileSource(join(folder, 'none'))).toThrow('ENOENT');
  expect(() => fileSource(folder)).toThrow(`${folder} is not a file`);
});

test('a file that changes while it is sent ends the upload', async () => {
  const path = fileOf(3 * unit);
  const server = createUploadServer();
  const up = uploadTo(server, fileSource(path), {
    onProgress: ({ sent }) => {
      if (sent === unit) utimesSync(path, 1000, 2000);
    },
  });
  expect((await errorOf(up)).message).toBe(`${path} was changed while it was being sent: send it again`);
  expect(server.completed).toEqual([]);
  expect(openFiles()).toBe(0);
});

test('a file that has changed since is not resumed with', async () => {
  const path = fileOf(2 * unit);
  const server = createUploadServer();
  const controller = new AbortController();
  const up = uploadTo(server, fileSource(path), { signal: controller.signal, onState: () => controller.abort() });
  await errorOf(up);
  utimesSync(path, 1000, 2000);
  const error = await errorOf(uploadTo(server, fileSource(path), { resumeFrom: up.state }));
  expect(error.message).toBe('Option `resumeFrom` is the state of an upload of other bytes: the source has changed');
});

test.each([unit, undefined])('a file is uploaded with its type (chunks of %s)', async (chunkSize) => {
  const server = createUploadServer();
  const source = fileSource(fileOf(unit + 1), { type: 'video/mp4' });
  if (chunkSize !== undefined) {
    await uploadTo(server, source, { chunkSize });
    expect(server.starts[0]?.type).toBe('video/mp4');
    expect(server.completed.map(hashOf)).toEqual([hashOf(bytesOf(unit + 1))]);
  } else {
    let sent: Uint8Array | undefined;
    const fetch = async (request: Request): Promise<Response> => {
      sent = new Uint8Array(await request.arrayBuffer());
      return Response.json({ id: 'film' });
    };
    await uploadTo({ fetch }, source, { chunkSize });
    expect(Buffer.from(sent ?? []).includes(Buffer.from(bytesOf(unit + 1)))).toBe(true);
  }
  expect(openFiles()).toBe(0);
});
