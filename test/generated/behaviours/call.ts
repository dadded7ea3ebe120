import { expect } from 'vitest';

/** A service as a test reaches it: in memory or over a server. */
export interface Served {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A scalar of a query. */
export type QueryValue = string | number | boolean;

/** What a request carries; everything may be left out. */
export interface Sent {
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string;
  /** Sent as the query parameter `key`. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly json?: unknown;
  /** Bytes or text to send as they are, an octet stream unless `type` says more. */
  readonly bytes?: Uint8Array | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The JSON answered; undefined where the answer is not JSON. */
  readonly json: unknown;
  /** `items` of a list; empty where there are none. */
  readonly items: readonly unknown[];
  /** `id` of each item. */
  readonly ids: readonly string[];
  /** `id` of the resource. */
  readonly id: string;
  /** Name of the first reason of a refusal. */
  readonly reason: string;
}

/** Any caller with an API key. */
export const K: Sent = { key: 'k' };
/** A user with a channel of its own. */
export const T1: Sent = { token: 'first-user' };
/** Another user. */
export const T2: Sent = { token: 'second-user' };

/** Sends a request to a path below the base address, or to a whole address. */
export async function call(service: Served, method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const url = new URL(path.includes('://') ? path : service.baseUrl + path);
  for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.append(name, String(value));
  if (sent.key !== undefined) url.searchParams.append('key', sent.key);
  const headers = new Headers(sent.headers);
  if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`);
  const body = bodyOf(sent, headers);
  const response = await service.fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }));
  return read(response);
}

function bodyOf({ json, bytes, type }: Sent, headers: Headers): BodyInit | undefined {
  if (json !== undefined) {
    headers.set('content-type', type ?? 'application/json');
    return JSON.stringify(json);
  }
  if (bytes === undefined) return undefined;
  if (type !== '') headers.set('content-type', type ?? 'application/octet-stream');
  return new Blob([typeof bytes === 'string' ? bytes : bytes.slice()]);
}

async function read(response: Response): Promise<Answer> {
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

/** The value at a dotted path; members of arrays by their index. */
export function at(value: unknown, path: string): unknown {
  const step = (found: unknown, name: string): unknown =>
    typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined;
  return path.split('.').reduce(step, value);
}

/** The text at a dotted path; empty where there is none. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}

/** The list at a dotted path; empty where there is none. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** Expects a refusal with one of these statuses, in the envelope that all errors share. */
export function expectRefused(answer: Answer, ...statuses: readonly number[]): void {
  expect(statuses, `${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.json).toMatchObject({
    error: {
      code: answer.status,
      message: expect.any(String),
      errors: [{ reason: expect.any(String), message: expect.any(String) }],
    },
  });
}

/** Expects 200 and gives the answer. */
export function expectOk(answer: Answer): Answer {
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer;
}

/** Expects 204 without a body. */
export function expectDone(answer: Answer): void {
  expect(answer.status, answer.text.slice(0, 300)).toBe(204);
  expect(answer.text).toBe('');
}

/** All pages of a list, one after another. */
export async function allPages(service: Served, path: string, sent: Sent): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  let pageToken = '';
  for (let page = 0; page < 300; page += 1) {
    const query = { ...sent.query, ...(pageToken === '' ? {} : { pageToken }) };
    const answer = expectOk(await call(service, 'GET', path, { ...sent, query }));
    items.push(...answer.items);
    pageToken = textAt(answer.json, 'nextPageToken');
    if (pageToken === '') return items;
  }
  throw new Error(`${path} has no last page`);
}
