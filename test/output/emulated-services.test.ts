import { readFileSync, readdirSync } from 'node:fs';
import type { Emulator } from '@speccast/emulator';
import { withControl } from '@speccast/emulator/control';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { importCase, importSpec, type ImportedCase } from './import-case.js';

/** A document or a case, and requests to its emulator. */
interface Service {
  /** The document, or the case that has it. */
  readonly spec?: object;
  readonly case?: string;
  readonly stories: readonly Story[];
}

/** Requests one after another (`steps`), or requests with an emulator of their own (`each`). */
interface Story {
  readonly title: string;
  /** Rows that replace the samples. */
  readonly seed?: Parameters<Emulator['seed']>[0];
  readonly fault?: Parameters<Emulator['faults']['add']>[0];
  readonly steps?: readonly Step[];
  readonly each?: readonly Step[];
}

/** A request and its response. In texts, `$id` is the id in the first response, and `$name` a value that `keep` stored. */
interface Step {
  /** `GET /pets?limit=2` */
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The media type. Default: `application/json` if `body` is not a string. */
  readonly type?: string;
  readonly body?: unknown;
  readonly status: number;
  /** Headers of the response; `null` if the header is absent. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Members of the body, or its text. */
  readonly want?: unknown;
  /** The whole body. */
  readonly equals?: unknown;
  /** A part of the text of the body. */
  readonly includes?: string;
  /** Paths of the body (`items.0.id`) or headers by the name under which the value is stored. Quotes and the base URL are removed from headers. */
  readonly keep?: Readonly<Record<string, string>>;
}

const matchers = { string: String, number: Number, object: Object, array: Array } as const;

/** Matchers in YAML: `!match ^a`, `!not ^a`, `!any string`, and `!absent` for a member that is absent. */
const customTags = [
  { tag: '!match', resolve: (text: string) => expect.stringMatching(new RegExp(text, 's')) as unknown },
  { tag: '!not', resolve: (text: string) => expect.not.stringMatching(new RegExp(text)) as unknown },
  { tag: '!any', resolve: (text: string) => expect.any(matchers[text as keyof typeof matchers]) as unknown },
  { tag: '!absent', resolve: () => undefined },
];

const folder = new URL('services/', import.meta.url);

describe.each(readdirSync(folder))('%s', (file) => {
  const {
    spec = {},
    case: name,
    stories,
  }: Service = parse(readFileSync(new URL(file, folder), 'utf8'), { customTags });
  let one: ImportedCase<unknown> | undefined;

  beforeAll(async () => {
    one = await (name === undefined ? importSpec(file.replace('.yaml', ''), spec) : importCase(name));
  });

  afterAll(() => one?.remove());

  describe.each(stories)('$title', ({ seed, fault, steps, each = [] }) => {
    if (steps !== undefined) test('one after another', () => run(steps));
    test.each(each)('$send $headers $body', (step) => run([step]));

    async function run(all: readonly Step[]): Promise<void> {
      const { emulator } = one!.open();
      if (seed !== undefined) emulator.seed(seed);
      if (fault !== undefined) emulator.faults.add(fault);
      const kept = new Map<string, string>();
      for (const step of all) {
        const { send, headers, type, body, keep = {}, ...want } = fillNames(step, kept) as Step; // as: `fillIn` keeps the types
        const [, method = '', path = ''] = /^(\w+) (.*)$/.exec(send) ?? [];
        const isControl = path.startsWith('/__mock');
        const mediaType = type ?? (body === undefined || typeof body === 'string' ? undefined : 'application/json');
        const request = new Request(isControl ? new URL(path, emulator.baseUrl) : emulator.baseUrl + path, {
          method,
          headers: { ...(mediaType !== undefined && { 'content-type': mediaType }), ...headers },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        });
        const response = await (isControl ? withControl(emulator) : emulator).fetch(request);
        const text = (await response.text()).replaceAll(emulator.baseUrl, '');
        const isJson = /^application\/(?:[\w.]+\+)?json/.test(response.headers.get('content-type') ?? '');
        const value: unknown = isJson && text !== '' ? JSON.parse(text) : text;
        expectResponse({ send, response, text, value }, want);
        const ignored = want.answers?.['x-mock-ignored'];
        if (ignored !== undefined) expect(emulator.journal[0]?.ignored?.join(', ') ?? null).toBe(ignored);
        for (const [name, from] of Object.entries(keep)) {
          const header = response.headers.get(from)?.replaceAll('"', '').replace(emulator.baseUrl, '');
          kept.set(name, header ?? String(readMember(value, from)));
        }
        const id = readId(Object(value));
        if (id !== undefined && !kept.has('id')) kept.set('id', String(id));
      }
    }
  });
});

interface Received {
  readonly send: string;
  readonly response: Response;
  readonly text: string;
  readonly value: unknown;
}

function expectResponse(
  { send, response, text, value }: Received,
  { status, answers = {}, want, equals, includes }: Omit<Step, 'send'>,
): void {
  expect([send, response.status, text]).toEqual([send, status, expect.stringContaining(includes ?? '')]);
  const headers = Object.keys(answers).map((name) => [name, response.headers.get(name)]);
  expect(Object.fromEntries(headers)).toEqual(answers);
  if (equals !== undefined) expect(value).toEqual(equals);
  if (typeof want === 'object' && want !== null && !('asymmetricMatch' in want)) {
    // `!absent` is `undefined`, which also equals a member that is absent.
    const absent = Object.fromEntries(Object.keys(want).map((name) => [name, undefined]));
    expect(Array.isArray(value) ? value : { ...absent, ...Object(value) }).toMatchObject(want);
  } else if (want !== undefined) expect(text).toEqual(want);
}

/** Replaces `$name` in texts by stored values. */
function fillNames(value: unknown, kept: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.replace(/\$(\w+)/g, (whole, name: string) => kept.get(name) ?? whole);
  if (Array.isArray(value)) return value.map((item) => fillNames(item, kept));
  if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillNames(member, kept)]));
}

function readMember(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), value);
}

/** Returns the id of the object in a response; some have a `name` instead. */
function readId({ id, data, name }: Readonly<Record<string, unknown>>): unknown {
  return id ?? readMember(data, 'contact_id') ?? name;
}
