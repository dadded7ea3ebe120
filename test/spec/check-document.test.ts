import { describe, expect, test } from 'vitest';
import { head, read } from './read-text.js';

/** What is said about the part of a document that starts on line 3; a part about nothing gets empty paths. */
function check(text: string): readonly string[] {
  const paths = /^(?:paths|components|webhooks):/m.test(text) ? '' : '\npaths: {}\n';
  return read(head + text + paths).messages.map((message) => message.replace('api.yaml:', ''));
}

describe('fields', () => {
  test.each([
    ['tags: [{ description: a }]', '3:8 error missing-field: a tag needs "name"'],
    ['sumary: a', '3:1 warning unknown-field: "sumary" is not a field of an OpenAPI document, and has no effect'],
    [
      'paths: { /a: { get: { sumary: a } } }',
      '3:23 error unknown-field: "sumary" is not a field of an operation; did you mean "summary"?',
    ],
    [
      'paths: { /a: { gett: {} } }',
      '3:16 error unknown-field: "gett" is not a field of a path item; did you mean "get"?',
    ],
    ['paths: { /a: { get: { tags: [a, 5] } } }', '3:33 error wrong-type: "tags[1]" must be a string, not a number'],
    [
      'paths: { /a: { get: { deprecated: "yes" } } }',
      '3:35 error wrong-type: "deprecated" must be true or false, not a string',
    ],
    [
      'paths: { /a: { get: { responses: { "200": 5 } } } }',
      '3:43 error wrong-type: "200" must be a response or a reference, not a number',
    ],
    ['components: null', '3:13 error wrong-type: "components" must be the components object, not null'],
    ['servers: { url: a }', '3:10 error wrong-type: "servers" must be an array, not an object'],
    [
      'servers: [{ url: a, variables: { v: { default: a, enum: [] } } }]',
      '3:57 error invalid-value: "enum" must not be empty',
    ],
    ['__proto__: 1', '3:1 warning unknown-field: "__proto__" is not a field of an OpenAPI document, and has no effect'],
  ])('%s', (given, want) => {
    expect(check(given)).toEqual([want]);
  });

  test.each(['__proto__', 'constructor', 'toString'])('of parameters are no tables of JavaScript: %s', (text) => {
    const parameter = `{ name: ${text}, in: header, style: ${text}, schema: { type: string } }`;
    expect(check(`paths: { /a: { parameters: [${parameter}] } }`)).toEqual([
      expect.stringContaining(`error invalid-value: "style" cannot be "${text}"; it must be one of `),
    ]);
  });

  test('of extensions are free without a vocabulary', () => {
    expect(check('x-anything: { a: 1 }')).toEqual([]);
  });
});

