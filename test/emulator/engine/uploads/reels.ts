import { request } from 'node:http';
import { expect } from 'vitest';
import { startEmulator, resumableUploads } from '@speccast/emulator';
import type { Emulator, EmulatorOptions, EmulatorPlan } from '@speccast/emulator';
import { serve } from '@speccast/emulator/server';
import type { MediaRule } from '../../../../templates/emulator/engine/plan/behaviour.js';
import { operation, planned, shelfPlan } from '../shelf.js';

/** Bytes that a piece, but for the last, has to be a multiple of. */
export const unit = 262_144;

const media: MediaRule = { required: true, reason: 'filmRequired', maxBytes: 4 * unit, resumable: true };
const taken = { mediaTypes: ['video/*'], upload: '/upload' };

/** A service that takes films of at most a megabyte, for shelves of the caller's. */
export const reelPlan: EmulatorPlan = {
  ...shelfPlan,
  operations: [
    ...shelfPlan.operations,
    planned(
      operation('reels.insert', {
        method: 'POST',
        path: '/reels',
        auth: ['oauth'],
        media: taken,
        responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
      }),
      {
        action: { insert: 'reels' },
        requires: { title: 'titleRequired' },
        limit: { atMost: 2, of: 'reels', per: 'shelfId' },
        media: { ...media, resumableStatus: 201 },
      },
    ),
    planned(operation('reels.update', { method: 'PUT', path: '/reels', auth: ['oauth'], media: taken }), {
      action: { update: 'reels' },
      media,
    }),
    planned(operation('reels.simple', { method: 'POST', path: '/simple', auth: ['oauth'], media: taken }), {
      action: { insert: 'reels' },
    }),
    planned(
      operation('reels.quiet', {
        method: 'POST',
        path: '/quiet',
        auth: ['oauth'],
        media: taken,
        responses: [{ status: '204' }],
      }),
      { action: { insert: 'reels' }, media },
    ),
    planned(operation('reels.image', { method: 'POST', path: '/image', auth: ['oauth'], media: taken }), {
      action: { perform: 'asImage' },
      media,
    }),
  ],
  resources: [
    ...shelfPlan.resources,
    {
      table: 'reels',
      rules: {
        id: { prefix: 'R', length: 8 },
        defaults: { name: '${fileName}' },
        references: [{ path: 'shelfId', table: 'shelves', reason: 'shelfNotFound', owned: true }],
      },
    },
  ],
  capabilities: {
    asImage: ({ media }) => ({ kind: 'bytes', media: media ?? { bytes: new Uint8Array(0), mediaType: 'image/none' } }),
  },
  uploads: resumableUploads,
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
  const emulator = startEmulator<Record<string, Record<string, unknown>>>(reelPlan, options);
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
