import { expect } from 'vitest';

/** A service that a test calls, in memory or over HTTP. */
export interface Served {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The value of a query parameter. */
export type QueryValue = string | number | boolean;

/** Credentials, query, headers and body of a request. */
export interface RequestOptions {
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string;
  /** Sent as the query parameter `key`. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly json?: unknown;
  /** Body that is sent unchanged, as `application/octet-stream` by default. */
  readonly bytes?: Uint8Array | string;
  /** Media type of the body; `''` sends none. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response with its whole body. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body as JSON; `undefined` for other media types. */
  readonly json: unknown;
  /** `items` of a list; empty for other responses. */
  readonly items: readonly unknown[];
  /** `id` of each item. */
  readonly ids: readonly string[];
  /** `id` of the resource. */
  readonly id: string;
  /** Reason of the first error; empty for a success. */
  readonly reason: string;
}

/** A caller with an API key, and no channel. */
export const K: RequestOptions = { key: 'k' };
/** A user with a channel of its own. */
export const T1: RequestOptions = { token: 'first-user' };
/** Another user. */
export const T2: RequestOptions = { token: 'second-user' };

/** Sends a request to a path below the base address, or to a URL. */
export async function call(
  service: Served,
  method: string,
  path: string,
  sent: RequestOptions = {},
): Promise<FetchedResponse> {
  const url = new URL(path.includes('://') ? path : service.baseUrl + path);
  for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.append(name, String(value));
  if (sent.key !== undefined) url.searchParams.append('key', sent.key);
  const headers = new Headers(sent.headers);
  if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`);
  const body = setBody(sent, headers);
  const response = await service.fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }));
  return read(response);
}

/** Returns the body of a request, and sets its media type in the headers. */
function setBody({ json, bytes, type }: RequestOptions, headers: Headers): BodyInit | undefined {
  if (json !== undefined) {
    headers.set('content-type', type ?? 'application/json');
    return JSON.stringify(json);
  }
  if (bytes === undefined) return undefined;
  if (type !== '') headers.set('content-type', type ?? 'application/octet-stream');
  return new Blob([typeof bytes === 'string' ? bytes : bytes.slice()]);
}

async function read(response: Response): Promise<FetchedResponse> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  const items = listAt(json, 'items');
  const ids = items.map((item) => textAt(item, 'id'));
  const reason = textAt(json, 'error.errors.0.reason');
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json,
    items,
    ids,
    id: textAt(json, 'id'),
    reason,
  };
}

/** Returns the value at a dotted path, `items.0.id`, or `undefined`. */
export function at(value: unknown, path: string): unknown {
  const step = (found: unknown, name: string): unknown =>
    typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined;
  return path.split('.').reduce(step, value);
}

/** Returns the string at a dotted path, or `''`. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}

/** Returns the array at a dotted path, or `[]`. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** Expects an error with one of these statuses, in the form that all errors have. */
export function expectRejected(response: FetchedResponse, ...statuses: readonly number[]): void {
  expect(statuses, `${response.status} ${response.text.slice(0, 200)}`).toContain(response.status);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.json).toMatchObject({
    error: {
      code: response.status,
      message: expect.any(String),
      errors: [{ reason: expect.any(String), message: expect.any(String) }],
    },
  });
}

/** Expects the status 200, and returns the response. */
export function expectOk(response: FetchedResponse): FetchedResponse {
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response;
}

/** Reads all pages of a list, and returns their items. */
export async function readAllPages(service: Served, path: string, sent: RequestOptions): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  let pageToken = '';
  for (let page = 0; page < 300; page += 1) {
    const query = { ...sent.query, ...(pageToken === '' ? {} : { pageToken }) };
    const response = expectOk(await call(service, 'GET', path, { ...sent, query }));
    items.push(...response.items);
    pageToken = textAt(response.json, 'nextPageToken');
    if (pageToken === '') return items;
  }
  throw new Error(`${path} has more than 300 pages`);
}