describe('schemas', () => {
  const schema = (text: string): readonly string[] => check(`components: { schemas: { A: ${text} } }`);

  test.each([
    ['{ type: strng }', '3:37 error invalid-value: "type" cannot be "strng"; did you mean "string"?'],
    [
      '{ type: file }',
      '3:37 error invalid-value: "type" cannot be "file"; it must be one of null, boolean, object, array, number, integer, string',
    ],
    ['{ type: [string, string] }', '3:46 error invalid-value: "type" lists "string" twice'],
    ['{ type: {} }', '3:37 error wrong-type: "type" must be a string or an array, not an object'],
    ['{ required: true }', '3:41 error wrong-type: "required" must be an array, not a boolean'],
    ['{ required: [a, 1] }', '3:45 error wrong-type: "required[1]" must be a string, not a number'],
    ['{ minLength: -1 }', '3:42 error invalid-value: "minLength" must be at least 0, not -1'],
    ['{ maxItems: 1.5 }', '3:41 error invalid-value: "maxItems" must be an integer, not 1.5'],
    ['{ multipleOf: 0 }', '3:43 error invalid-value: "multipleOf" must be greater than 0, not 0'],
    ['{ pattern: "(" }', '3:40 error invalid-value: "pattern" is not a regular expression that JavaScript understands'],
    [
      '{ patternProperties: { "[": {} } }',
      '3:52 error invalid-value: "[" is not a regular expression that JavaScript understands',
    ],
    ['{ enum: a }', '3:37 error wrong-type: "enum" must be an array, not a string'],
    ['{ enum: [] }', '3:37 warning empty-range: no value fits: "enum" is empty'],
    [
      '{ enum: [1, 9007199254740993] }',
      '3:41 warning inexact-value: the integer is beyond 2^53 - 1, where JavaScript does not hold all digits: it is read as 9007199254740992',
    ],
    [
      '{ const: -9007199254740993, type: integer }',
      '3:38 warning inexact-value: the integer is beyond 2^53 - 1, where JavaScript does not hold all digits: it is read as -9007199254740992',
    ],
    [
      '{ default: 9223372036854775807 }',
      '3:40 warning inexact-value: the integer is beyond 2^53 - 1, where JavaScript does not hold all digits: it is read as 9223372036854775808',
    ],
    ['{ enum: [a, 1, a] }', '3:44 warning repeated-value: "enum" lists "a" twice'],
    ['{ nullable: true }', '3:31 warning unknown-keyword: "nullable" is not a field of a schema, and has no effect'],
    [
      '{ discriminator: { propertyName: a, mapping: { b: Aa } } }',
      '3:79 error unknown-reference: no schema is called "Aa"; did you mean "A"?',
    ],
    ['{ allOf: [] }', '3:38 error invalid-value: "allOf" must not be empty'],
    ['{ items: [true] }', '3:38 error wrong-type: "items" must be a schema, not an array'],
    ['{ properties: { a: 5 } }', '3:48 error wrong-type: "properties.a" must be a schema, not a number'],
    [
      '{ minLenght: 1 }',
      '3:31 error unknown-keyword: "minLenght" is not a field of a schema; did you mean "minLength"?',
    ],
    [
      '{ minLength: 2, maxLength: 1 }',
      '3:42 warning empty-range: no value fits: "minLength" 2 is greater than "maxLength" 1',
    ],
    [
      '{ required: [nmae], properties: { name: {} } }',
      '3:42 warning unknown-property: the required "nmae" is not among the properties; did you mean "name"?',
    ],
    [
      '{ discriminator: { propertyName: a, mapping: { b: "#/components/schemas/Aa" } } }',
      '3:79 error unknown-reference: "#/components/schemas/Aa" does not exist; did you mean "#/components/schemas/A"?',
    ],
    [
      '{ allOf: [{ $ref: "#/components/schemas/A" }] }',
      '3:39 error endless-schema: validating with this schema needs "#/components/schemas/A", which needs this one: no value can be validated',
    ],
  ])('%s', (given, want) => {
    expect(schema(given)).toEqual([want]);
  });

  test('may go round through properties', () => {
    expect(
      schema('{ properties: { a: { $ref: "#/components/schemas/A" } }, items: { $ref: "#/components/schemas/A" } }'),
    ).toEqual([]);
  });

  test('may be booleans and have several types', () => {
    expect(schema('{ type: [string, "null"], not: false, items: true }')).toEqual([]);
  });

  test.each([
    ['Aa', '3:81 error unknown-reference: no schema is called "Aa"; did you mean "A"?'],
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

  test('may map to schemas by name', () => {
    expect(schema('{ discriminator: { propertyName: a, mapping: { b: A } } }')).toEqual([]);
  });
});

describe('operations', () => {
  const id = (name: string): string => `{ name: ${name}, in: path, required: true, schema: {} }`;

  test.each([
    [
      'paths: { /a: { get: { operationId: getA } } }\ncomponents: { links: { L: { operationId: getB } } }',
      '4:42 warning unknown-operation: no operation is called "getB"; did you mean "getA"?',
    ],
    [
      'paths: { /a: { get: { parameters: [{ name: q, in: query, schema: {} }, { name: q, in: query, schema: {} }] } } }',
      '3:72 error duplicate-parameter: the query parameter "q" is declared twice; the first is at line 3',
    ],
    [
      `paths: { "/a/{petId}": { parameters: [${id('petId')}], get: { parameters: [${id('pedId')}] } } }`,
      '3:115 error unknown-path-parameter: the path "/a/{petId}" has no "{pedId}"; did you mean "petId"?',
    ],
    [
      'paths: { "/a/{id}": { get: {} } }',
      '3:28 error undeclared-path-parameter: "{id}" of the path "/a/{id}" is not declared as a parameter with "in: path"',
    ],
    [
      `paths: { "/{id}/{id}": { get: { parameters: [${id('id')}] } } }`,
      '3:10 warning repeated-path-parameter: the path "/{id}/{id}" names "{id}" twice; both get the same value',
    ],
    ['paths: { a: { get: {} } }', '3:10 error invalid-path: the path "a" must start with "/"'],
    [
      'paths: { /a: { get: { responses: { 20x: { description: a } } } } }',
      '3:36 error invalid-status: "20x" is not a status; did you mean "2XX"?',
    ],
    [
      'paths: { /a: { get: { requestBody: { content: {} } } } }',
      '3:23 warning unusual-body: a GET request with a body is not sent by every client',
    ],
    [
      'paths: { /a: { get: { parameters: [{ name: a, in: query }] } } }',
      '3:36 error missing-field: a parameter needs "schema" or "content"',
    ],
    [
      'paths: { /a: { get: { parameters: [{ name: a, in: qury, schema: {} }] } } }',
      '3:51 error invalid-value: "in" cannot be "qury"; did you mean "query"?',
    ],
    [
      'paths: { /a: { get: { parameters: [{ name: X-A, in: header, schema: {} }, { name: x-a, in: header, schema: {} }] } } }',
      '3:75 error duplicate-parameter: the header parameter "x-a" is declared twice; the first is at line 3',
    ],
    [
      'paths: { /a: { get: { parameters: [{ name: a, in: query, style: matrix, schema: {} }] } } }',
      '3:65 error invalid-value: the style of a query parameter cannot be "matrix"; it must be form or spaceDelimited or pipeDelimited or deepObject',
    ],
    [
      'components: { headers: { H: { style: form, schema: {} } } }',
      '3:38 error invalid-value: the style of a header parameter cannot be "form"; it must be simple',
    ],
    [
      'paths: { /a: { get: { responses: {} } } }',
      '3:34 warning missing-required: an operation has at least one response',
    ],
    [
      'paths: { /a: { get: { responses: { "200": {} } } } }',
      '3:43 warning missing-required: a response has a "description"',
    ],
    [
      'components: { headers: { H: { schema: {}, content: { a/b: {} } } } }',
      '3:43 error invalid-value: a header has either "schema" or "content", not both',
    ],
    [
      'components: { headers: { H: { content: { a/b: {}, c/d: {} } } } }',
      '3:31 error invalid-value: the "content" of a header has exactly one media type',
    ],
    [
      'components: { parameters: { P: { name: a, in: path, schema: {} } } }',
      '3:32 warning missing-required: a path parameter has "required: true", and is treated so',
    ],
  ])('%s', (given, want) => {
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
      '5:3 warning colliding-paths: the path "/a/{c}" cannot be distinguished from "/a/{b}" (line 4)',
    ]);
  });
});

