import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Reads the rows of a test from a YAML file beside it: `readRows(import.meta.url, 'lists.yaml')`. */
export function readRows<Rows>(test: string, file: string): Rows {
  // The test knows what its rows are.
  return parse(readFileSync(new URL(file, test), 'utf8')) as Rows;
}
