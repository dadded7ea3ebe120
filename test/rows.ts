import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { parse, type ScalarTag } from 'yaml';

const tag = (name: string, resolve: (text: string) => unknown): ScalarTag => ({ tag: `!${name}`, resolve });

/** YAML tags for values that JSON does not have: `!bigint 7` → `7n`. */
const tags: readonly ScalarTag[] = [
  tag('undefined', () => undefined),
  tag('bigint', BigInt),
  tag('date', (text) => new Date(text)),
  tag('bytes', (hex) => Uint8Array.from(Buffer.from(hex, 'hex'))),
  tag('buffer', (hex) => Uint8Array.from(Buffer.from(hex, 'hex')).buffer),
  // `!blob MOVIE`, `!blob image/png;MOVIE`
  tag('blob', (text) => {
    const [, type = '', data = ''] = /^(?:([\w/+.-]+);)?(.*)$/su.exec(text) ?? [];
    return new Blob([data], { type });
  }),
  tag('stream', (text) => Object.assign(new Blob([text]).stream(), { text })),
  tag('form', (text) => new URLSearchParams(text)),
  tag('regexp', (text) => new RegExp(text, 'u')),
  tag('function', (text) => () => (text === '' ? undefined : JSON.parse(text))),
  tag('repeat', (text) => {
    const [, count = '', piece = ''] = /^(\d+) (.*)$/su.exec(text) ?? [];
    return piece.repeat(Number(count));
  }),
];

/**
 * Reads a YAML file of tests. Besides YAML's own values it may have `!undefined`, `!bigint 7`, `!date 2026-01-01T00:00:00Z`, `!bytes 00ff`,
 * `!buffer 00ff`, `!blob text/plain;a`, `!stream a`, `!form a=b`, `!regexp ^a`, `!function true` (which returns it) and `!repeat 100 ab`.
 */
export function readYaml<Value>(url: string | URL): Value {
  // The test that reads a value states its type.
  return parse(readFileSync(fileURLToPath(url), 'utf8'), {
    customTags: [...tags],
    maxAliasCount: -1,
    merge: true,
  }) as Value;
}

/** The YAML file beside a test, read by its keys. */
interface Rows {
  /**
   * Runs one test for each row of the key `title`: `table('is read', (given: string, want: number) => …)` with the rows `- ['1', 1]`.
   * A row that is an object is passed as one argument; its test is called by its `name`, or by the title, in which `$given` is
   * replaced by the member `given`. A value that is not a list is a single row.
   */
  readonly table: <Row extends readonly unknown[]>(title: string, run: (...row: Row) => void | Promise<void>) => void;
  /** Returns the rows of a key, for a test that calls `test.each` itself. */
  readonly rows: <Row>(key: string) => readonly Row[];
  /** Returns the value of a key, for example a document that several tests read. */
  readonly data: <Value>(key: string) => Value;
}

/** Reads the YAML file beside a test: `readRows(import.meta.url)` in `lower-body.test.ts` → `lower-body.yaml`. */
export function readRows(url: string | URL): Rows {
  const file = String(url).replace(/(?:\.test)?\.ts$/, '.yaml');
  const all = readYaml<Readonly<Record<string, unknown>>>(file);
  const data = (key: string): unknown => {
    if (!Object.hasOwn(all, key)) throw new Error(`${file} has no ${key}`);
    return all[key];
  };
  const table = (title: string, run: (...row: unknown[]) => unknown): void => {
    const found = data(title);
    if (!Array.isArray(found)) return test(title, () => run(found) as void);
    const hasNames = found.every((row) => Object.hasOwn(Object(row), 'name'));
    test.each(found)(hasNames ? '$name' : title, run as () => void);
  };
  // The test that reads a value states its type.
  return { table, rows: data, data } as Rows;
}
