import { mapOf, type JsonMap, type JsonValue } from './spec-files.js';

/** What a test needs of an emulator. */
export interface Emulated {
  readonly baseUrl: string;
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
}

/** An answer of an emulator, read. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The JSON object answered; empty where there is none. */
  readonly json: JsonMap;
}

/** One request, with what may be left out. */
export interface Asked {
  readonly method?: string;
  /** Path below the base address, with its query. */
  readonly path: string;
  readonly token?: string;
  /** JSON to send. */
  readonly json?: JsonValue;
  /** Bytes to send, as an octet stream unless `type` says more. */
  readonly bytes?: Uint8Array;
  readonly type?: string;
}

/** Sends a request to an emulator. */
export async function ask(
  emulator: Emulated,
  { method = 'GET', path, token, json, bytes, type }: Asked,
): Promise<Answered> {
  const headers = new Headers();
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (json !== undefined) headers.set('content-type', 'application/json');
  if (bytes !== undefined) headers.set('content-type', type ?? 'application/octet-stream');
  const body = json === undefined ? bytes?.slice() : JSON.stringify(json);
  const response = await emulator.fetch(`${emulator.baseUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return read(response);
}

async function read(response: Response): Promise<Answered> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && bytes.length > 0;
  const json: JsonValue = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : null;
  return { status: response.status, headers: response.headers, bytes, json: mapOf(json) };
}

/** The resources of a list. */
export function itemsOf(answered: Answered, member = 'items'): readonly JsonMap[] {
  const items = answered.json[member];
  return Array.isArray(items) ? items.map(mapOf) : [];
}

/** The first 24 bytes of a PNG of a size, which is what its header needs, and some more. */
export function pngOf(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}
