import { expect, test } from 'vitest';
import { makeAnchors } from 'speccast/emitter';

test('an anchor is the heading in small letters, without punctuation', () => {
  expect(makeAnchors(['Errors of every call', 'client.things.list(params?, options?)', 'Thing_One', '@a/b-c'])).toEqual(
    ['errors-of-every-call', 'clientthingslistparams-options', 'thing_one', 'ab-c'],
  );
});

test('anchors of equal headings are numbered', () => {
  expect(makeAnchors(['Thing', 'thing', 'THING'])).toEqual(['thing', 'thing-1', 'thing-2']);
});
