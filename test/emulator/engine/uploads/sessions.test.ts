import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { startEmulator, type Emulator } from '@speccast/emulator';
import { makeFilm } from '../../shelf/make-film.js';
import {
  createBrokenBody,
  expectSameBytes,
  hangUpAfter,
  openInMemory,
  openOverHttp,
  createPiece,
  createStatusRequest,
  countReels,
  reelPlan,
  readStoredFilm,
  transports,
  unit,
  type Reels,
} from './reels.js';

const whole = makeFilm(3 * unit + 777);

function openReels(): Reels {
  return openInMemory(startEmulator(reelPlan));
}

/** Asks a session how many bytes it has stored. */
async function readStoredLength(reels: Reels, address: string): Promise<number> {
  const { status, headers } = await reels.put(address, createStatusRequest());
  expect(status).toBe(308);
  return Number(/^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1] ?? -1) + 1;
}

/** Sends the remaining bytes in one piece, and returns the stored film. */
async function finishUpload(reels: Reels, address: string): Promise<Uint8Array | undefined> {
  const response = await reels.put(address, createPiece(whole, await readStoredLength(reels, address), whole.length));
  return readStoredFilm(reels, response.body['id']);
}

/** Pieces of an upload: the unit where each begins, its number of units, and the share of it that arrives. */
const pieces = fc.array(
  fc.record({
    first: fc.oneof(fc.constant('next' as const), fc.integer({ min: 0, max: 3 })),
    units: fc.integer({ min: 1, max: 3 }),
    arriving: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), {
      nil: undefined,
    }),
    open: fc.boolean(),
  }),
  { maxLength: 6 },
);

test('any pieces in any order, some of them cut off, result in the bytes of the file', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, async (all) => {
      const reels = openReels();
      const address = await reels.open();
      for (const { first, units, arriving, open } of all) {
        const before = await readStoredLength(reels, address);
        const from = first === 'next' ? before : first * unit;
        const end = Math.min(from + units * unit, 3 * unit);
        if (end <= from) continue;
        const { body, headers = {} } = createPiece(whole, from, end, open ? '*' : whole.length);
        const cut = arriving === undefined ? undefined : Math.floor((end - from) * arriving);
        const arrives = cut === undefined ? whole.slice(from, end) : createBrokenBody(whole.slice(from, from + cut));
        const sent = reels.put(address, { body: arrives, headers });
        if (from > before) expect((await sent).status).toBe(400);
        else if (cut === undefined) expect((await sent).status).toBe(308);
        else await expect(sent).rejects.toThrow();
        const reached = from + (cut === undefined ? end - from : Math.floor(cut / unit) * unit);
        expect(body).toHaveLength(end - from);
        expect(await readStoredLength(reels, address)).toBe(from > before ? before : Math.max(before, reached));
      }
      expectSameBytes(await finishUpload(reels, address), whole);
      expect(countReels(reels)).toBe(1);
    }),
    { numRuns: 40 },
  );
});

test('a piece that breaks off leaves whole units, and the call rejects', async () => {
  const reels = openReels();
  const address = await reels.open();
  const { headers = {} } = createPiece(whole, 0, 3 * unit);
  const body = createBrokenBody(whole.slice(0, unit + 5000));
  await expect(reels.put(address, { body, headers })).rejects.toThrow('the network is gone');
  expect(await readStoredLength(reels, address)).toBe(unit);
  expectSameBytes(await finishUpload(reels, address), whole);
});

test('a file without a range that breaks off leaves whole units', async () => {
  const reels = openReels();
  const address = await reels.open();
  await expect(reels.put(address, { body: createBrokenBody(whole.slice(0, 2 * unit + 1)) })).rejects.toThrow();
  expect(await readStoredLength(reels, address)).toBe(2 * unit);
  expectSameBytes(await finishUpload(reels, address), whole);
});

