import { describe, expect, test } from 'vitest';
import { provePage } from '../../../generator/output/prove/prove-page.js';
import { readTable } from '../../read-table.js';

function findingsIn(page: string): readonly string[] {
  return provePage(page).map(({ reason, text, start }) => `${start} ${reason}: ${text}`);
}

describe('a page has', () => {
  test.each(readTable<readonly [string, string, readonly string[]]>(import.meta.url, 'a page has'))(
    '%s',
    (_, page, want) => expect(findingsIn(page)).toEqual(want),
  );
});

describe('a page may have', () => {
  test.each(readTable<readonly [string, string]>(import.meta.url, 'a page may have'))('%s', (_, page) =>
    expect(findingsIn(page)).toEqual([]),
  );
});
