import { expect, test } from 'vitest';
import { createBytes, createUploadServer, hashBytes, createErrorResponse, type UploadServer } from './upload-server.js';
import { createSource, createStream, unit, uploadTo } from './upload-support.js';
import { bearer } from '@speccast/runtime/client';
import { catchError } from '../support.js';

function expectArrived({ completed }: UploadServer, bytes: Uint8Array): void {
  expect(completed.map(hashBytes)).toEqual([hashBytes(bytes)]);
}

test('an upload is opened, sent in chunks, and returns the resource', async () => {
  const server = createUploadServer();
  const bytes = createBytes(2 * unit + 5);

  const film = await uploadTo(server, { data: bytes, type: 'video/mp4' });

  expect(film).toEqual({ id: 'film', size: bytes.length });
  expectArrived(server, bytes);
  expect(server.starts).toEqual([{ json: '{"title":"Talk"}', type: 'video/mp4', length: String(bytes.length) }]);
  expect(server.requests.map(({ kind, range }) => [kind, range])).toEqual([
    ['start', null],
    ['chunk', `bytes 0-${unit - 1}/${2 * unit + 5}`],
    ['chunk', `bytes ${unit}-${2 * unit - 1}/${2 * unit + 5}`],
    ['chunk', `bytes ${2 * unit}-${2 * unit + 4}/${2 * unit + 5}`],
  ]);
  expect(server.requests[0]).toMatchObject({
    url: 'https://films.test/upload/v3/films?uploadType=resumable',
    type: 'application/json; charset=UTF-8',
  });
});

test.each([0, 1, unit - 1, unit, unit + 1, 2 * unit])('%i bytes arrive from each kind of source', async (size) => {
  const bytes = createBytes(size);
  const unknown = { size: undefined };
  for (const media of [
    bytes,
    new Blob([bytes]),
    bytes.buffer,
    createStream(bytes),
    createSource(bytes),
    createSource(bytes, unknown),
  ]) {
    const server = createUploadServer();
    await uploadTo(server, media);
    expectArrived(server, bytes);
  }
});

test('text is sent as UTF-8, a view without the rest of its buffer', async () => {
  const server = createUploadServer();
  await uploadTo(server, 'Grüße');
  await uploadTo(server, new DataView(createBytes(20).buffer, 5, 10));
  expect(server.completed.map((one) => [...one])).toEqual([
    [...new TextEncoder().encode('Grüße')],
    Array.from(createBytes(20).slice(5, 15)),
  ]);
});

test('the total of a stream is unknown until its last chunk', async () => {
  const server = createUploadServer();
  const progress: unknown[] = [];
  await uploadTo(server, createStream(createBytes(unit + 3)), { onProgress: (one) => void progress.push(one) });
  expect(server.starts[0]?.length).toBe(null);
  expect(server.requests.map(({ range }) => range)).toEqual([
    null,
    `bytes 0-${unit - 1}/*`,
    `bytes ${unit}-${unit + 2}/${unit + 3}`,
  ]);
  expect(progress).toEqual([
    { sent: 0, total: undefined },
    { sent: unit, total: undefined },
    { sent: unit + 3, total: unit + 3 },
  ]);
});

test('after an interruption one byte before the end of a chunk, the upload continues', async () => {
  const server = createUploadServer({
    block: 1,
    fault: (kind, number) => (kind === 'chunk' && number % 3 === 2 ? { keep: unit - 1 } : undefined),
  });
  const bytes = createBytes(4 * unit);
  await uploadTo(server, createSource(bytes));
  expectArrived(server, bytes);
  expect(server.requests.filter(({ kind }) => kind === 'probe')).not.toEqual([]);
});

test('each rejected token is renewed once', async () => {
  const server = createUploadServer({
    fault: (_kind, number) =>
      number === 2 || number === 5 ? { respond: () => createErrorResponse(401, 'authError') } : undefined,
  });
  let count = 0;
  const auth = bearer(async () => `token-${(count += 1)}`);
  const bytes = createBytes(4 * unit);
  await uploadTo(server, bytes, { retry: false }, { auth });
  expectArrived(server, bytes);
});

test('an abort ends the upload at once with its reason, and its state can be resumed', async () => {
  const controller = new AbortController();
  const server = createUploadServer({
    fault: (_kind, number) => {
      if (number !== 3) return undefined;
      setImmediate(() => controller.abort('enough'));
      return { hang: true };
    },
  });
  const bytes = createBytes(2 * unit);
  const up = uploadTo(server, createSource(bytes), { signal: controller.signal });
  expect(await catchError(up)).toMatchObject({ name: 'AbortedError', reason: 'enough' });

  await uploadTo(server, createSource(bytes), { resumeFrom: JSON.parse(JSON.stringify(up.state)) });

  expectArrived(server, bytes);
  expect(server.starts).toHaveLength(1);
});

test.each([
  ['shorter', 15, 'only 10'],
  ['longer', 5, 'more than 5'],
])('a source that is %s than its size is rejected', async (_name, size, found) => {
  const error = await catchError(uploadTo(createUploadServer(), createSource(createBytes(10), { size })));
  expect(error.message).toBe(`films.insert: parameter \`media\` has ${found} bytes`);
});
