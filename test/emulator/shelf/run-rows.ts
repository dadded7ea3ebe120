import type { EmulatorOptions, FaultRule, SeedTables } from '@speccast/emulator';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { makeFilm } from './make-film.js';
import { type TestResponse, type CallEmulator, findShelf, type OpenedShelf } from './open-shelf.js';

/*
 * Tests as rows of a YAML file: groups of rows, each of which calls a new emulator. In what is expected, objects may have
 * further members, `~text` is a regular expression, `*` any value, and `null` a header or member that is not there. Names in
 * `${}` are those that the test gives, `shelf` and `me` of the caller `ann`, the titles of `books` and what was kept.
 */

interface Row {
  readonly name: string;
  readonly options?: EmulatorOptions;
  /** Rows that are there from the start. */
  readonly rows?: SeedTables;
  /** Titles of books that `ann` puts on her shelf. */
  readonly books?: readonly string[];
  readonly faults?: readonly FaultRule[];
  /** Calls one after the other, each with what is expected of its response. */
  readonly calls: readonly CallRow[];
  /** The tables after that. */
  readonly state?: Readonly<Record<string, unknown>>;
  readonly journal?: readonly unknown[];
  /** Keys of the files that are kept. */
  readonly files?: readonly string[];
  readonly quota?: object;
  readonly tokens?: readonly unknown[];
  readonly worlds?: readonly string[];
  /** Names of values that neither the journal nor a saved state holds. */
  readonly secret?: readonly string[];
}

/** A call, and what is expected of its response. */
export interface CallRow {
  /** Milliseconds that pass before the call. */
  readonly after?: number;
  /** `GET /books`; below `/__mock` is the control plane. */
  readonly call: string;
  /** Parameters that are set in the query, or left out where they are `null`. */
  readonly query?: Readonly<Record<string, string | null>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or a string that is sent as it is. */
  readonly send?: unknown;
  /** So many bytes of the film are sent. */
  readonly film?: number | null;
  /** These bytes of the film are sent, with their `Content-Range`: `0-9/20`, `0-9/*`. */
  readonly piece?: string;
  /** Status and reason: `404 bookNotFound`. Without a reason, it is no error or any. Default: 200. */
  readonly is?: number | string;
  readonly got?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  /** All of the body. */
  readonly equals?: unknown;
  /** A body that is not JSON; several patterns have to match all. */
  readonly text?: string | readonly string[];
  /** The body has so many bytes of the film. */
  readonly gotFilm?: number;
  /** Claims of the ID token in the body. */
  readonly claims?: object;
  /** The requests that receivers of webhooks have got by then, since the call before. */
  readonly received?: readonly unknown[];
  /** Names of what later calls send, by its path, of which a pattern takes a part: `body.id`, `headers.location code=([^&]+)`. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** Runs the rows of a YAML file; `open` starts the emulator of a row, and `given` are names that all rows know. */
export function runRows(
  file: URL,
  open: (options?: EmulatorOptions) => OpenedShelf | Promise<OpenedShelf>,
  given: Readonly<Record<string, string>> = {},
): void {
  const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(file);
  for (const [group, rows] of Object.entries(groups))
    describe(group, () => {
      test.each(rows)('$name', async (row) => {
        const opened = await open(fillNames(row.options, (name) => given[name] ?? `\${${name}}`));
        await runRow(row, opened, { ...given, ...opened.names });
        await opened.close?.();
      });
    });
}

async function runRow(row: Row, { emulator, call, receive }: OpenedShelf, given: object): Promise<void> {
  const names: Record<string, unknown> = { ...given };
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
    const answered = {
      ...(await sendRow(fill(one), call)),
      received: (await receive?.()) ?? [],
    };
    expectResponse(answered, fill(one), `${index + 1}. ${one.call}`);
    for (const [name, path] of Object.entries(one.keep ?? {})) names[name] = readPath(answered, path);
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
  // What is filled in is of the same shape.
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
  const body = bodyOf(row);
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

function bodyOf({ send, form, film, piece }: CallRow): unknown {
  if (form !== undefined) return new URLSearchParams(form).toString();
  if (piece !== undefined) {
    const [, first, last] = /^(\d+)-(\d+)\//.exec(piece) ?? [];
    return makeFilm(Number(last) + 1).slice(Number(first));
  }
  return typeof film === 'number' ? makeFilm(film) : send;
}

/** A response, and what receivers of webhooks have got. */
type AnsweredAndReceived = TestResponse & { readonly received?: readonly unknown[] };

/** Expects of a response what its row says. */
export function expectResponse(answered: AnsweredAndReceived, row: CallRow, label: string): void {
  const [status = '', reason] = String(row.is ?? 200).split(' ');
  const { body, headers } = answered;
  const got = Object.fromEntries(Object.keys(row.got ?? {}).map((name) => [name, headers.get(name)]));
  expect(
    { ...answered, headers: got, status: String(answered.status) },
    `${label}: ${JSON.stringify(body).slice(0, 1000)}`,
  ).toMatchObject({
    status: toMatcher(status),
    ...(reason !== undefined && { reason }),
    headers: toMatcher(row.got ?? {}),
    ...(row.body !== undefined && { body: toMatcher(row.body) }),
    ...(row.received !== undefined && { received: toMatcher(row.received) }),
  });
  for (const text of row.text === undefined ? [] : [row.text].flat())
    expect(answered.text, label).toEqual(toMatcher(text));
  if (row.gotFilm !== undefined) expect(Buffer.compare(answered.bytes, makeFilm(row.gotFilm)), label).toBe(0);
  if (row.equals !== undefined) expect(body, label).toEqual(toMatcher(row.equals));
  if (row.claims === undefined) return;
  const claims = readClaims(body['id_token']);
  for (const [name, want] of Object.entries(row.claims)) expect(claims[name] ?? null, label).toEqual(toMatcher(want));
}

/** Turns what a row expects into matchers. */
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
  // Matchers stand where values were.
  return matchers(value) as Value;
}

/** Decodes the claims of a JWT. */
function readClaims(token: unknown): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
}

/** Reads the value at a path such as `body.items.0.id`, or, behind a space, what a pattern finds in it. */
export function readPath(from: unknown, place: string): unknown {
  const [path = '', pattern] = place.split(' ');
  const found = path.split('.').reduce<unknown>((value, name) => {
    if (value instanceof Headers) return value.get(name);
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }, from);
  return pattern === undefined ? found : decodeURIComponent(new RegExp(pattern).exec(String(found))?.[1] ?? '');
}
