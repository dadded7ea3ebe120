import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createCore } from '@speccast/runtime/client';
import { upload } from '@speccast/runtime';
import type { UploadState } from '@speccast/runtime';
import { catchError, json, scriptFetch, service, flushTasks } from '../support.js';
import { createBytes, createUploadServer, hashBytes, createErrorResponse } from './upload-server.js';
import { insertFilm, createSource, createStream, unit, uploadTo } from './upload-support.js';

test('no request is sent before the upload is awaited', async () => {
  const server = createUploadServer();
  const up = uploadTo(server, createBytes(1));
  await flushTasks();
  expect(server.requests).toEqual([]);
  await up;
});

test('listeners and options get the same events, state first, and the upload waits for them', async () => {
  const server = createUploadServer();
  const events: string[] = [];
  const slow = async (text: string): Promise<void> => {
    await flushTasks();
    events.push(`${text} after ${server.requests.length}`);
  };
  await uploadTo(server, createBytes(unit + 1), {
    onState: ({ sent }) => slow(`state ${sent}`),
    onProgress: ({ sent, total }) => void events.push(`${sent} of ${total}`),
  })
    .on('state', ({ sent }) => slow(`listener ${sent}`))
    .on('progress', ({ sent }) => slow(`progress ${sent}`));

  expect(events).toEqual([
    'state 0 after 1',
    'listener 0 after 1',
    `0 of ${unit + 1}`,
    'progress 0 after 1',
    `state ${unit} after 2`,
    `listener ${unit} after 2`,
    `${unit} of ${unit + 1}`,
    `progress ${unit} after 2`,
    `${unit + 1} of ${unit + 1}`,
    `progress ${unit + 1} after 3`,
  ]);
});

test('an error of a listener ends the upload', async () => {
  const server = createUploadServer();
  const failure = new Error('the disk is full');
  const error = await catchError(
    uploadTo(server, createBytes(unit + 1), {
      onState: () => {
        throw failure;
      },
    }),
  );
  expect(error).toBe(failure);
  expect(server.requests).toHaveLength(1);
});

test('a pause stops the chunk in flight, and the upload continues from the stored bytes', async () => {
  let hung: (() => void) | undefined;
  const arrived = new Promise<void>((resolve) => (hung = resolve));
  const server = createUploadServer({
    fault: (_kind, number) => {
      if (number !== 3) return undefined;
      hung?.();
      return { hang: true };
    },
  });
  const bytes = createBytes(3 * unit);
  const up = uploadTo(server, createStream(bytes));
  const done = up.then((film) => film);
  await arrived;

  const state = await up.pause();
  expect(state).toMatchObject({ version: 1, operation: 'films.insert', sent: unit });
  await flushTasks();
  expect(server.requests).toHaveLength(3);

  expect(up.resume()).toBe(up);
  expect(await done).toEqual({ id: 'film', size: bytes.length });
  expect(server.requests.map(({ kind }) => kind).slice(3)).toEqual(['probe', 'chunk', 'chunk']);
  expect(server.completed.map(hashBytes)).toEqual([hashBytes(bytes)]);
});

test('pause() works before the start, in a listener and twice, and can be undone at once', async () => {
  const server = createUploadServer();
  const up = uploadTo(server, createBytes(4 * unit));
  expect(await up.pause()).toBe(undefined);
  const done = up.then((film) => film);
  await flushTasks();
  expect(server.requests).toEqual([]);

  const states: (UploadState | undefined)[] = [];
  up.on('progress', async ({ sent }) => {
    if (sent === unit) states.push(...(await Promise.all([up.pause(), up.pause()])));
  });
  up.resume();
  await expect.poll(() => states.map((one) => one?.sent)).toEqual([unit, unit]);
  const again = up.resume().pause();
  up.resume();
  await again;
  await done;
  expect(await up.pause()).toMatchObject({ operation: 'films.insert' });
});

test('an abort ends a paused upload', async () => {
  const controller = new AbortController();
  const up = uploadTo(createUploadServer(), createBytes(1), { signal: controller.signal });
  await up.pause();
  const error = catchError(up);
  controller.abort('enough');
  expect(await error).toMatchObject({ name: 'AbortedError', reason: 'enough' });
});

test('an upload in one request cannot be paused, and the error names the option for that', async () => {
  const up = uploadTo(createUploadServer(), createBytes(1), { chunkSize: undefined });
  expect((await catchError(up.pause())).message).toBe('Option `chunkSize` is required to pause an upload');
  expect(() => up.resume()).toThrow('Option `chunkSize` is required');
  expect(up.state).toBe(undefined);
});

