import { expect, test } from 'vitest';
import { type ResourceSite, siteOfPath } from '../../../generator/api/resources/resource-site.js';

test.each<[string, Partial<ResourceSite>]>([
  ['/pets', { collection: '/pets', nested: false }],
  ['/pets/{petId}', { collection: '/pets', item: 'petId', nested: false }],
  ['/shops/{shop}/pets', { collection: '/shops/{}/pets', scope: ['shop'], nested: false }],
  ['/shops/{shop}/pets/{id}', { collection: '/shops/{}/pets', scope: ['shop'], item: 'id', nested: false }],
  ['/{a}/{b}', { collection: '/{}', scope: ['a'], item: 'b', nested: false }],
  ['/repos/{owner}/{repo}', { collection: '/repos/{}', scope: ['owner'], item: 'repo', nested: false }],
  ['/{id}', { collection: '', scope: [], item: 'id', nested: false }],
  ['/pets.json', { collection: '/pets', nested: false }],
  ['/pets/{id}.{format}', { collection: '/pets', item: 'id', nested: false }],
  ['/pets/{id}/', { collection: '/pets', item: 'id', nested: false }],
  ['/pets/{id}:feed', { collection: '/pets/{}:feed', scope: ['id'], nested: false }],
  ['/v1/{name=shops/*}', { collection: '/v1/shops', item: 'name', prefix: 'shops/', nested: false }],
  ['/v1/{name=shops/*/pets/*}', { collection: '/v1/shops/*/pets', item: 'name', prefix: 'pets/', nested: true }],
  ['/v1/{parent=shops/*}/pets', { collection: '/v1/shops/*/pets', parent: 'parent', nested: true }],
  ['/v1/{name=shops/*}:close', { collection: '/v1/shops/*:close', parent: 'name', nested: true }],
  ['/v1/{name=**}', { collection: '/v1/**', nested: true }],
])('%s', (path, want) => {
  expect(siteOfPath(path)).toMatchObject(want);
});
