import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMultipart } from '@speccast/runtime/requests';
import { parseStoredMultipart } from '../../../../templates/emulator/receive/read-multipart.js';
import { startEmulator } from '@speccast/emulator';
import { type MediaStore, StoredBytes } from '../../../../templates/emulator/store/media.js';
import { makeFilm } from '../../shelf/make-film.js';
import { openInMemory, createPiece, reelPlan, unit } from './reels.js';

/** Returns bytes outside memory; `at` lists the positions where they are split into files. */
function createStoredBytes(bytes: Uint8Array, at: readonly number[] = []): StoredBytes {
  const ends = [...at.filter((end) => end < bytes.length), bytes.length];
  return new StoredBytes(ends.map((end, index) => createStoredFile(bytes.slice(ends[index - 1] ?? 0, end))));
}

function createStoredFile(bytes: Uint8Array) {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return {
    file: {
      hash,
      size: bytes.length,
      read: (from: number, to: number) => bytes.slice(from, to),
    },
    from: 0,
    to: bytes.length,
  };
}

/** Returns a store in memory that counts discarded files. */
function createMemoryStore(): MediaStore & { discarded: number } {
  const store = {
    discarded: 0,
    begin: async () => {
      const chunks: Uint8Array[] = [];
      return {
        write: async (chunk: Uint8Array) => void chunks.push(chunk.slice()),
        finish: async () => createStoredBytes(new Uint8Array(Buffer.concat(chunks))),
        discard: async () => void (store.discarded += 1),
      };
    },
  };
  return store;
}

test('bytes in several files are read as one', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), cuts, fc.nat(60), fc.nat(60), (bytes, at, from, length) => {
      const one = createStoredBytes(
        bytes,
        [...new Set(at)].sort((left, right) => left - right),
      );
      expect(one.read()).toEqual(bytes);
      expect(one.subarray(from, from + length).read()).toEqual(bytes.slice(from, from + length));
    }),
  );
});

const parts = fc.array(
  fc.record({
    json: fc.boolean(),
    size: fc.constantFrom(0, 1, 5, 1_048_576, 1_048_600),
    decoy: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

test('a multipart body outside memory has the parts that it has in memory', async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(40), async (list, lead) => {
      const pieces = list.flatMap(({ json, size, decoy }) => [
        Buffer.from(`--b\r\nContent-Type: ${json ? 'application/json' : 'video/mp4'}\r\n\r\n`),
        Buffer.alloc(size, json ? ' ' : 'x'),
        Buffer.from(decoy ? '\r\n--bx\r\n-\r\n-' : ''),
        Buffer.from('\r\n'),
      ]);
      const body = new Uint8Array(Buffer.concat([Buffer.alloc(lead, '\n'), ...pieces, Buffer.from('--b--\r\n')]));
      const type = 'multipart/related; boundary=b';
      const found = await parseStoredMultipart(createStoredBytes(body), type);
      expect(
        found?.map(({ content, bytes, mediaType }) => ({
          mediaType,
          bytes: hashBytes(content?.read() ?? bytes),
        })),
      ).toEqual(
        parseMultipart(body, type)?.map(({ bytes, mediaType }) => ({
          mediaType,
          bytes: hashBytes(bytes),
        })),
      );
    }),
    { numRuns: 30 },
  );
});

test('a multipart body outside memory may have a delimiter where two reads of it overlap', async () => {
  const type = 'multipart/related; boundary=limit';
  for (let size = 1_047_500; size <= 1_047_600; size += 4) {
    const body = Buffer.concat([
      Buffer.from('--limit\r\n\r\n'),
      Buffer.alloc(size, 'x'),
      Buffer.from(`\r\n--limit\r\n\r\n${'y'.repeat(5000)}\r\n--limit--\r\n`),
    ]);
    const found = await parseStoredMultipart(createStoredBytes(new Uint8Array(body)), type);
    expect(found?.map(({ content }) => content?.length)).toEqual([size, 5000]);
  }
});

function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test.each([
  ['no closing delimiter', '--b\r\n\r\nx\r\n'],
  ['no part', 'x'],
])('a multipart body with %s is not parsed', async (_name, text) => {
  expect(
    await parseStoredMultipart(createStoredBytes(new TextEncoder().encode(text)), 'multipart/related; boundary=b'),
  ).toBe(undefined);
});

const tides = makeFilm(2 * unit + 77);

test.each([
  ['video/mp4', tides],
  [
    'multipart/related; boundary=b',
    Buffer.concat([
      Buffer.from(
        '--b\r\nContent-Type: application/json\r\n\r\n{"title":"A film"}\r\n--b\r\nContent-Type: video/mp4\r\n\r\n',
      ),
      tides,
      Buffer.from('\r\n--b--\r\n'),
    ]),
  ],
])('the bytes of a long upload as %s are stored outside memory, and can be fetched', async (type, body) => {
  const reels = openInMemory(startEmulator(reelPlan, { mediaStore: createMemoryStore() }));
  const sent = {
    method: 'POST',
    token: 'ann',
    body: new Uint8Array(body),
    headers: { 'content-type': type },
  };
  const { status, body: row } = await reels.call('/simple', sent);
  expect(status).toBe(200);
  const key = `reels/${row['id']}`;
  expect(reels.emulator.snapshot().world.blobs.get(key)?.stored?.length).toBe(tides.length);
  const response = await reels.emulator.fetch(`${reels.emulator.baseUrl}/__media/${key}`);
  expect([response.headers.get('content-length'), hashBytes(new Uint8Array(await response.arrayBuffer()))]).toEqual([
    String(tides.length),
    hashBytes(tides),
  ]);
  const saved = reels.emulator.save().world.blobs.find((one) => one.key === key);
  expect([hashBytes(Buffer.from(saved?.base64 ?? '', 'base64')), 'stored' in (saved ?? {})]).toEqual([
    hashBytes(tides),
    false,
  ]);
});

test('the pieces of an upload are joined without reading them', async () => {
  const reels = openInMemory(startEmulator(reelPlan, { mediaStore: createMemoryStore() }));
  const address = await reels.open();
  for (let from = 0; from < tides.length; from += unit) {
    await reels.put(address, createPiece(tides, from, Math.min(tides.length, from + unit)));
  }
  const [row] = reels.emulator.state['reels']?.list() ?? [];
  const media = reels.emulator.snapshot().world.blobs.get(`reels/${String(row?.['id'])}`);
  expect([media?.stored?.stretches.length, hashBytes(media?.bytes ?? tides.slice(1))]).toEqual([3, hashBytes(tides)]);
});

test('a body that is too long is removed from the store', async () => {
  const mediaStore = createMemoryStore();
  const reels = openInMemory(startEmulator(reelPlan, { mediaStore, maxBodyBytes: 100_000 }));
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(40_000)),
  });
  const headers = { 'content-type': 'video/mp4' };
  const { status } = await reels.call('/simple', {
    method: 'POST',
    token: 'ann',
    body,
    headers,
  });
  expect([status, mediaStore.discarded]).toEqual([413, 1]);
});
