import { describe, expect, test } from 'vitest';
import { didYouMean, suggest } from '../../generator/spec/suggest.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

describe('suggestions', () => {
  table('correct %s to %s', (given: string, want: string) => {
    expect(suggest(given, ['null', 'string', 'Video', 'operationId', 'type'])).toBe(want);
  });

  test('choose the nearest of several', () => {
    expect(suggest('videos', ['video', 'videoz', 'vides2'])).toBe('video');
  });

  table('are absent if too little of %j is left', (given: string, candidates: readonly string[]) => {
    expect(suggest(given, candidates)).toBe(undefined);
  });

  test('are absent if no candidate is near', () => {
    expect(didYouMean('x', ['summary', 'description'])).toBe('');
    // A letter that moved further than one place is not a swap of neighbours.
    for (const near of ['tpxe', 'txye']) expect(suggest('type', [near])).toBeUndefined();
  });
});
