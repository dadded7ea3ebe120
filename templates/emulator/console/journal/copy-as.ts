import type { Json, JsonObject } from '@speccast/runtime';
import type { Operation } from '../server/service.js';
import type { WholeEntry } from './whole-entry.js';

/** Headers that clients make themselves, or that say nothing of the call. */
const own =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|sec-.*|x-mock-.*|cookie|transfer-encoding|keep-alive|priority|dnt|cache-control|pragma)$/;

/** Written in the journal instead of a credential. */
const redacted = 'redacted';

/** The headers that make a call what it is; credentials are variables of the shell. */
function headersOf({ requestHeaders }: WholeEntry): readonly (readonly [string, string])[] {
  return Object.entries(requestHeaders).filter(
    ([name, value]) => !own.test(name) && !(name === 'accept' && value === '*/*'),
  );
}

/** The call as a command for a shell. Credentials come from `$TOKEN` and `$KEY`. */
export function asCurl(entry: WholeEntry, origin: string): string {
  const { method, body, url } = entry;
  const { pathname, search } = new URL(url);
  const headers = headersOf(entry).map(([name, value]) =>
    value === redacted
      ? `-H "${name}: ${name === 'authorization' ? 'Bearer ' : ''}$TOKEN"`
      : `-H ${quote(`${name}: ${value}`)}`,
  );
  const address = origin + pathname + search;
  const shown = address.includes(`=${redacted}`)
    ? address.split(`=${redacted}`).map(quote).join('="$KEY"')
    : quote(address);
  const sent = body === undefined ? [] : [`--data-raw ${quote(JSON.stringify(body))}`];
  return [`curl ${method === 'GET' ? '' : `-X ${quote(method)} `}${shown}`, ...headers, ...sent].join(' \\\n  ');
}

/** A string for a POSIX shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The call with the generated client; undefined where it called no operation. */
export function asClientCode(entry: WholeEntry, operation: Operation | undefined): string | undefined {
  if (operation === undefined) return undefined;
  const params = Object.fromEntries(
    Object.entries(entry.params ?? {}).filter(([, value]) => value !== redacted && value !== null),
  );
  const body = entry.body === undefined ? {} : { body: entry.body };
  const media =
    entry.media === undefined
      ? ''
      : `// and its file: media: new Blob([…], { type: ${literal(entry.media.mediaType, 0)} })\n`;
  const args = literal({ ...params, ...body }, 0);
  return `${media}await client${operation.names.map(member).join('')}(${args === '{}' ? '' : args});`;
}

function member(name: string): string {
  return isName(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function isName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** A value as an expression of JavaScript, in one line where it fits. */
function literal(value: Json, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = Array.isArray(value)
    ? value.map((one: Json) => literal(one, depth + 1))
    : // An array was ruled out.
      Object.entries(value as JsonObject).map(([name, one]) => `${keyOf(name)}: ${literal(one, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (inner.length === 0) return open + close;
  const line = Array.isArray(value) ? `[${inner.join(', ')}]` : `{ ${inner.join(', ')} }`;
  if (line.length < 90 && !line.includes('\n')) return line;
  return `${open}\n${inner.map((one) => `${indent}${one},\n`).join('')}${'  '.repeat(depth)}${close}`;
}

function keyOf(name: string): string {
  // As a literal, this name would set the prototype.
  if (name === '__proto__') return "['__proto__']";
  return isName(name) ? name : quoted(name);
}

function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** What a test needs to know of the service. */
export interface TestTarget {
  readonly baseUrl: string;
  readonly operation: Operation | undefined;
}

/** The call as a test that runs against this emulator, with `fetch` alone, and expects what was received. */
export function asTest(entry: WholeEntry, { baseUrl, operation }: TestTarget): string {
  const { method, url, body, status, reason, media } = entry;
  const { pathname, search } = new URL(url);
  const headers = Object.fromEntries(
    headersOf(entry).map(([name, value]) => [
      name,
      value === redacted ? (name === 'authorization' ? 'Bearer test-token' : 'test-key') : value,
    ]),
  );
  const hasInit = method !== 'GET' || Object.keys(headers).length > 0 || body !== undefined;
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
    ...(hasInit
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

/** What of a response a test can expect again: without entity tags and times of insertion. */
function steady(value: Json): Json {
  if (Array.isArray(value)) return value.map((one: Json) => steady(one));
  if (typeof value !== 'object' || value === null) return value;
  // An array was ruled out.
  const members = Object.entries(value as JsonObject).filter(([name]) => name !== 'etag' && name !== 'details');
  return Object.fromEntries(members.map(([name, one]) => [name, steady(one)]));
}
