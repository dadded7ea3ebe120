import { describe, expect, test } from 'vitest';
import { didYouMean, suggest } from '../../generator/spec/suggest.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

describe('suggestions', () => {
  table('take %s for %s', (given: string, want: string) => {
    expect(suggest(given, ['null', 'string', 'Video', 'operationId', 'type'])).toBe(want);
  });

  test('take the nearest of several', () => {
    expect(suggest('videos', ['video', 'videoz', 'vides2'])).toBe('video');
  });

  table('are left out where nothing of %j is left', (given: string, candidates: readonly string[]) => {
    expect(suggest(given, candidates)).toBe(undefined);
  });

  test('are left out when nothing is near', () => {
    expect(didYouMean('x', ['summary', 'description'])).toBe('');
    // Two letters are not swapped because one of them moved.
    for (const near of ['tpxe', 'txye']) expect(suggest('type', [near])).toBeUndefined();
  });
});
