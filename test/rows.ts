import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { parse } from 'yaml';

/** What the YAML file beside a test holds, by its keys. */
interface Rows {
  /**
   * Tests every row of a table: `table('is read', (given: string, want: number) => …)` with the rows `- ['1', 1]`. Rows that are objects
   * are handed over as they are; each is a test of its `name`, or else of the title, in which `$given` stands for a member. A value that is
   * no list is the only row.
   */
  readonly table: <Row extends readonly unknown[]>(title: string, run: (...row: Row) => void | Promise<void>) => void;
  /** Rows of a table, for another `each`. */
  readonly rows: <Row>(key: string) => readonly Row[];
  /** Any other value, such as a document that several tests read. */
  readonly data: <Value>(key: string) => Value;
}

/** Reads the rows of a test from the YAML file beside it: `lower-body.yaml` beside `lower-body.test.ts`. */
export function readRows(testUrl: string): Rows {
  const file = fileURLToPath(testUrl).replace(/(?:\.test)?\.ts$/, '.yaml');
  const all: Readonly<Record<string, unknown>> = parse(readFileSync(file, 'utf8'));
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
