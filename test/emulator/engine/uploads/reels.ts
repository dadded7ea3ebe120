import { startEmulator, type Emulator, type EmulatorOptions, type EmulatorPlan } from '@speccast/emulator';
import { serve } from '@speccast/emulator/server';
import { request } from 'node:http';
import { expect } from 'vitest';
import { importPlan } from '../../shelf/import-emulator.js';
import { type TestResponse, type AnyRows, createEmulatorCall, type CallEmulator } from '../../shelf/open-shelf.js';

/** Bytes that a piece, but for the last, has to be a multiple of. */
export const unit = 262_144;

/** A service that takes films of at most a megabyte, for shelves of the caller's. */
export const reelPlan: EmulatorPlan = {
  ...(await importPlan('shelf', 'reels')),
  capabilities: {
    act: ({ media }) => ({
      kind: 'bytes',
      media: media ?? { bytes: new Uint8Array(0), mediaType: 'image/none' },
    }),
  },
};

/** The service as a test reaches it; paths are those of uploads. */
export interface Reels {
  readonly emulator: Emulator<AnyRows>;
  readonly baseUrl: string;
  readonly call: CallEmulator;
  /** Sends a request to the address of a session. */
  put(address: string, sent: SentBytes): Promise<TestResponse>;
  /** Opens a session and gives its address. */
  open(): Promise<string>;
  close(): Promise<void>;
}

/** What a request carries. */
export interface SentBytes {
  readonly body?: Uint8Array | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** In memory, and over HTTP. */
export const transports: readonly (readonly [string, (options?: EmulatorOptions) => Promise<Reels>])[] = [
  ['in memory', async (options = {}) => openInMemory(startEmulator(reelPlan, options))],
  ['over HTTP', openOverHttp],
];

/** An emulator, called without a network. */
export function openInMemory(emulator: Emulator<AnyRows>): Reels {
  return reels(emulator, emulator.baseUrl, emulator.fetch, async () => {});
}

/** An emulator behind a server of its own. */
export async function openOverHttp(options: EmulatorOptions = {}): Promise<Reels> {
  const emulator = startEmulator<AnyRows>(reelPlan, options);
  const { url, close } = await serve(emulator);
  return reels(emulator, url, fetch, close);
}

function reels(
  emulator: Emulator<AnyRows>,
  baseUrl: string,
  fetch: Emulator['fetch'],
  close: () => Promise<void>,
): Reels {
  const call = createEmulatorCall({
    baseUrl: baseUrl.replace('/v1', '/upload/v1'),
    fetch,
  });
  return {
    emulator,
    baseUrl,
    call,
    put: (address, sent) => call(address, { method: 'PUT', ...sent }),
    open: async () => {
      const sent = { method: 'POST', token: 'ann', body: { title: 'Tides' } };
      const { status, headers } = await call('/reels?uploadType=resumable', sent);
      return headers.get('location') ?? `no session: ${status}`;
    },
    close,
  };
}

/** A piece of a film, as a `PUT` sends it. */
export function createPiece(
  whole: Uint8Array,
  first: number,
  end: number,
  total: number | '*' = whole.length,
): SentBytes {
  return {
    body: whole.slice(first, end),
    headers: { 'content-range': `bytes ${first}-${end - 1}/${total}` },
  };
}

/** A `PUT` that asks how much is there. */
export function createStatusRequest(total: number | '*' = '*'): SentBytes {
  return { headers: { 'content-range': `bytes */${total}` } };
}

/** The bytes that the service keeps for a reel. */
export function readStoredFilm({ emulator }: Reels, id: unknown): Uint8Array | undefined {
  return emulator.snapshot().world.blobs.get(`reels/${String(id)}`)?.bytes;
}

/** Expects bytes to be the same; much faster than comparing them one by one. */
export function expectSameBytes(given: Uint8Array | undefined, want: Uint8Array | undefined): void {
  expect(given?.length).toBe(want?.length);
  expect(Buffer.compare(given ?? new Uint8Array(1), want ?? new Uint8Array(2))).toBe(0);
}

/** How many entries of the table there are. */
export function countReels({ emulator }: Reels): number {
  return emulator.state['reels']?.list().length ?? 0;
}

/** A body that breaks off after so many bytes. */
export function createBrokenBody(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new Error('the network is gone'));
      else controller.enqueue(bytes.slice());
      sent = true;
    },
  });
}

/** Begins to send bytes over HTTP, and hangs up once the ones given have left. */
export function hangUpAfter(
  address: string,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = request(address, { method: 'PUT', headers });
    outgoing.on('error', () => {});
    outgoing.on('close', () => resolve());
    outgoing.write(bytes, () => outgoing.destroy());
  });
}