test.each([
  ['bytes', () => createBytes(7)],
  ['a Blob', () => new Blob([createBytes(7)])],
  ['an ArrayBuffer', () => createBytes(7).buffer],
  ['text', () => 'Grüße'],
  ['a stream', () => createStream(createBytes(7))],
  ['a source', () => createSource(createBytes(7))],
])('an upload of %s in one request reports its progress at its end', async (_name, media) => {
  const { fetch, requests } = scriptFetch(json({ id: 'film' }));
  const progress: unknown[] = [];
  await uploadTo({ fetch }, media(), { chunkSize: undefined, onProgress: (one) => void progress.push(one) });
  expect(progress).toEqual([{ sent: 7, total: 7 }]);
  expect(requests.map(({ url }) => url)).toEqual(['https://films.test/upload/v3/films?uploadType=multipart']);
});

test('a source that is sent in one request is opened again for each attempt', async () => {
  const { fetch, requests } = scriptFetch(createErrorResponse(503, 'busy'), json({ id: 'film' }));
  const source = createSource(createBytes(7), { type: 'video/mp4' });
  const core = createCore(service, { fetch, clock: { sleep: async () => undefined } });
  await upload(core, { ...insertFilm, idempotent: true }, { media: source });
  expect(source.opened).toEqual([0, 0]);
  for (const request of requests) {
    expect(request.headers.get('content-type')).toBe('video/mp4');
    expect([...new Uint8Array(await request.arrayBuffer())]).toEqual([...createBytes(7)]);
  }
});

async function saveStateAfter(
  sent: number,
  bytes: Uint8Array<ArrayBuffer>,
  server: ReturnType<typeof createUploadServer>,
): Promise<UploadState> {
  const controller = new AbortController();
  const up = uploadTo(server, bytes, {
    signal: controller.signal,
    onState: (state) => {
      if (state.sent === sent) controller.abort();
    },
  });
  await catchError(up);
  const text = JSON.stringify(up.state);
  return JSON.parse(text);
}

test.each(['bytes', 'source', 'stream'])('an upload of %s can be resumed from a saved state', async (kind) => {
  const server = createUploadServer();
  const bytes = createBytes(3 * unit + 1);
  const resumeFrom = await saveStateAfter(2 * unit, bytes, server);
  const source = createSource(bytes);
  const media = kind === 'bytes' ? bytes : kind === 'stream' ? createStream(bytes) : source;
  const before = server.requests.length;

  const progress: number[] = [];
  await uploadTo(server, media, {
    chunkSize: undefined,
    resumeFrom,
    onProgress: ({ sent }) => void progress.push(sent),
  });

  expect(server.requests.slice(before).map(({ range }) => range)).toEqual([
    `bytes */${bytes.length}`,
    `bytes ${2 * unit}-${3 * unit}/${bytes.length}`,
  ]);
  expect(progress).toEqual([2 * unit, bytes.length]);
  expect(server.completed.map(hashBytes)).toEqual([hashBytes(bytes)]);
  if (kind === 'source') expect(source.opened).toEqual([2 * unit]);
});

test('the saved state of a completed upload returns its response', async () => {
  const server = createUploadServer();
  const bytes = createBytes(unit);
  const up = uploadTo(server, bytes);
  await up;
  expect(up.state).toBeDefined();
  expect(await uploadTo(server, bytes, { resumeFrom: up.state })).toEqual({ id: 'film', size: unit });
  expect(server.completed).toHaveLength(1);
});

test('the saved state of an upload that the service has forgotten starts again', async () => {
  const server = createUploadServer();
  const bytes = createBytes(3 * unit);
  const resumeFrom = await saveStateAfter(unit, bytes, server);
  server.lose();
  await uploadTo(server, bytes, { resumeFrom });
  expect(server.starts).toHaveLength(2);
  expect(server.completed.map(hashBytes)).toEqual([hashBytes(bytes)]);
});

test('an operation without resumable uploads rejects a chunk size', async () => {
  const { fetch, requests } = scriptFetch(json({}));
  const core = createCore(service, { fetch });
  const { resumable: _, ...media } = insertFilm.media ?? { mediaTypes: [] };
  const error = await catchError(
    upload(core, { ...insertFilm, media }, { media: createBytes(1) }, { chunkSize: unit }),
  );
  expect(error.message).toContain('Option `chunkSize`');
  expect(requests).toEqual([]);
});

test('the address of an upload is in the JSON of its state, but in no error, log or inspection', async () => {
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const logger = { debug: log, info: log, warn: log, error: log };
  const server = createUploadServer({
    fault: (kind, number) =>
      kind === 'start'
        ? undefined
        : { respond: () => createErrorResponse(number < 4 ? 503 : 400, 'no upload secret-0-0') },
  });
  const up = uploadTo(server, createBytes(1), {}, { logger, logLevel: 'debug' });
  const error = await catchError(up);
  const printed = [
    inspect(error, { depth: 9 }),
    JSON.stringify(error),
    inspect(up.state),
    inspect(up, { depth: 9 }),
    ...lines,
  ];
  expect(printed.filter((text) => text.includes('secret-0'))).toEqual([]);
  expect(lines.some((line) => line.includes('PUT https://films.test'))).toBe(true);
  expect(JSON.stringify(up.state)).toContain('upload_id=secret-0-0');
});
