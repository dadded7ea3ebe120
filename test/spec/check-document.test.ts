import { describe, expect, test } from 'vitest';
import { head, read } from './read-text.js';
import { readRows } from '../rows.js';

const { rows, table } = readRows(import.meta.url);

/** What is said about the part of a document that starts on line 3; a part about nothing gets empty paths. */
function check(text: string): readonly string[] {
  const paths = /^(?:paths|components|webhooks):/m.test(text) ? '' : '\npaths: {}\n';
  return read(head + text + paths).messages.map((message) => message.replace('api.yaml:', ''));
}

describe('fields', () => {
  table('%s', (given: string, want: string) => {
    expect(check(given)).toEqual([want]);
  });

  test.each(['__proto__', 'constructor', 'toString'])('of parameters are no tables of JavaScript: %s', (text) => {
    const parameter = `{ name: ${text}, in: header, style: ${text}, schema: { type: string } }`;
    expect(check(`paths: { /a: { parameters: [${parameter}] } }`)).toEqual([
      expect.stringContaining(`error invalid-value: "style" cannot be "${text}"; it must be one of `),
    ]);
  });

  test('of paths may be templates with patterns, a "+" and verbs, which are different paths where the patterns are', () => {
    expect(check(`paths: { '/v1/{name=accounts/*}/{+rest}/{id}:run': { get: {} } }`)).toEqual(
      ['name', 'rest', 'id'].map((name) => expect.stringContaining(`error undeclared-path-parameter: "{${name}}" `)),
    );
    const parameters = '[{ name: a, in: path, required: true, schema: {} }]';
    const paths = ['x', 'y'].map((name) => `"/{a=${name}/*}": { parameters: ${parameters}, get: {} }`);
    expect(check(`paths: { ${paths.join(', ')} }`)).toEqual([]);
  });

  test('of extensions are free without a vocabulary', () => {
    expect(check('x-anything: { a: 1 }')).toEqual([]);
  });
});

describe('schemas', () => {
  const schema = (text: string): readonly string[] => check(`components: { schemas: { A: ${text} } }`);

  test.each(rows<readonly [string, string]>('what is wrong with schemas'))('%s', (given, want) => {
    expect(schema(given)).toEqual([want]);
  });

  test('may go round through properties', () => {
    expect(
      schema('{ properties: { a: { $ref: "#/components/schemas/A" } }, items: { $ref: "#/components/schemas/A" } }'),
    ).toEqual([]);
  });

  table('schemas', ({ text }: { text: string }) => {
    expect(schema(text)).toEqual([]);
  });

  test.each([
    ['Aa', '3:81 error unknown-reference: there is no schema "Aa"; did you mean "A"?'],
    [
      '"#/components/schemas/Aa"',
      '3:81 error unknown-reference: "#/components/schemas/Aa" does not exist; did you mean "#/components/schemas/A"?',
    ],
    ['A', undefined],
  ])('may map all other values to a schema that is there: %s', (name, want) => {
    const text = `components: { schemas: { A: { discriminator: { propertyName: a, defaultMapping: ${name} } } } }`;
    const { messages } = read(`${head.replace('3.1.0', '3.2.0')}${text}\n`);
    expect(messages).toEqual(want === undefined ? [] : [`api.yaml:${want}`]);
  });
});

describe('operations', () => {
  const id = (name: string): string => `{ name: ${name}, in: path, required: true, schema: {} }`;

  test.each(rows<readonly [string, string]>('what is wrong with operations'))('%s', (given, want) => {
    expect(check(given)).toEqual([want]);
  });

  test('may use Google path templates', () => {
    expect(
      check(
        `paths: { "/v1/{name=accounts/*}": { get: { parameters: [${id('name')}] } }, "/{+rest}": { get: { parameters: [${id('rest')}] } } }`,
      ),
    ).toEqual([]);
  });

  test('of paths that only differ in names collide, method by method', () => {
    const path = (name: string, method: string): string =>
      `  "/a/{${name}}": { ${method}: { parameters: [${id(name)}] } }\n`;
    expect(check(`paths:\n${path('b', 'get')}${path('c', 'get')}${path('d', 'put')}`)).toEqual([
      '5:3 warning colliding-paths: the path "/a/{c}" collides with "/a/{b}" (line 4): both match the same requests',
    ]);
  });
});

describe('servers', () => {
  test.each(rows<readonly [string, string]>('what is wrong with servers'))('%s', (given, want) => {
    expect(check(given)).toEqual([want]);
  });
});

describe('a document about nothing', () => {
  const said = (version: string): readonly string[] =>
    read(`openapi: ${version}\ninfo: { title: a, version: "1" }\ntags: []\n`).messages;

  test('is rejected', () => {
    expect(said('3.0.3')).toEqual(['api.yaml:1:1 error missing-field: an OpenAPI 3.0 document needs "paths"']);
    expect(said('3.1.0')).toEqual([
      'api.yaml:1:1 error missing-field: an OpenAPI 3.1 document needs "paths" or "components" or "webhooks"',
    ]);
  });
});

describe('security', () => {
  test.each(rows<readonly [string, string]>('what is wrong with security'))('%s', (given, want) => {
    expect(check(given)).toEqual([want]);
  });
});
