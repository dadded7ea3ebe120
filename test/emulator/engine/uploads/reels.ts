import { startEmulator, type Emulator, type EmulatorOptions, type EmulatorPlan } from '@speccast/emulator';
import { serve } from '@speccast/emulator/server';
import { request } from 'node:http';
import { expect } from 'vitest';
import { importPlan } from '../../shelf/import-emulator.js';
import { type TestResponse, type AnyRows, createEmulatorCall, type CallEmulator } from '../../shelf/open-shelf.js';

/** The size of each piece of an upload, except the last, has to be a multiple of this number of bytes. */
export const unit = 262_144;

/** The plan of a service that stores reels: films of at most a megabyte, on shelves of the caller. */
export const reelPlan: EmulatorPlan = {
  ...(await importPlan('shelf', 'reels')),
  capabilities: {
    act: ({ media }) => ({
      kind: 'bytes',
      media: media ?? { bytes: new Uint8Array(0), mediaType: 'image/none' },
    }),
  },
};

/** A running service of reels, in memory or over HTTP. */
export interface Reels {
  readonly emulator: Emulator<AnyRows>;
  readonly baseUrl: string;
  /** Sends a request to a path below `/upload/v1`. */
  readonly call: CallEmulator;
  /** Sends a `PUT` to the address of an upload session. */
  put(address: string, sent: SentBytes): Promise<TestResponse>;
  /** Opens an upload session, and returns its address. */
  open(): Promise<string>;
  close(): Promise<void>;
}

/** Body and headers of a request. */
export interface SentBytes {
  readonly body?: Uint8Array | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The two ways to reach the service, with a function that starts it. */
export const transports: readonly (readonly [string, (options?: EmulatorOptions) => Promise<Reels>])[] = [
  ['in memory', async (options = {}) => openInMemory(startEmulator(reelPlan, options))],
  ['over HTTP', openOverHttp],
];

/** Opens an emulator without a network. */
export function openInMemory(emulator: Emulator<AnyRows>): Reels {
  return createReels(emulator, emulator.baseUrl, emulator.fetch, async () => {});
}

/** Opens an emulator behind an HTTP server. */
export async function openOverHttp(options: EmulatorOptions = {}): Promise<Reels> {
  const emulator = startEmulator<AnyRows>(reelPlan, options);
  const { url, close } = await serve(emulator);
  return createReels(emulator, url, fetch, close);
}

function createReels(
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

/** Returns body and headers for bytes `first` to `end - 1` of a film. */
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

/** Returns the headers of a `PUT` that asks how many bytes the session has. */
export function createStatusRequest(total: number | '*' = '*'): SentBytes {
  return { headers: { 'content-range': `bytes */${total}` } };
}

/** Returns the stored bytes of a reel. */
export function readStoredFilm({ emulator }: Reels, id: unknown): Uint8Array | undefined {
  return emulator.snapshot().world.blobs.get(`reels/${String(id)}`)?.bytes;
}

/** Expects equal bytes; `toEqual` would take seconds for a film. */
export function expectSameBytes(got: Uint8Array | undefined, want: Uint8Array | undefined): void {
  expect(got?.length).toBe(want?.length);
  expect(Buffer.compare(got ?? new Uint8Array(1), want ?? new Uint8Array(2))).toBe(0);
}

/** Returns the number of stored reels. */
export function countReels({ emulator }: Reels): number {
  return emulator.state['reels']?.list().length ?? 0;
}

/** Returns a body that fails after these bytes. */
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

/** Sends the head of a request and some bytes of its body over HTTP, then closes the connection. */
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
