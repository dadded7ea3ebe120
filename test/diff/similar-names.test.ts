import { expect, test } from 'vitest';
import { areSiblings, areSimilar } from '../../generator/diff/similar-names.js';
import { readRows } from '../rows.js';

test.each(readRows(import.meta.url).rows<readonly [string, string]>('may be a new name of'))(
  '%s may be a new name of %s',
  (left, right) => {
    expect([areSimilar(left, right), areSimilar(right, left)]).toEqual([true, true]);
  },
);

test.each(readRows(import.meta.url).rows<readonly [string, string]>('is no new name of'))(
  '%s is no new name of %s',
  (left, right) => {
    expect([areSimilar(left, right), areSimilar(right, left)]).toEqual([false, false]);
  },
);

test.each([
  ['createdBy', 'updatedBy', true],
  ['shippingAddress', 'billingAddress', true],
  ['start', 'end', true],
  ['owner', 'keeper', false],
])('that %s and %s may both be there is %s', (left, right, wanted) => {
  expect([areSiblings(left, right), areSiblings(right, left)]).toEqual([wanted, wanted]);
});
