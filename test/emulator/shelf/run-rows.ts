import type { EmulatorOptions, FaultRule, SeedTables } from '@speccast/emulator';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { makeFilm } from './make-film.js';
import { type TestResponse, type CallEmulator, findShelf, type OpenedShelf } from './open-shelf.js';

/*
 * Tests as rows of a YAML file: groups of rows, each of which calls a new emulator. In expected values, objects may have further
 * members, `~text` is a regular expression, `*` is any value, and `null` a missing header or member. `${name}` is replaced by a name
 * of the test, by `shelf` or `me` (the ids of Ann's shelf and of Ann), by the id of a book of `books`, or by a value of `keep`.
 */

interface Row {
  readonly name: string;
  readonly options?: EmulatorOptions;
  /** Rows that are inserted before the calls. */
  readonly rows?: SeedTables;
  /** Titles of books that `ann` inserts on her shelf before the calls. */
  readonly books?: readonly string[];
  readonly faults?: readonly FaultRule[];
  /** Calls, one after the other. */
  readonly calls: readonly CallRow[];
  /** Expected tables after the calls. */
  readonly state?: Readonly<Record<string, unknown>>;
  readonly journal?: readonly unknown[];
  /** Keys of the stored files. */
  readonly files?: readonly string[];
  readonly quota?: object;
  readonly tokens?: readonly unknown[];
  readonly worlds?: readonly string[];
  /** Names whose values must be neither in the journal nor in a saved state. */
  readonly secret?: readonly string[];
}

