import { expect, test } from 'vitest';
import { type ResourceSite, siteOfPath } from '../../../generator/api/resources/find-resources.js';

test.each<[string, ResourceSite]>([
  ['/pets', { collection: '/pets', nested: false }],
  ['/pets/{petId}', { collection: '/pets', item: 'petId', nested: false }],
  ['/shops/{shop}/pets', { collection: '/shops/{shop}/pets', nested: false }],
  ['/shops/{shop}/pets/{id}', { collection: '/shops/{shop}/pets', item: 'id', nested: false }],
  ['/{a}/{b}', { collection: '/{a}/{b}', nested: false }],
  ['/pets/{id}:feed', { collection: '/pets/{id}:feed', nested: false }],
  ['/v1/{name=shops/*}', { collection: '/v1/shops', item: 'name', prefix: 'shops/', nested: false }],
  ['/v1/{name=shops/*/pets/*}', { collection: '/v1/shops/*/pets', item: 'name', prefix: 'pets/', nested: true }],
  ['/v1/{parent=shops/*}/pets', { collection: '/v1/shops/*/pets', parent: 'parent', nested: true }],
  ['/v1/{name=shops/*}:close', { collection: '/v1/shops/*:close', parent: 'name', nested: true }],
  ['/v1/{name=**}', { collection: '/v1/**', nested: true }],
])('%s', (path, want) => {
  expect(siteOfPath(path)).toEqual(want);
});