describe('servers', () => {
  test.each([
    [
      "servers: [{ url: 'https://{regoin}.example', variables: { region: { default: eu } } }]",
      '3:18 warning undeclared-server-variable: "{regoin}" of the address is not declared under "variables"; did you mean "region"?',
    ],
    [
      "servers: [{ url: 'https://{a}.example', variables: { a: { default: b, enum: [c] } } }]",
      '3:68 warning impossible-default: the default "b" is not among the values of "enum"',
    ],
  ])('%s', (given, want) => {
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
  const schemes =
    'components: { securitySchemes: { oauth2: { type: oauth2, flows: { implicit: { authorizationUrl: a, scopes: { read: b } } } } } }\n';

  test.each([
    [
      `${schemes}security: [{ oauth: [] }]`,
      '4:14 error unknown-security-scheme: no security scheme is called "oauth"; did you mean "oauth2"?',
    ],
    [
      `${schemes}security: [{ oauth2: [raed] }]`,
      '4:23 warning unknown-scope: the security scheme "oauth2" has no scope "raed"; did you mean "read"?',
    ],
    ['security: [{ __proto__: [] }]', '3:14 error unknown-security-scheme: no security scheme is called "__proto__"'],
    [
      'components: { securitySchemes: { k: { type: apiKey, name: k } } }',
      '3:37 error missing-field: a security scheme of type "apiKey" needs "in"',
    ],
    [
      'components: { securitySchemes: { o: { type: oauth2, flows: { password: { scopes: {} } } } } }',
      '3:72 error missing-field: the OAuth flow "password" needs "tokenUrl"',
    ],
  ])('%s', (given, want) => {
    expect(check(given)).toEqual([want]);
  });
});
