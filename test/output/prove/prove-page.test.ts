import { describe, expect, test } from 'vitest';
import { provePage } from '../../../generator/output/prove/prove-page.js';
import { readRows } from '../../rows.js';

function findingsIn(page: string): readonly string[] {
  return provePage(page).map(({ reason, text, start }) => `${start} ${reason}: ${text}`);
}

describe('a page has', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, string, readonly string[]]>('a page has'))(
    '%s',
    (_, page, want) => expect(findingsIn(page)).toEqual(want),
  );
});

describe('a page may have', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, string]>('a page may have'))('%s', (_, page) =>
    expect(findingsIn(page)).toEqual([]),
  );
});
