import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Reads rows from the YAML file beside a test: `readTable(import.meta.url, 'wrong usage')` in `a.test.ts` reads `a.yaml`. */
export function readTable<Row>(test: string, name: string): readonly Row[] {
  const tables: Readonly<Record<string, readonly Row[]>> = parse(
    readFileSync(new URL(test.replace(/\.test\.ts$/, '.yaml')), 'utf8'),
  );
  const table = tables[name];
  if (table === undefined) throw new Error(`there is no table ${name} beside ${test}`);
  return table;
}
