import { toMap, type JsonMap, type JsonValue } from './spec-files.js';

/** The part of an emulator that these tests use. */
export interface TestedEmulator {
  readonly baseUrl: string;
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
}

/** A response of an emulator, with its body. */
export interface EmulatorResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The body as a JSON object; `{}` if it is not one. */
  readonly json: JsonMap;
}

/** Sends a request to a path below the base address, and reads the response. `type` is the content type of `bytes`. */
export async function sendRequest(
  emulator: TestedEmulator,
  request: {
    readonly method?: string;
    readonly path: string;
    readonly token?: string;
    readonly json?: JsonValue;
    readonly bytes?: Uint8Array;
    readonly type?: string;
  },
): Promise<EmulatorResponse> {
  const { method = 'GET', path, token, json, bytes, type = 'application/octet-stream' } = request;
  const headers = new Headers();
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (json !== undefined) headers.set('content-type', 'application/json');
  if (bytes !== undefined) headers.set('content-type', type);
  const body = json === undefined ? bytes?.slice() : JSON.stringify(json);
  const response = await emulator.fetch(`${emulator.baseUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const received = new Uint8Array(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && received.length > 0;
  const value: JsonValue = isJson ? JSON.parse(new TextDecoder().decode(received)) : null;
  return { status: response.status, headers: response.headers, bytes: received, json: toMap(value) };
}

/** Returns the resources in a response of a list; `member` is the property that has them. */
export function listItems(response: EmulatorResponse, member = 'items'): readonly JsonMap[] {
  const items = response.json[member];
  return Array.isArray(items) ? items.map(toMap) : [];
}

/** Returns the first 33 bytes of a PNG, its signature and header, which state its size. The checksum is left at 0. */
export function encodePngHeader(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}
