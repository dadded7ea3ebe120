import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { runRow, type Row } from './call-row.js';

const folder = new URL('calls/', import.meta.url);

/** A group of rows; the members of `all` are added to each row. */
interface Group {
  readonly all?: Partial<Row>;
  readonly rows: readonly Row[];
}

describe.each(readdirSync(folder))('%s', (file) => {
  // `as`: the files are written for this test.
  const groups = readYaml(new URL(file, folder)) as Readonly<Record<string, Group>>;
  describe.each(Object.entries(groups))('%s', (_, { all, rows }) => {
    test.each(rows)('$name', async (row) => {
      expect(await runRow({ ...all, ...row })).toEqual(row.want);
    });
  });
});
