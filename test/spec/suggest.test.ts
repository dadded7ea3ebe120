import { describe, expect, test } from 'vitest';
import { didYouMean, suggest } from '../../generator/spec/suggest.js';

describe('suggestions', () => {
  test.each([
    ['strng', 'string'],
    ['Vidoe', 'Video'],
    ['operationid', 'operationId'],
    ['tpye', 'type'],
  ])('take %s for %s', (given, want) => {
    expect(suggest(given, ['null', 'string', 'Video', 'operationId', 'type'])).toBe(want);
  });

  test('take the nearest of several', () => {
    expect(suggest('videos', ['video', 'videoz', 'vides2'])).toBe('video');
  });

  test.each([
    ['a', ['b']],
    ['é', ['']],
    ['', ['a']],
  ])('are left out where nothing of %j is left', (given, candidates) => {
    expect(suggest(given, candidates)).toBe(undefined);
  });

  test('are left out when nothing is near', () => {
    expect(didYouMean('x', ['summary', 'description'])).toBe('');
  });
});
