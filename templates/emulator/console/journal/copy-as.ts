import type { Json, JsonObject } from '@speccast/runtime';
import type { Operation } from '../server/service.js';
import type { WholeEntry } from './whole-entry.js';

/** Headers that clients add themselves, or that make no difference for the call. */
const own =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|sec-.*|x-mock-.*|cookie|transfer-encoding|keep-alive|priority|dnt|cache-control|pragma)$/;

/** The text in the journal in place of a credential. */
const redacted = 'redacted';

/** Lists the headers of a call that matter. */
function listHeaders({ requestHeaders }: WholeEntry): readonly (readonly [string, string])[] {
  return Object.entries(requestHeaders).filter(
    ([name, value]) => !own.test(name) && !(name === 'accept' && value === '*/*'),
  );
}

/** Writes a call as a command for a shell. Credentials are `$TOKEN` and `$KEY`. */
export function asCurl(entry: WholeEntry, origin: string): string {
  const { method, body, url } = entry;
  const { pathname, search } = new URL(url);
  const headers = listHeaders(entry).map(([name, value]) =>
    value === redacted
      ? `-H "${name}: ${name === 'authorization' ? 'Bearer ' : ''}$TOKEN"`
      : `-H ${quote(`${name}: ${value}`)}`,
  );
  const address = origin + pathname + search;
  const target = address.split(`=${redacted}`).map(quote).join('="$KEY"');
  const sent = body === undefined ? [] : [`--data-raw ${quote(JSON.stringify(body))}`];
  return [`curl ${method === 'GET' ? '' : `-X ${quote(method)} `}${target}`, ...headers, ...sent].join(' \\\n  ');
}

/** Quotes a string for a POSIX shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Writes a call with the generated client; undefined if it called no operation. */
export function asClientCode(entry: WholeEntry, operation: Operation | undefined): string | undefined {
  if (operation === undefined) return undefined;
  const params = Object.fromEntries(
    Object.entries(entry.params ?? {}).filter(([, value]) => value !== redacted && value !== null),
  );
  const media =
    entry.media === undefined
      ? ''
      : `// and its file: media: new Blob([…], { type: ${literal(entry.media.mediaType, 0)} })\n`;
  const args = literal({ ...params, ...(entry.body !== undefined && { body: entry.body }) }, 0);
  return `${media}await client${operation.names.map((name) => (isName(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join('')}(${args === '{}' ? '' : args});`;
}

function isName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** Writes a value as an expression of JavaScript, in one line if it fits. */
function literal(value: Json, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = Array.isArray(value)
    ? value.map((one: Json) => literal(one, depth + 1))
    : // It is no array.
      Object.entries(value as JsonObject).map(([name, one]) => `${writeName(name)}: ${literal(one, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (inner.length === 0) return open + close;
  const line = Array.isArray(value) ? `[${inner.join(', ')}]` : `{ ${inner.join(', ')} }`;
  if (line.length < 90 && !line.includes('\n')) return line;
  return `${open}\n${inner.map((one) => `${indent}${one},\n`).join('')}${'  '.repeat(depth)}${close}`;
}

/** Writes the name of a member: `title`, `'content-type'`. */
function writeName(name: string): string {
  // As a literal, this name would set the prototype.
  if (name === '__proto__') return "['__proto__']";
  return isName(name) ? name : quoted(name);
}

function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** The service and the operation of a test. */
export interface TestTarget {
  readonly baseUrl: string;
  readonly operation: Operation | undefined;
}

/** Writes a call as a test that runs against this emulator, with `fetch` alone, and expects the same response. */
export function asTest(entry: WholeEntry, { baseUrl, operation }: TestTarget): string {
  const { method, url, body, status, reason, media } = entry;
  const { pathname, search } = new URL(url);
  const headers = Object.fromEntries(
    listHeaders(entry).map(([name, value]) => [
      name,
      value === redacted ? (name === 'authorization' ? 'Bearer test-token' : 'test-key') : value,
    ]),
  );
  const init: readonly string[] = [
    ...(method === 'GET' ? [] : [`    method: ${quoted(method)},`]),
    ...(Object.keys(headers).length === 0 ? [] : [`    headers: ${literal(headers, 2)},`]),
    ...(body === undefined ? [] : [`    body: JSON.stringify(${literal(body, 2)}),`]),
  ];
  const address = quoted(pathname + search.replaceAll(`=${redacted}`, '=test-key'));
  const name = `${operation?.id ?? `${method} ${pathname}`} responds with ${reason ?? status}`;
  const expected = entry.responseBody;
  return [
    `import { expect, test } from 'vitest';`,
    '',
    `const emulator = process.env['EMULATOR'] ?? ${quoted(new URL(baseUrl).origin)};`,
    '',
    `test(${quoted(name)}, async () => {`,
    ...(media === undefined ? [] : ['  // The journal has no bytes of files: add the one that was sent.']),
    ...(init.length > 0
      ? [`  const response = await fetch(emulator + ${address}, {`, ...init, '  });']
      : [`  const response = await fetch(emulator + ${address});`]),
    `  expect(response.status).toBe(${status});`,
    ...(expected === undefined
      ? []
      : [`  expect(await response.json()).toMatchObject(${literal(steady(expected), 1)});`]),
    '});',
    '',
  ].join('\n');
}

/** Removes members that differ in each run: entity tags, and details of errors. */
function steady(value: Json): Json {
  if (Array.isArray(value)) return value.map((one: Json) => steady(one));
  if (typeof value !== 'object' || value === null) return value;
  // It is no array.
  const members = Object.entries(value as JsonObject).filter(([name]) => name !== 'etag' && name !== 'details');
  return Object.fromEntries(members.map(([name, one]) => [name, steady(one)]));
}
