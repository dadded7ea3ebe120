import { describe, expect, test } from 'vitest';
import { head, read } from './read-text.js';
import { readRows } from '../rows.js';

const { rows, table } = readRows(import.meta.url);

/** Returns the messages about a document whose third line is `text`. Empty paths are added if it has no paths, components or webhooks. */
function check(text: string): readonly string[] {
  const paths = /^(?:paths|components|webhooks):/m.test(text) ? '' : '\npaths: {}\n';
  return read(head + text + paths).messages.map((message) => message.replace('api.yaml:', ''));
}

describe('fields', () => {
  table('%s', (given: string, want: string) => {
    expect(check(given)).toEqual([want]);
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'of parameters may have the names of members of every object: %s',
    (text) => {
      const parameter = `{ name: ${text}, in: header, style: ${text}, schema: { type: string } }`;
      expect(check(`paths: { /a: { parameters: [${parameter}] } }`)).toEqual([
        expect.stringContaining(`error invalid-value: "style" cannot be "${text}"; it must be one of `),
      ]);
    },
  );

  test('of paths may be templates with patterns, "+" and verbs; different patterns are different paths', () => {
    expect(check(`paths: { '/v1/{name=accounts/*}/{+rest}/{id}:run': { get: {} } }`)).toEqual(
      ['name', 'rest', 'id'].map((name) => expect.stringContaining(`error undeclared-path-parameter: "{${name}}" `)),
    );
    const parameters = '[{ name: a, in: path, required: true, schema: {} }]';
    const paths = ['x', 'y'].map((name) => `"/{a=${name}/*}": { parameters: ${parameters}, get: {} }`);
    expect(check(`paths: { ${paths.join(', ')} }`)).toEqual([]);
  });

  test('of extensions may be anything without a vocabulary', () => {
    expect(check('x-anything: { a: 1 }')).toEqual([]);
  });
});

describe('schemas', () => {
  const checkSchema = (text: string): readonly string[] => check(`components: { schemas: { A: ${text} } }`);

  test.each(rows<readonly [string, string]>('mistakes in schemas'))('%s', (given, want) => {
    expect(checkSchema(given)).toEqual([want]);
  });

  test('may refer to themselves through properties', () => {
    expect(
      checkSchema(
        '{ properties: { a: { $ref: "#/components/schemas/A" } }, items: { $ref: "#/components/schemas/A" } }',
      ),
    ).toEqual([]);
  });

  table('schemas', ({ text }: { text: string }) => {
    expect(checkSchema(text)).toEqual([]);
  });

  test.each([
    ['Aa', '3:81 error unknown-reference: there is no schema "Aa"; did you mean "A"?'],
    [
      '"#/components/schemas/Aa"',
      '3:81 error unknown-reference: "#/components/schemas/Aa" does not exist; did you mean "#/components/schemas/A"?',
    ],
    ['A', undefined],
  ])('may have a `defaultMapping` to a schema that exists: %s', (name, want) => {
    const text = `components: { schemas: { A: { discriminator: { propertyName: a, defaultMapping: ${name} } } } }`;
    const { messages } = read(`${head.replace('3.1.0', '3.2.0')}${text}\n`);
    expect(messages).toEqual(want === undefined ? [] : [`api.yaml:${want}`]);
  });
});

describe('operations', () => {
  const id = (name: string): string => `{ name: ${name}, in: path, required: true, schema: {} }`;

  test.each(rows<readonly [string, string]>('mistakes in operations'))('%s', (given, want) => {
    expect(check(given)).toEqual([want]);
  });

  test('may use Google path templates', () => {
    expect(
      check(
        `paths: { "/v1/{name=accounts/*}": { get: { parameters: [${id('name')}] } }, "/{+rest}": { get: { parameters: [${id('rest')}] } } }`,
      ),
    ).toEqual([]);
  });

  test('of paths that differ only in the names of parameters collide if they have the same method', () => {
    const path = (name: string, method: string): string =>
      `  "/a/{${name}}": { ${method}: { parameters: [${id(name)}] } }\n`;
    expect(check(`paths:\n${path('b', 'get')}${path('c', 'get')}${path('d', 'put')}`)).toEqual([
      '5:3 warning colliding-paths: the path "/a/{c}" collides with "/a/{b}" (line 4): both match the same requests',
    ]);
  });
});

describe('servers', () => {
  test.each(rows<readonly [string, string]>('mistakes in servers'))('%s', (given, want) => {
    expect(check(given)).toEqual([want]);
  });
});

describe('a document without paths, components and webhooks', () => {
  const listMessages = (version: string): readonly string[] =>
    read(`openapi: ${version}\ninfo: { title: a, version: "1" }\ntags: []\n`).messages;

  test('is rejected', () => {
    expect(listMessages('3.0.3')).toEqual(['api.yaml:1:1 error missing-field: an OpenAPI 3.0 document needs "paths"']);
    expect(listMessages('3.1.0')).toEqual([
      'api.yaml:1:1 error missing-field: an OpenAPI 3.1 document needs "paths" or "components" or "webhooks"',
    ]);
  });
});

describe('security', () => {
  test.each(rows<readonly [string, string]>('mistakes in security'))('%s', (given, want) => {
    expect(check(given)).toEqual([want]);
  });
});
