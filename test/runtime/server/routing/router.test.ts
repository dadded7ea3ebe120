import { describe, expect, test } from 'vitest';
import type { HttpMethod } from '@speccast/runtime';
import { createRouter } from '@speccast/runtime/requests';
import type { Route } from '@speccast/runtime/requests';
import { operation, planned } from '../../../emulator/engine/shelf.js';

const paths: readonly (readonly [HttpMethod, string])[] = [
  ['GET', '/v1/{name=accounts/*}'],
  ['GET', '/v1/accounts'],
  ['GET', '/v1/{parent=accounts/*}/apps'],
  ['POST', '/v1/{parent=accounts/*}/report:generate'],
  ['GET', '/captions/{id}'],
  ['GET', '/captions/latest'],
  ['GET', '/files/{path=**}'],
  ['GET', '/a.b/{x}-{y}'],
  ['GET', '/notes/{name}.{extension}'],
  ['GET', '/日本 x/{id}'],
  ['GET', '/zones/{zone}/in.{zone}1/{id}'],
];
const route = createRouter(paths.map(([method, path]) => planned(operation(path, { method, path }), {})));

function shown(found: Route<{ readonly operation: { readonly path: string } }>): unknown {
  return found.kind === 'operation'
    ? [found.plan.operation.path, found.path]
    : found.kind === 'method'
      ? found.allowed
      : found.kind;
}

describe('router', () => {
  test.each([
    ['GET', '/v1/accounts/pub-1', ['/v1/{name=accounts/*}', { name: 'accounts/pub-1' }]],
    ['GET', '/v1/accounts', ['/v1/accounts', {}]],
    ['GET', '/v1/accounts/', 'unknown'],
    ['GET', '/v1/accounts/a/b', 'unknown'],
    ['GET', '/v1/accounts/a%2Fb', ['/v1/{name=accounts/*}', { name: 'accounts/a%2Fb' }]],
    ['GET', '/v1/accounts/a/apps', ['/v1/{parent=accounts/*}/apps', { parent: 'accounts/a' }]],
    ['POST', '/v1/accounts/a/report:generate', ['/v1/{parent=accounts/*}/report:generate', { parent: 'accounts/a' }]],
    ['POST', '/v1/accounts/a/report%3Agenerate', ['/v1/{parent=accounts/*}/report:generate', { parent: 'accounts/a' }]],
    ['POST', '/v1/accounts/a/reportgenerate', 'unknown'],
    ['POST', '/v1/accounts/a/report:other', 'unknown'],
    ['GET', '/v1/accounts/a/report:generate', ['POST']],
    ['GET', '/captions/latest', ['/captions/latest', {}]],
    ['GET', '/captions/x_-.~', ['/captions/{id}', { id: 'x_-.~' }]],
    ['HEAD', '/captions/x', ['/captions/{id}', { id: 'x' }]],
    ['PUT', '/captions/x', ['GET', 'HEAD']],
    ['GET', '/files/a/b/c', ['/files/{path=**}', { path: 'a/b/c' }]],
    ['GET', '/axb/1-2', 'unknown'],
    ['GET', '/a.b/1-2', ['/a.b/{x}-{y}', { x: '1', y: '2' }]],
    ['GET', '/notes/a.b.txt', ['/notes/{name}.{extension}', { name: 'a.b', extension: 'txt' }]],
    ['GET', new URL('http://a/日本 x/é').pathname, ['/日本 x/{id}', { id: '%C3%A9' }]],
    ['GET', '/zones/a/in.a1/b', ['/zones/{zone}/in.{zone}1/{id}', { zone: 'a', id: 'b' }]],
    ['GET', '/zones/a/in.b1/c', 'unknown'],
    ['get', '/v1/accounts', ['GET', 'HEAD']],
  ])('%s %s', (method, path, want) => {
    expect(shown(route(method, path))).toEqual(want);
  });
});
