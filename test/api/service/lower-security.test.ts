import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { lowerParts } from '../lower.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const securitySchemes = data<JsonObject>('securitySchemes');

/** Parameters that carry a credential of `securitySchemes`, and some that do not. */
const parameters = [
  ['query', 'key'],
  ['header', 'x-key'],
  ['cookie', 'sid'],
  ['query', 'access_token'],
  ['header', 'authorization'],
  ['query', 'X-Key'],
  ['header', 'key'],
].map(([location = '', name = '']) => ({ in: location, name, schema: { type: 'string' } }));

const every = 'key x-key sid access_token authorization X-Key key';

describe('parameters that carry a credential', () => {
  test.each<[string, JsonObject, string, string | undefined]>([
    ['stay if no security is required', {}, every, undefined],
    ['stay if the operation requires none', { root: [{ key: [] }], own: [] }, every, undefined],
    ['stay if the operation also works without', { own: [{}, { key: [] }] }, every, undefined],
    ['stay if another scheme is required', { own: [{ header: [] }] }, every.replace(' x-key', ''), undefined],
    ['are sent by the client if the root requires it', { root: [{ key: [] }] }, every.replace('key ', ''), undefined],
    [
      'are sent by the client if an alternative requires it',
      { own: [{ key: [] }, { cookie: [], header: [] }] },
      'access_token authorization X-Key key',
      undefined,
    ],
    ['of a token are in the header and in the query', { own: [{ token: [] }] }, 'key x-key sid X-Key key', 'token'],
    ['of a password are in the header', { own: [{ login: [] }] }, every.replace(' authorization', ''), 'login'],
    ['stay if the client does not support the scheme', { own: [{ digest: [] }] }, every, undefined],
  ])('%s', (_, { root, own }, want, sender) => {
    const get = { parameters, responses: {}, ...(own !== undefined && { security: own }) };
    const paths = { '/a': { get }, '/b': { get: { responses: {}, security: [{ login: [] }] } } };
    const { api, diagnostics } = lowerParts({
      ...(root !== undefined && { security: root }),
      paths,
      components: { securitySchemes },
    });
    expect(api.operations[0]?.parameters.map(({ name }) => name).join(' ')).toBe(want);
    const rest =
      sender === undefined
        ? 'speccast keeps it as a parameter'
        : `the client sends it from "auth" for the security scheme "${sender}"`;
    const ignored = diagnostics.filter((one) => one.includes('ignored-parameter'));
    expect(ignored.map((one) => one.replace(/^\S+ /, ''))).toEqual([
      `warning ignored-parameter: OpenAPI lets tools ignore the parameter "authorization"; ${rest}`,
    ]);
  });

  table('are reported once, also if operations share them', ({ parts }: { parts: JsonObject }) => {
    const { diagnostics } = lowerParts(parts);
    expect(diagnostics.filter((one) => one.includes('ignored-parameter'))).toHaveLength(2);
  });
});

describe('an operation requires', () => {
  table('%s', (_: string, { root, own, other }: JsonObject, want: unknown) => {
    const get = { responses: {}, ...(own !== undefined && { security: own }) };
    const paths = { '/a': { get }, '/b': { get: { responses: {}, ...(other !== undefined && { security: other }) } } };
    const { api } = lowerParts({
      ...(root !== undefined && { security: root }),
      paths,
      components: { securitySchemes },
    });
    expect(api.operations[0]?.security.map((needs) => needs.map(({ scheme }) => scheme))).toEqual(want);
  });

  table('no scope whose name is empty', ({ paths, want }: { paths: JsonObject; want: unknown }) => {
    const flow = { tokenUrl: 'https://a.example', scopes: { read: null } };
    const weaver = { type: 'oauth2', flows: { password: flow } };
    const { api, diagnostics } = lowerParts({ paths, components: { securitySchemes: { weaver } } });
    expect([api.operations[0]?.security, diagnostics]).toEqual(want);
    expect(api.securitySchemes).toMatchObject([{ scopes: [{ name: 'read' }] }]);
  });

  test.each<[string, string | undefined, string | undefined]>([
    ['https://id.example/token', 'https://a.example/v1', 'https://id.example/token'],
    ['token', 'https://a.example/v1', 'https://a.example/v1/token'],
    ['./token', 'https://a.example/v1/', 'https://a.example/v1/token'],
    ['/oauth/token', 'https://a.example/v1', 'https://a.example/oauth/token'],
    ['//id.example/token', 'https://a.example', 'https://id.example/token'],
    ['/oauth/token', '/v1', undefined],
    ['token', undefined, undefined],
    ['', 'https://a.example', undefined],
    ['urn:token', 'https://a.example', undefined],
  ])('the token URL %j of a service at %j is %j', (tokenUrl, url, want) => {
    const weaver = { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } };
    const servers = url === undefined ? {} : { servers: [{ url }] };
    const { api } = lowerParts({ ...servers, paths: {}, components: { securitySchemes: { weaver } } });
    expect(api.securitySchemes.map((one) => one.kind === 'bearer' && one.tokenUrl)).toEqual([want]);
  });
});
