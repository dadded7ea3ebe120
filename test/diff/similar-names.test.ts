import { expect, test } from 'vitest';
import { areSiblings, areSimilar } from '../../generator/diff/similar-names.js';

test.each([
  ['petId', 'pet_id'],
  ['PETId', 'pet-id'],
  ['tag', 'tags'],
  ['tokenPage', 'pageToken'],
  ['name', 'displayName'],
  ['nextPageToken', 'nextToken'],
  ['sumary', 'summary'],
  ['licence', 'license'],
  ['recieved', 'received'],
  ['line2', 'line_2'],
  ['größe', 'Größe'],
])('%s may be a new name of %s', (left, right) => {
  expect([areSimilar(left, right), areSimilar(right, left)]).toEqual([true, true]);
});

test.each([
  ['firstName', 'lastName'],
  ['createdAt', 'updatedAt'],
  ['minPrice', 'maxPrice'],
  ['price', 'minPrice'],
  ['minimumAmount', 'maximumAmount'],
  ['active', 'isNotActive'],
  ['height', 'weight'],
  ['line1', 'line2'],
  ['v1', 'v2'],
  ['address', 'address2'],
  ['from', 'form'],
  ['id', 'userAccountId'],
  ['at', 'startsAt'],
  ['shippingAddress', 'billingAddress'],
  ['owner', 'keeper'],
  ['$', '_'],
  ['', 'a'],
])('%s is no new name of %s', (left, right) => {
  expect([areSimilar(left, right), areSimilar(right, left)]).toEqual([false, false]);
});

test.each([
  ['createdBy', 'updatedBy', true],
  ['shippingAddress', 'billingAddress', true],
  ['start', 'end', true],
  ['owner', 'keeper', false],
])('that %s and %s may both be there is %s', (left, right, wanted) => {
  expect([areSiblings(left, right), areSiblings(right, left)]).toEqual([wanted, wanted]);
});