/** A call and its expected response. */
export interface CallRow {
  /** Milliseconds by which the clock is advanced before the call. */
  readonly after?: number;
  /** Method and path: `GET /books`; paths below `/__mock` are of the control plane. */
  readonly call: string;
  /** Parameters to set in the query, or to remove if they are `null`. */
  readonly query?: Readonly<Record<string, string | null>>;
  readonly form?: Readonly<Record<string, string>>;
  /** The token of the caller. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body: JSON, or a string that is sent unchanged. */
  readonly send?: unknown;
  /** Sends a film of this number of bytes. */
  readonly film?: number | null;
  /** Sends these bytes of a film, with their `Content-Range`: `0-9/20`, `0-9/*`. */
  readonly piece?: string;
  /** Expected status, and the reason of an error: `404 bookNotFound`. Default: 200. */
  readonly is?: number | string;
  /** Expected headers. */
  readonly got?: Readonly<Record<string, string | null>>;
  /** Expected members of the body. */
  readonly body?: unknown;
  /** The whole expected body. */
  readonly equals?: unknown;
  /** The expected body if it is not JSON; of several patterns, all have to match. */
  readonly text?: string | readonly string[];
  /** The body is a film of this number of bytes. */
  readonly gotFilm?: number;
  /** Expected claims of the ID token in the body. */
  readonly claims?: object;
  /** The expected requests to receivers of webhooks since the previous call. */
  readonly received?: readonly unknown[];
  /** Values for later calls: `{ id: body.id, code: 'headers.location code=([^&]+)' }` keeps a member, and a part of a header. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** Defines a test for each row of a YAML file; `open` starts the emulator of a row, and `shared` are names for all rows. */
export function runRows(
  file: URL,
  open: (options?: EmulatorOptions) => OpenedShelf | Promise<OpenedShelf>,
  shared: Readonly<Record<string, string>> = {},
): void {
  const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(file);
  for (const [group, rows] of Object.entries(groups))
    describe(group, () => {
      test.each(rows)('$name', async (row) => {
        const opened = await open(fillNames(row.options, (name) => shared[name] ?? `\${${name}}`));
        await runRow(row, opened, { ...shared, ...opened.names });
        await opened.close?.();
      });
    });
}

async function runRow(row: Row, { emulator, call, receive }: OpenedShelf, known: object): Promise<void> {
  const names: Record<string, unknown> = { ...known };
  const fill = <Value>(value: Value): Value => fillNames(value, readName);
  const readName = (name: string): string => {
    if (name === 'shelf') return findShelf(emulator, 'ann');
    return String(name === 'me' ? emulator.as('ann').ownId : names[name]);
  };
  if (row.rows !== undefined) emulator.seed(fill(row.rows));
  for (const title of row.books ?? []) {
    const made = await call('/books', {
      token: 'ann',
      method: 'POST',
      body: { title, shelfId: readName('shelf') },
    });
    names[title] = made.body['id'];
  }
  for (const fault of row.faults ?? []) emulator.faults.add(fault);
  for (const [index, one] of row.calls.entries()) {
    if (one.after !== undefined) emulator.clock.advance(one.after);
    const response = {
      ...(await sendRow(fill(one), call)),
      received: (await receive?.()) ?? [],
    };
    expectResponse(response, fill(one), `${index + 1}. ${one.call}`);
    for (const [name, path] of Object.entries(one.keep ?? {})) names[name] = readPath(response, path);
  }
  const tables = Object.keys(row.state ?? {}).map((table) => [table, emulator.state[table]?.list()]);
  expect(Object.fromEntries(tables), 'the state').toMatchObject(toMatcher(fill(row.state ?? {})));
  expect(emulator.tokens.list()).toMatchObject(toMatcher(fill(row.tokens ?? emulator.tokens.list())));
  expect(emulator.worlds.names()).toEqual(row.worlds ?? emulator.worlds.names());
  if (row.secret !== undefined) {
    const seen = JSON.stringify([emulator.journal, emulator.save()]);
    expect(row.secret.filter((name) => String(names[name]).length < 8 || seen.includes(String(names[name])))).toEqual(
      [],
    );
  }
  expect(emulator.quota).toMatchObject(row.quota ?? {});
  const files = [...emulator.snapshot().world.blobs.keys()];
  expect(files).toEqual(fill(row.files ?? files));
  if (row.journal !== undefined) expect(emulator.journal).toMatchObject(toMatcher(fill(row.journal)));
}

/** Replaces `${name}` in all strings of a value. */
export function fillNames<Value>(value: Value, readName: (name: string) => string): Value {
  const text = JSON.stringify(value);
  if (text === undefined) return value;
  // Only strings are replaced by strings, so the type stays the same.
  return JSON.parse(text, (_key, one: unknown) =>
    typeof one === 'string' ? one.replaceAll(/\$\{(\w+)\}/g, (_all, name: string) => readName(name)) : one,
  ) as Value;
}

/** Sends the request of a row. */
export function sendRow(row: CallRow, call: CallEmulator): ReturnType<CallEmulator> {
  const { call: line, as, headers = {}, query, form, piece } = row;
  const [method = '', path = ''] = line.split(' ');
  const [before = '', search] = path.split('?');
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const body = createBody(row);
  return call(query ? `${before}?${params}` : path, {
    method,
    headers: {
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(piece !== undefined && { 'content-range': `bytes ${piece}` }),
      ...headers,
    },
    ...(as !== undefined && { token: as }),
    ...(body !== undefined && { body }),
  });
}

function createBody({ send, form, film, piece }: CallRow): unknown {
  if (form !== undefined) return new URLSearchParams(form).toString();
  if (piece !== undefined) {
    const [, first, last] = /^(\d+)-(\d+)\//.exec(piece) ?? [];
    return makeFilm(Number(last) + 1).slice(Number(first));
  }
  return typeof film === 'number' ? makeFilm(film) : send;
}

/** Checks a response, and the requests that receivers of webhooks got, against the row of the call. */
export function expectResponse(
  response: TestResponse & { readonly received?: readonly unknown[] },
  row: CallRow,
  label: string,
): void {
  const [status = '', reason] = String(row.is ?? 200).split(' ');
  const { body, headers } = response;
  const got = Object.fromEntries(Object.keys(row.got ?? {}).map((name) => [name, headers.get(name)]));
  expect(
    { ...response, headers: got, status: String(response.status) },
    `${label}: ${JSON.stringify(body).slice(0, 1000)}`,
  ).toMatchObject({
    status: toMatcher(status),
    ...(reason !== undefined && { reason }),
    headers: toMatcher(row.got ?? {}),
    ...(row.body !== undefined && { body: toMatcher(row.body) }),
    ...(row.received !== undefined && { received: toMatcher(row.received) }),
  });
  for (const text of row.text === undefined ? [] : [row.text].flat())
    expect(response.text, label).toEqual(toMatcher(text));
  if (row.gotFilm !== undefined) expect(Buffer.compare(response.bytes, makeFilm(row.gotFilm)), label).toBe(0);
  if (row.equals !== undefined) expect(body, label).toEqual(toMatcher(row.equals));
  if (row.claims === undefined) return;
  const claims = readClaims(body['id_token']);
  for (const [name, want] of Object.entries(row.claims)) expect(claims[name] ?? null, label).toEqual(toMatcher(want));
}

/** Converts expected values to matchers: `*` → `expect.anything()`, `~^a` → `expect.stringMatching(/^a/u)`. */
export function toMatcher<Value>(value: Value): Value {
  const matchers = (inner: unknown): unknown => {
    if (typeof inner === 'string') {
      if (inner === '*') return expect.anything();
      return inner.startsWith('~') ? expect.stringMatching(new RegExp(inner.slice(1), 'u')) : inner;
    }
    if (Array.isArray(inner)) return inner.map(matchers);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, member]) => [key, matchers(member)]));
  };
  // Matchers take the places of values, as in Vitest's own types.
  return matchers(value) as Value;
}

/** Decodes the claims of a JWT. */
function readClaims(token: unknown): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
}

/** Reads the value at a path: `body.items.0.id`; after a space, a pattern whose first group is returned. */
export function readPath(from: unknown, place: string): unknown {
  const [path = '', pattern] = place.split(' ');
  const found = path.split('.').reduce<unknown>((value, name) => {
    if (value instanceof Headers) return value.get(name);
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }, from);
  return pattern === undefined ? found : decodeURIComponent(new RegExp(pattern).exec(String(found))?.[1] ?? '');
}
