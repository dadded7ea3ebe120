import { describe, expect, test } from 'vitest';
import { provePage } from '../../../generator/output/prove/prove-page.js';
import { readRows } from '../../rows.js';

function listFindings(page: string): readonly string[] {
  return provePage(page).map(({ reason, text, start }) => `${start} ${reason}: ${text}`);
}

describe('a page is rejected if it has', () => {
  test.each(
    readRows(import.meta.url).rows<readonly [string, string, readonly string[]]>('a page is rejected if it has'),
  )('%s', (_, page, want) => expect(listFindings(page)).toEqual(want));
});

describe('a page may have', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, string]>('a page may have'))('%s', (_, page) =>
    expect(listFindings(page)).toEqual([]),
  );
});
