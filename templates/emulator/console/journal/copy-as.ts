import type { Json } from '@speccast/runtime';
import type { Operation, WholeEntry } from '../server/index.js';

/** Matches headers that clients add themselves, or that do not affect the call. */
const own =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|sec-.*|x-mock-.*|cookie|transfer-encoding|keep-alive|priority|dnt|cache-control|pragma)$/;

/** The text in the journal in place of a credential. */
const redacted = 'redacted';

/** Lists the headers of a call, without those that clients add themselves. */
function listHeaders({ requestHeaders }: WholeEntry): readonly (readonly [string, string])[] {
  return Object.entries(requestHeaders).filter(
    ([name, value]) => !own.test(name) && !(name === 'accept' && value === '*/*'),
  );
}

/** Writes a call as a command for a shell. Credentials are `$TOKEN` and `$KEY`. */
export function asCurl(entry: WholeEntry, origin: string): string {
  const { method, body, url } = entry;
  const { pathname, search } = new URL(url);
  // For a POSIX shell.
  const quote = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
  const headers = listHeaders(entry).map(([name, value]) =>
    value === redacted
      ? `-H "${name}: ${name === 'authorization' ? 'Bearer ' : ''}$TOKEN"`
      : `-H ${quote(`${name}: ${value}`)}`,
  );
  const target = (origin + pathname + search).split(`=${redacted}`).map(quote).join('="$KEY"');
  const sent = body === undefined ? [] : [`--data-raw ${quote(JSON.stringify(body))}`];
  return [`curl ${method === 'GET' ? '' : `-X ${quote(method)} `}${target}`, ...headers, ...sent].join(' \\\n  ');
}

/** Writes a call with the generated client. */
export function asClientCode({ params = {}, media, body }: WholeEntry, { names }: Operation): string {
  const known = Object.entries(params).filter(([, value]) => value !== redacted && value !== null);
  const file = media && `// and its file: media: new Blob([…], { type: ${literal(media.mediaType)} })\n`;
  const args = literal({ ...Object.fromEntries(known), ...(body !== undefined && { body }) });
  const method = names.map((name) => (identifier.test(name) ? `.${name}` : `[${literal(name)}]`)).join('');
  return `${file ?? ''}await client${method}(${args === '{}' ? '' : args});`;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/** Writes a value as an expression of JavaScript: `{ title: 'Tides' }`, in several lines if it is long. */
function literal(value: Json, indent = '') {
  const json = JSON.stringify(value, null, 2);
  const text = json.replace(/"((?:[^"\\]|\\.)*)"(:?)/g, (_json, inner: string, colon: string) => {
    if (colon !== '' && identifier.test(inner) && inner !== '__proto__') return `${inner}:`;
    const escaped = inner.replaceAll('\\"', '"').replaceAll("'", "\\'");
    const quoted = `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
    // As a literal, this name would set the prototype.
    return inner === '__proto__' && colon !== '' ? `[${quoted}]:` : quoted + colon;
  });
  const line = text.replaceAll(/(?<=\[)\n\s*|\n\s*(?=\])/g, '').replaceAll(/\n\s*/g, ' ');
  return line.length < 90 ? line : text.replaceAll('\n', `\n${indent}`);
}

/** Writes a call as a test that runs against this emulator, with `fetch` alone, and expects the same response. */
export function asTest(
  entry: WholeEntry,
  { baseUrl, operation }: { readonly baseUrl: string; readonly operation: Operation | undefined },
): string {
  const { method, url, body, status, reason, media, responseBody } = entry;
  const { pathname, search } = new URL(url);
  const headers = listHeaders(entry).map(([name, value]) => {
    const credential = name === 'authorization' ? 'Bearer test-token' : 'test-key';
    return [name, value === redacted ? credential : value] as const;
  });
  const init = [
    method !== 'GET' && `method: ${literal(method)}`,
    headers.length > 0 && `headers: ${literal(Object.fromEntries(headers), '    ')}`,
    body !== undefined && `body: JSON.stringify(${literal(body, '    ')})`,
  ].filter(Boolean);
  const address = literal(pathname + search.replaceAll(`=${redacted}`, '=test-key'));
  const options = init.length === 0 ? '' : `, {\n    ${init.join(',\n    ')},\n  }`;
  // Entity tags and details of errors differ in each run.
  const steady = (name: string, value: unknown) => (name === 'etag' || name === 'details' ? undefined : value);
  const expected = responseBody !== undefined && literal(JSON.parse(JSON.stringify(responseBody, steady)), '  ');
  return `import { expect, test } from 'vitest';

const emulator = process.env['EMULATOR'] ?? ${literal(new URL(baseUrl).origin)};

test(${literal(`${operation?.id ?? `${method} ${pathname}`} responds with ${reason ?? status}`)}, async () => {
${media ? '  // The journal has no bytes of files: add the one that was sent.\n' : ''}  const response = await fetch(emulator + ${address}${options});
  expect(response.status).toBe(${status});
${expected ? `  expect(await response.json()).toMatchObject(${expected});\n` : ''}});
`;
}
