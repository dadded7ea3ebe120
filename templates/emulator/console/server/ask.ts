import { type Json, parseJson, toRelated, toUrlEncoded } from '@speccast/runtime';
import { readRoute, route } from './route.js';

const tokenAt = 'speccast-control-token';

/** Moves the token of the control plane from the URL, where others could see it, to the storage of this tab. */
export function takeToken(): void {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (token === undefined) return;
  setToken(decodeURIComponent(token));
  history.replaceState(null, '', `${location.pathname}#/`);
  route.value = readRoute('');
}

/** Stores the token of the control plane for this tab. */
export function setToken(token: string): void {
  sessionStorage.setItem(tokenAt, token);
}

/** Returns the name of the world that is shown; empty for the base. */
export function worldName(): string {
  return route.value.query.world ?? '';
}

/** Returns the headers of every request to the control plane, and to the service as a known caller. */
export function ownHeaders(): Record<string, string> {
  const token = sessionStorage.getItem(tokenAt);
  // Not `value`: an effect sends them, and would open the stream of events again after each change of the address.
  const { world = '' } = route.peek().query;
  return { ...(token !== null && { 'x-mock-token': token }), ...(world !== '' && { 'x-mock-world': world }) };
}

/** The reason why a value was rejected, and its position: a JSON pointer. */
export interface Issue {
  readonly message: string;
  readonly location?: string;
}

/** A request that was rejected, or that got no response. */
export class AskError extends Error {
  override readonly name = 'AskError';
  /** 0 if there was no response. */
  readonly status: number;
  readonly issues: readonly Issue[];

  constructor(status: number, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.issues = issues;
  }
}

/** A response of the control plane. */
export interface ControlResponse<Data> {
  readonly data: Data;
  /** Id of the change, to undo it by; null if it cannot be undone. */
  readonly undo: string | null;
}

/** Path before that of the control plane, if one server has several services: `/pets` in `/pets/__mock/ui`. */
export const plane: string = (globalThis.location?.pathname ?? '').replace(/(?:\/w\/[^/]+)?\/__mock(?:\/.*)?$/, '');

/** Sends a request to the control plane: `ask('POST /worlds', { name: 'w1' })`. Throws an `AskError`. */
export async function ask<Data>(
  operation: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ControlResponse<Data>> {
  const [method = '', path = ''] = operation.split(' ');
  const response = await send(`/__mock${path}`, {
    method,
    headers: { ...ownHeaders(), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text().catch(() => '');
  if (!response.ok) {
    const { status } = response;
    const { message = `The emulator responded with ${status}.`, errors } = Object(Object(parseJson(text)).error);
    throw new AskError(status, String(message), errors);
  }
  // The document of the control plane declares the response.
  const data = (text === '' ? undefined : JSON.parse(text)) as Data;
  return { data, undo: response.headers.get('x-mock-undo') };
}

/** Sends a `GET` to the control plane, and resolves to the data. */
export async function get<Data>(path: string): Promise<Data> {
  return (await ask<Data>(`GET ${path}`)).data;
}

/** Calls `fetch`, and throws an `AskError` if there is no response. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path.startsWith('/__mock/') ? plane + path : path, init);
  } catch {
    throw new AskError(0, 'The emulator does not respond. The console tries again by itself.');
  }
}

/** Loads a file of the control plane with the token, which an `img` element would not send. */
export async function loadFile(path: string): Promise<Blob> {
  const response = await send(path, { headers: ownHeaders() });
  if (!response.ok) throw new AskError(response.status, 'The emulator no longer has this file.');
  return response.blob();
}

/** Creates the body of JSON, of a file, or of both, in one of the media types that an operation takes. */
export function createBody(
  body: Json | undefined,
  file: Blob | undefined,
  types: readonly string[],
): { readonly type: string; readonly content: BodyInit } | undefined {
  const isForm = (type: string) => type.startsWith('application/x-www-form-urlencoded');
  const isJson = (type: string) => /[/+]json\b/.test(type);
  if (file) {
    const type = file.type || 'application/octet-stream';
    if (body === undefined || !types.some((one) => one.startsWith('multipart/'))) return { type, content: file };
    const { data, type: related = '' } = toRelated(JSON.stringify(body), { data: file, type });
    // The parts are a blob, because the file is one.
    return { type: related, content: data as Blob };
  }
  if (body === undefined) return undefined;
  const form = types.find(isForm);
  if (form === undefined || types.some(isJson))
    return { type: types.find(isJson) ?? 'application/json', content: JSON.stringify(body) };
  return { type: form, content: toUrlEncoded(body, (message) => new TypeError(`The body ${message}.`)) };
}

/** Writes JSON in several lines. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
