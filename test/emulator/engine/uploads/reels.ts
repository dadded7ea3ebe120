import { startEmulator, type Emulator, type EmulatorOptions, type EmulatorPlan } from '@speccast/emulator';
import { serve } from '@speccast/emulator/server';
import { request } from 'node:http';
import { expect } from 'vitest';
import { importPlan } from '../../shelf/import-emulator.js';
import type { AnyRows } from '../../shelf/open-shelf.js';

/** Bytes that a piece, but for the last, has to be a multiple of. */
export const unit = 262_144;

/** A service that takes films of at most a megabyte, for shelves of the caller's. */
export const reelPlan: EmulatorPlan = {
  ...(await importPlan('shelf', 'reels')),
  capabilities: {
    act: ({ media }) => ({ kind: 'bytes', media: media ?? { bytes: new Uint8Array(0), mediaType: 'image/none' } }),
  },
};

/** The service as a test reaches it. */
export interface Reels {
  readonly emulator: Emulator;
  readonly baseUrl: string;
  send(method: string, address: string, sent?: SentBytes): Promise<Got>;
  /** Opens a session and gives its address. */
  open(sent?: SentBytes, path?: string): Promise<string>;
  close(): Promise<void>;
}

/** What a request carries. */
export interface SentBytes {
  readonly body?: Uint8Array | ReadableStream<Uint8Array> | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer, read to its end. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly reason: string | undefined;
  readonly location: string | undefined;
}

/** In memory, and over HTTP. */
export const transports: readonly (readonly [string, (options?: EmulatorOptions) => Promise<Reels>])[] = [
  ['in memory', async (options = {}) => inMemory(startEmulator(reelPlan, options))],
  ['over HTTP', overHttp],
];

/** An emulator, called without a network. */
export function inMemory(emulator: Emulator): Reels {
  return reels(emulator, emulator.baseUrl, emulator.fetch, async () => {});
}

/** An emulator behind a server of its own. */
export async function overHttp(options: EmulatorOptions = {}): Promise<Reels> {
  const emulator = startEmulator<AnyRows>(reelPlan, options);
  const { url, close } = await serve(emulator);
  return reels(emulator, url, fetch, close);
}

type Fetch = (input: string, init: RequestInit) => Promise<Response>;

function reels(emulator: Emulator, baseUrl: string, fetch: Fetch, close: () => Promise<void>): Reels {
  const send = async (method: string, address: string, { body, headers = {} }: SentBytes = {}): Promise<Got> => {
    const url = address.includes('://') ? address : baseUrl.replace('/v1', '/upload/v1') + address;
    const init: RequestInit & { duplex: 'half' } = { method, headers, duplex: 'half' };
    // A stream, text and bytes are all bodies; bytes of the test are never shared.
    return read(await fetch(url, body === undefined ? init : { ...init, body: body as BodyInit }));
  };
  return {
    emulator,
    baseUrl,
    send,
    close,
    open: async (sent = {}, path = '/reels?uploadType=resumable') => {
      const { headers, ...rest } = sent;
      const opened = await send('POST', path, { body: '{"title":"Tides"}', ...rest, headers: { ...ann, ...headers } });
      if (opened.location === undefined) throw new Error(`no session: ${opened.status} ${opened.text}`);
      return opened.location;
    },
  };
}

/** Ann's token, and JSON. */
export const ann: Readonly<Record<string, string>> = {
  authorization: 'Bearer ann',
  'content-type': 'application/json',
};

async function read(response: Response): Promise<Got> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    reason: isJson ? JSON.parse(text).error?.errors?.[0]?.reason : undefined,
    location: response.headers.get('location') ?? undefined,
  };
}

/** Bytes that are all different enough to notice any that are lost, doubled or moved. */
export function film(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_none, index) => (index * 31 + (index >> 8) * 7 + (index >> 16)) & 255);
}

/** A piece of a film, as a `PUT` sends it. */
export function piece(whole: Uint8Array, first: number, end: number, total: number | '*' = whole.length): SentBytes {
  return { body: whole.slice(first, end), headers: { 'content-range': `bytes ${first}-${end - 1}/${total}` } };
}

/** A `PUT` that asks how much is there. */
export function question(total: number | '*' = '*'): SentBytes {
  return { headers: { 'content-range': `bytes */${total}` } };
}

/** The bytes that the service keeps for a reel. */
export function storedFilm({ emulator }: Reels, id: unknown): Uint8Array | undefined {
  return emulator.snapshot().world.blobs.get(`reels/${String(id)}`)?.bytes;
}

/** Expects bytes to be the same; much faster than comparing them one by one. */
export function expectSame(given: Uint8Array | undefined, want: Uint8Array | undefined): void {
  expect(given?.length).toBe(want?.length);
  expect(Buffer.compare(given ?? new Uint8Array(1), want ?? new Uint8Array(2))).toBe(0);
}

/** How many entries of the table there are. */
export function reelCount({ emulator }: Reels): number {
  return emulator.state['reels']?.list().length ?? 0;
}

/** A body that breaks off after so many bytes. */
export function breakingAfter(bytes: Uint8Array): ReadableStream<Uint8Array> {
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
    outgoing.write(bytes, () => setTimeout(() => outgoing.destroy(), 50));
  });
}
