import { expect, test } from 'vitest';
import { bytesOf, createUploadServer, hashOf, refusal, type Fault, type UploadServer } from './upload-server.js';
import { sourceOf, streamOf, unit, uploadTo } from './upload-support.js';
import { bearer } from '@speccast/runtime/client';
import { errorOf, testClock } from '../support.js';

/** A server whose requests fail as listed, by number. */
function failing(faults: Readonly<Record<number, Fault>>): UploadServer {
  return createUploadServer({ fault: (_kind, number) => faults[number] });
}

function expectArrived({ completed }: UploadServer, bytes: Uint8Array): void {
  expect(completed.map(hashOf)).toEqual([hashOf(bytes)]);
}

const kindsOf = ({ requests }: UploadServer): string => requests.map(({ kind }) => kind).join(' ');

test('an upload is opened, sent in chunks and answered with the resource', async () => {
  const server = createUploadServer();
  const bytes = bytesOf(2 * unit + 5);

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

test.each([0, 1, unit - 1, unit, unit + 1, 2 * unit])('%i bytes arrive from every kind of source', async (size) => {
  const bytes = bytesOf(size);
  const unknown = { size: undefined };
  for (const media of [
    bytes,
    new Blob([bytes]),
    bytes.buffer,
    streamOf(bytes),
    sourceOf(bytes),
    sourceOf(bytes, unknown),
  ]) {
    const server = createUploadServer();
    await uploadTo(server, media);
    expectArrived(server, bytes);
  }
});

test('text is sent as UTF-8, a view without what surrounds it', async () => {
  const server = createUploadServer();
  await uploadTo(server, 'Grüße');
  await uploadTo(server, new DataView(bytesOf(20).buffer, 5, 10));
  expect(server.completed.map((one) => [...one])).toEqual([
    [...new TextEncoder().encode('Grüße')],
    Array.from(bytesOf(20).slice(5, 15)),
  ]);
});

test('a stream of unknown length is told as such until its last chunk', async () => {
  const server = createUploadServer();
  const progress: unknown[] = [];
  await uploadTo(server, streamOf(bytesOf(unit + 3)), { onProgress: (one) => void progress.push(one) });
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

test.each<[name: string, fault: Fault]>([
  ['the network', {}],
  ['a 500', { answer: () => refusal(500, 'internalError') }],
  ['a 503', { answer: () => refusal(503, 'backendError') }],
  ['a 429', { answer: () => refusal(429, 'rateLimitExceeded') }],
])('after a chunk failed by %s the service is asked what it has', async (_name, fault) => {
  const server = failing({ 3: { ...fault, keep: unit } });
  const bytes = bytesOf(5 * unit);
  await uploadTo(server, bytes, { chunkSize: 2 * unit });
  expectArrived(server, bytes);
  expect(server.requests.map(({ range }) => range).slice(2)).toEqual([
    `bytes ${2 * unit}-${4 * unit - 1}/${5 * unit}`,
    `bytes */${5 * unit}`,
    `bytes ${3 * unit}-${5 * unit - 1}/${5 * unit}`,
  ]);
});

test('an interruption one byte before each edge of a chunk costs one byte', async () => {
  const server = createUploadServer({
    block: 1,
    fault: (kind, number) => (kind === 'chunk' && number % 3 === 2 ? { keep: unit - 1 } : undefined),
  });
  const bytes = bytesOf(4 * unit);
  await uploadTo(server, sourceOf(bytes));
  expectArrived(server, bytes);
  expect(server.requests.filter(({ kind }) => kind === 'probe')).not.toEqual([]);
});

test('a stream that cannot be read again goes on inside the chunk at hand', async () => {
  const server = failing({ 3: { keep: unit }, 6: {} });
  const bytes = bytesOf(5 * unit + 1);
  await uploadTo(server, streamOf(bytes), { chunkSize: 2 * unit });
  expectArrived(server, bytes);
});

test('Retry-After is waited for, and each progress starts the count of failures anew', async () => {
  const fault: Fault = { answer: () => refusal(503, 'busy', { 'retry-after': '7' }) };
  const server = failing({ 2: fault, 5: fault, 8: fault });
  const clock = testClock();
  await uploadTo(server, bytesOf(4 * unit), { retry: 1 }, { clock });
  expect(kindsOf(server)).toBe('start chunk probe chunk chunk probe chunk chunk probe chunk chunk');
  expect(clock.pauses).toEqual([7000, 7000, 7000]);
});

test('failures without progress end the upload after the attempts that are allowed', async () => {
  const server = createUploadServer({
    fault: (kind) => (kind === 'start' ? undefined : { answer: () => refusal(503, 'busy') }),
  });
  const up = uploadTo(server, bytesOf(10), { retry: 2 });
  expect(await errorOf(up)).toMatchObject({ name: 'ApiError', status: 503 });
  expect(kindsOf(server)).toBe('start chunk probe probe');
  expect(up.state).toMatchObject({ sent: 0, total: 10 });
});

test('a service that keeps nothing of what it confirms is not sent to for ever', async () => {
  const server = createUploadServer({
    fault: (kind) => (kind === 'chunk' ? { answer: () => new Response(null, { status: 308 }) } : undefined),
  });
  const error = await errorOf(uploadTo(server, bytesOf(10)));
  expect(error.message).toBe('films.insert: the service kept none of the bytes from 0 on');
  expect(kindsOf(server)).toBe('start chunk probe chunk probe chunk');
});

test.each([400, 403, 412, 416])('status %i ends the upload at once', async (status) => {
  const server = failing({ 2: { answer: () => refusal(status, 'forbidden') } });
  expect(await errorOf(uploadTo(server, bytesOf(10)))).toMatchObject({ name: 'ApiError', status, reason: 'forbidden' });
  expect(kindsOf(server)).toBe('start chunk');
});

test.each([404, 410])('an upload that the service has lost (%i) is begun again', async (status) => {
  const server = failing({ 3: { answer: () => refusal(status, 'notFound') } });
  const bytes = bytesOf(3 * unit);
  const up = uploadTo(server, sourceOf(bytes));
  const { meta } = await up.withResponse();
  expectArrived(server, bytes);
  expect(server.starts).toHaveLength(2);
  expect(meta.attempts).toBe(server.requests.length);
});

test('uploads that are lost again and again end with what the service said', async () => {
  const server = createUploadServer({ fault: (kind) => (kind === 'chunk' ? { lose: true } : undefined) });
  expect(await errorOf(uploadTo(server, bytesOf(10)))).toMatchObject({ status: 404 });
  expect(server.starts).toHaveLength(3);
});

test('a lost upload of a stream that cannot be read again says so', async () => {
  const server = failing({ 4: { lose: true } });
  const error = await errorOf(uploadTo(server, streamOf(bytesOf(5 * unit))));
  expect(error.message).toBe(
    'films.insert: parameter `media` cannot be read again: give a Blob, bytes or a source with `open(offset)`',
  );
});

test('a start that fails is repeated: it has no effect that could double', async () => {
  const server = failing({ 1: {}, 2: { answer: () => refusal(503, 'busy') } });
  await uploadTo(server, bytesOf(10));
  expect(kindsOf(server)).toBe('start start start chunk');
});

test('a response that was lost after the last byte is asked for', async () => {
  const server = failing({ 2: { keep: 2 * unit } });
  const film = await uploadTo(server, bytesOf(2 * unit), { chunkSize: 2 * unit });
  expect(film).toEqual({ id: 'film', size: 2 * unit });
  expect(kindsOf(server)).toBe('start chunk probe');
});

test('each rejected token is replaced once', async () => {
  const server = createUploadServer({
    fault: (_kind, number) => (number === 2 || number === 5 ? { answer: () => refusal(401, 'authError') } : undefined),
  });
  let made = 0;
  const auth = bearer(async () => `token-${(made += 1)}`);
  const bytes = bytesOf(4 * unit);
  await uploadTo(server, bytes, { retry: false }, { auth });
  expectArrived(server, bytes);
});

test('a chunk that takes too long is sent again', async () => {
  const server = failing({ 2: { hang: true } });
  const bytes = bytesOf(unit);
  await uploadTo(server, bytes, { timeoutMs: 100 });
  expectArrived(server, bytes);
  expect(kindsOf(server)).toBe('start chunk probe chunk');
});

test('the total timeout ends the upload, which keeps its state', async () => {
  const server = failing({ 3: { hang: true } });
  const up = uploadTo(server, bytesOf(2 * unit), { totalTimeoutMs: 100 });
  expect(await errorOf(up)).toMatchObject({ name: 'TimeoutError', of: 'call' });
  expect(up.state).toMatchObject({ sent: unit, total: 2 * unit });
});

test('an abort ends the upload at once with its reason, and its state goes on elsewhere', async () => {
  const server = failing({ 3: { hang: true } });
  const bytes = bytesOf(2 * unit);
  const controller = new AbortController();
  const source = sourceOf(bytes);
  const up = uploadTo(server, source, {
    signal: controller.signal,
    onProgress: ({ sent }) => void (sent > 0 && setTimeout(() => controller.abort('enough'), 5)),
  });
  expect(await errorOf(up)).toMatchObject({ name: 'AbortedError', reason: 'enough' });

  await uploadTo(server, sourceOf(bytes), { resumeFrom: JSON.parse(JSON.stringify(up.state)) });

  expectArrived(server, bytes);
  expect(server.starts).toHaveLength(1);
});

test('an upload ended before its last byte is an error, not a shorter film', async () => {
  const server = failing({ 2: { answer: () => Response.json({ id: 'film' }) } });
  const error = await errorOf(uploadTo(server, bytesOf(2 * unit)));
  expect(error.message).toBe('films.insert: the service ended the upload before its last byte');
});

test('a service that has more than there is, or names no address, is not believed', async () => {
  const more = failing({ 2: { answer: () => new Response(null, { status: 308, headers: { range: 'bytes=0-99' } }) } });
  expect((await errorOf(uploadTo(more, bytesOf(10)))).message).toBe(
    'films.insert: the service claims to have 100 of 10 bytes',
  );
  for (const location of [
    undefined,
    'ftp://films.test/x',
    'http://films.test/x',
    'https://user@films.test/x',
    'http://',
  ]) {
    const headers: Record<string, string> = location === undefined ? {} : { location };
    const none = failing({ 1: { answer: () => new Response(null, { headers }) } });
    expect((await errorOf(uploadTo(none, bytesOf(10)))).message).toBe(
      'films.insert: the service names no usable address for the upload',
    );
  }
});

test.each([
  ['shorter', 15, 'only 10'],
  ['longer', 5, 'more than 5'],
])('a source that is %s than it says is rejected', async (_name, size, found) => {
  const error = await errorOf(uploadTo(createUploadServer(), sourceOf(bytesOf(10), { size })));
  expect(error.message).toBe(`films.insert: parameter \`media\` has ${found} bytes`);
});

test.each([0, -unit, 1000, 1.5, Infinity])('a chunk size of %d is rejected', async (chunkSize) => {
  const error = await errorOf(uploadTo(createUploadServer(), bytesOf(10), { chunkSize }));
  expect(error.message).toBe('Option `chunkSize` must be a multiple of 262144 bytes');
});
