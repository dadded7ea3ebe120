import { expect, test } from 'vitest';
import { documentHash, publishedDocument } from '../../../generator/emit/package/published-document.js';

test('the hash is that of the document as JSON with sorted keys and without spaces', () => {
  const given = { b: [1, { d: null, c: 'x' }], a: true };
  // printf '{"a":true,"b":[1,{"c":"x","d":null}]}' | sha256sum
  expect(documentHash(given)).toBe('f124912702a4df295dd1287de9a38d9144a0910b9ffde3ff7be7b830370ad065');
  expect(documentHash({ a: true, b: [1, { c: 'x', d: null }] })).toBe(documentHash(given));
  expect(documentHash({ a: true, b: [{ c: 'x', d: null }, 1] })).not.toBe(documentHash(given));
});

test('the published document has everything but the seed', () => {
  expect(publishedDocument({ openapi: '3.1.0', 'x-seed': { tables: {} }, 'x-other': 1 })).toEqual({
    openapi: '3.1.0',
    'x-other': 1,
  });
});