test('an aborted request leaves whole units', async () => {
  const reels = openReels();
  const address = await reels.open();
  const abort = new AbortController();
  let wasPulled = false;
  const body = new ReadableStream<Uint8Array>({
    // The second call means that the first bytes have been read.
    pull(controller) {
      if (wasPulled) abort.abort(new Error('never mind'));
      else controller.enqueue(whole.slice(0, unit + 1));
      wasPulled = true;
    },
  });
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    body,
    duplex: 'half',
    signal: abort.signal,
    headers: { 'content-range': `bytes 0-${whole.length - 1}/${whole.length}` },
  };
  await expect(reels.emulator.fetch(address, init)).rejects.toThrow('never mind');
  expect(await readStoredLength(reels, address)).toBe(unit);
});

test('over HTTP, a connection that is closed within a piece leaves whole units', async () => {
  const reels = await openOverHttp();
  const address = await reels.open();
  const headers = {
    'content-range': `bytes 0-${whole.length - 1}/${whole.length}`,
    'content-length': `${whole.length}`,
  };
  await hangUpAfter(address, whole.slice(0, 2 * unit + 40_000), headers);
  await expect.poll(() => readStoredLength(reels, address)).toBe(2 * unit);
  expectSameBytes(await finishUpload(reels, address), whole);
  await reels.close();
});

test.each(transports)('concurrent sessions are independent (%s)', async (_name, start) => {
  const reels = await start();
  const films = [makeFilm(2 * unit + 1), makeFilm(unit + 2).toReversed(), makeFilm(3)];
  const addresses = await Promise.all(films.map(() => reels.open()));
  expect(new Set(addresses).size).toBe(films.length);
  const ends = await Promise.all(
    films.map(async (one, index) => {
      const address = addresses[index] ?? '';
      for (let at = 0; at + unit < one.length; at += unit) await reels.put(address, createPiece(one, at, at + unit));
      const rest = Math.floor((one.length - 1) / unit) * unit;
      return reels.put(address, createPiece(one, rest, one.length));
    }),
  );
  expect(ends.map(({ status }) => status)).toEqual([201, 201, 201]);
  ends.forEach(({ body }, index) => expectSameBytes(readStoredFilm(reels, body['id']), films[index]));
  await reels.close();
});

test('a piece that is sent twice at the same time is stored once', async () => {
  const reels = openReels();
  const address = await reels.open();
  const last = (): ReturnType<Reels['put']> => reels.put(address, { body: whole });
  const [first, second] = await Promise.all([last(), last()]);
  expect([first.status, second.status, first.body]).toEqual([201, 201, second.body]);
  expect(countReels(reels)).toBe(1);
});

test('a fork continues an upload on its own, from the same bytes', async () => {
  const reels = openReels();
  const address = await reels.open();
  await reels.put(address, createPiece(whole, 0, unit));
  const fork = openInMemory(reels.emulator.fork());
  expect(readFirstFile(fork.emulator)).toBe(readFirstFile(reels.emulator));
  expectSameBytes(await finishUpload(fork, address), whole);
  expect([await readStoredLength(reels, address), countReels(reels)]).toEqual([unit, 0]);
});

/** Returns the bytes of the first file that an emulator has stored. */
function readFirstFile({ snapshot }: Emulator): Uint8Array | undefined {
  return [...snapshot().world.blobs.values()][0]?.bytes;
}

test('names of sessions depend on the seed, and do not change the ids of rows', async () => {
  const [one, two] = [openInMemory(startEmulator(reelPlan)), openInMemory(startEmulator(reelPlan, { seed: 2 }))];
  expect(await one.open()).not.toBe(await two.open());
  const late = await one.open();
  const plain = openReels();
  const ids = await Promise.all([
    one.put(late, { body: whole }),
    plain.open().then((address) => plain.put(address, { body: whole })),
  ]);
  expect(ids[0].body['id']).toBe(ids[1].body['id']);
});
