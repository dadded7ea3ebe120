import { describe, expect, test } from 'vitest';
import { read } from '../read-text.js';
import { convert, head } from './convert.js';
import { readRows } from '../../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { rows, table } = readRows(import.meta.url);

const emptyPaths = 'paths: {}\n';

describe('the servers', () => {
  test.each([
    ['host: a.com\nbasePath: /v1/\nschemes: [http, https]\n', ['https://a.com/v1', 'http://a.com/v1']],
    ['host: a.com:80\n', ['https://a.com:80']],
    ['basePath: v1\n', ['/v1']],
    ['basePath: /\n', undefined],
    ['schemes: [https]\n', undefined],
  ])('of %j are %j', (text, want) => {
    const { root, messages } = convert(text + emptyPaths);
    expect(root['servers']?.map(({ url }: { url: string }) => url)).toEqual(want);
    expect(messages).toEqual([]);
  });

  test('of an operation have its own schemes', () => {
    const { root } = convert(
      "host: a.com\nschemes: [https]\npaths: { /: { get: { schemes: [http], responses: { '204': { description: Done } } } } }\n",
    );
    expect(root['paths']['/'].get).toEqual({
      responses: { '204': { description: 'Done' } },
      servers: [{ url: 'http://a.com' }],
    });
  });

  test('have a `host` without a scheme, with a warning', () => {
    const { root, messages } = convert(`host: https://a.com/\n${emptyPaths}`);
    expect(root['servers']).toEqual([{ url: 'https://a.com' }]);
    expect(messages).toEqual([
      'api.yaml:3:7 warning invalid-value: "host" must be a name without a scheme, which belongs in "schemes": it is read as "a.com"',
    ]);
  });
});

describe('a security scheme', () => {
  table('{ %s } is converted with the same meaning', (text: string, want: JsonObject) => {
    const { root, messages } = convert(`securityDefinitions: { s: { ${text} } }\n${emptyPaths}`);
    expect(root['components'].securitySchemes.s).toEqual(want);
    expect(messages).toEqual([]);
  });

  table('with the OAuth flow %s has that called %s', (written: string, name: string) => {
    const urls = 'authorizationUrl: https://a, tokenUrl: https://b, scopes: { r: Reads }';
    const { root, messages } = convert(
      `securityDefinitions: { s: { type: oauth2, flow: ${written}, ${urls} } }\n${emptyPaths}`,
    );
    const flow = {
      authorizationUrl: 'https://a',
      tokenUrl: 'https://b',
      scopes: { r: 'Reads' },
    };
    expect(root['components'].securitySchemes.s).toEqual({
      type: 'oauth2',
      flows: { [name]: flow },
    });
    expect(messages).toEqual([]);
  });

  test('without scopes has none, with a warning', () => {
    const { root, messages } = convert(
      `securityDefinitions: { s: { type: oauth2, flow: application, tokenUrl: https://b } }\n${emptyPaths}`,
    );
    expect(root['components'].securitySchemes.s.flows.clientCredentials.scopes).toEqual({});
    expect(messages).toEqual(['api.yaml:3:27 warning missing-required: an OAuth scheme of Swagger 2.0 needs "scopes"']);
  });

  test('without a flow has the flow that fits its URLs', () => {
    const { root, messages } = convert(
      `securityDefinitions: { s: { type: oauth2, tokenUrl: https://b, scopes: {} } }\n${emptyPaths}`,
    );
    expect(Object.keys(root['components'].securitySchemes.s.flows)).toEqual(['clientCredentials']);
    expect(messages).toEqual([
      'api.yaml:3:27 warning missing-required: an OAuth scheme of Swagger 2.0 needs "flow"; by its addresses it is read as "application"',
    ]);
  });
});

describe('a schema', () => {
  function convertDefinition(text: string): {
    readonly schema: unknown;
    readonly messages: readonly string[];
  } {
    const { root, messages } = convert(`definitions: { A: { ${text} }, B: { type: string } }\n${emptyPaths}`);
    return { schema: root['components'].schemas.A, messages };
  }

  test.each(rows<readonly [string, JsonObject]>('schemas that are converted'))(
    '{ %s } is converted with the same meaning',
    (text, want) => {
      expect(convertDefinition(text)).toEqual({ schema: want, messages: [] });
    },
  );

  test('ignores fields beside a reference', () => {
    expect(convertDefinition("$ref: '#/definitions/B', readOnly: true").messages).toEqual([
      'api.yaml:3:46 warning ignored-field: "readOnly" has no effect beside "$ref" in Swagger 2.0',
    ]);
  });
});

describe('references', () => {
  test('resolve to the converted parts, at any depth', () => {
    const { root, messages } = convert(`definitions:
  A: { type: object, properties: { b: { type: string }, c: { $ref: '#/definitions/A/properties/b' } } }
  D: { $ref: '#/paths/~1/post/parameters/0/schema' }
  E: { $ref: '#/paths/~1/post/responses/200/schema/items' }
paths:
  /:
    post:
      parameters: [{ name: b, in: body, schema: { type: object } }]
      responses: { '200': { description: Ok, schema: { type: array, items: { type: integer } } } }
`);
    expect(messages).toEqual([]);
    const { schemas } = root['components'];
    expect(schemas.A.properties.c.$ref).toBe('#/components/schemas/A/properties/b');
    expect(schemas.D.$ref).toBe('#/paths/~1/post/requestBody/content/application~1json/schema');
    expect(schemas.E.$ref).toBe('#/paths/~1/post/responses/200/content/application~1json/schema/items');
  });

  table(
    'resolve to other files, which are converted as well, and back',
    ({ files, want, want2 }: { files: Readonly<Record<string, string>>; want: object; want2: object }) => {
      const text = `${head}definitions: { A: { type: string } }
responses: { Bad: { description: Bad, schema: { $ref: 'shared.json#/Name' } } }
paths: { /a: { $ref: paths/a.yaml } }
`;
      const { document, messages } = read(text, { files });
      expect(messages).toEqual([]);
      expect(document?.open('shared.json')).toMatchObject(want);
      expect(document?.open('paths/a.yaml')).toMatchObject(want2);
    },
  );
});

describe('a reference in place of a whole section', () => {
  const text = `swagger: '2.0'
info: { $ref: info.yaml }
paths: { $ref: paths.yaml }
definitions: { $ref: 'shared/all.yaml#/definitions' }
parameters: { $ref: 'shared/all.yaml#/parameters' }
responses: { $ref: '#/x-responses' }
x-responses: { Bad: { description: Bad, schema: { $ref: '#/definitions/A' } } }
`;
  const files = {
    'info.yaml': "{ title: Test, version: '1' }\n",
    'paths.yaml': `/a:
  get:
    parameters: { $ref: 'shared/all.yaml#/list' }
    responses: { $ref: 'shared/all.yaml#/outcomes' }
x-own: 1
`,
    'shared/all.yaml': `definitions:
  A: { type: string, x-nullable: true }
  B: { type: object, properties: { a: { $ref: '#/definitions/A' } } }
  C: 5
parameters: { page: { name: page, in: query, type: integer } }
list: [{ $ref: '../api.yaml#/parameters/page' }]
outcomes:
  '200': { description: Ok, schema: { $ref: '../api.yaml#/definitions/B' } }
  default: { $ref: '../api.yaml#/responses/Bad' }
`,
  };

  table(
    'is followed, and its target is the same from everywhere',
    ({ want, want2, want3, want4 }: { want: object; want2: object; want3: object; want4: unknown }) => {
      const { document, messages } = read(text, { files, repairs: true });
      expect(document?.openapi.components).toMatchObject(want);
      expect(document?.root['info']).toEqual({ title: 'Test', version: '1' });
      const operation = document?.open('paths.yaml');
      expect(operation).toMatchObject(want2);
      expect(document?.open('shared/all.yaml')).toMatchObject(want3);
      const { positions, openapi } = document!;
      const { schemas = {} } = openapi.components ?? {};
      expect(positions.ofKey(schemas, 'B')).toEqual({
        file: 'shared/all.yaml',
        line: 3,
        column: 3,
      });
      expect(messages.filter((message) => message.includes('misplaced'))).toEqual(want4);
      expect(messages.filter((message) => !message.includes('misplaced'))).toEqual([
        'shared/all.yaml:4:6 warning wrong-type: "schemas.C" must be a schema, not a number; any value is valid there',
      ]);
    },
  );

  test('is an error without repairs', () => {
    expect(
      read(`${head}${emptyPaths}definitions: { $ref: shared/all.yaml#/definitions }\n`, { files }).messages[0],
    ).toBe('api.yaml:4:16 error misplaced-reference: a "$ref" is not allowed here');
  });

  test('may refer to itself', () => {
    const [itself, around] = ['#/definitions', '#'].map(
      (to) =>
        read(`${head}${emptyPaths}definitions: { $ref: '${to}' }\n`, {
          repairs: true,
        }).messages,
    );
    expect(itself).toEqual(['api.yaml:4:16 warning misplaced-reference: a "$ref" is not allowed here; it is left out']);
    expect(around).toContain('api.yaml:4:16 warning misplaced-reference: a "$ref" is not allowed here; it is followed');
  });
});

describe('overlays', () => {
  test('change the document before it is converted', () => {
    const overlay = `overlay: 1.0.0
info: { title: Own, version: '1' }
actions:
  - { target: $.definitions.Pet.properties, update: { age: { type: integer, x-nullable: 5 } } }
  - { target: $, update: { host: b.com } }
`;
    const text = `definitions: { Pet: { type: object, properties: { name: { type: string } } } }\n${emptyPaths}`;
    const { root, messages } = convert(text, {
      overlays: { 'own.yaml': overlay },
    });
    expect(root['servers']).toEqual([{ url: 'https://b.com' }]);
    expect(root['components'].schemas.Pet.properties.age).toEqual({
      type: 'integer',
      'x-nullable': 5,
    });
    expect(messages).toEqual([]);
  });

  test('may change the version to OpenAPI 3, and their mistakes are reported in their files', () => {
    const overlay = (update: string): Record<string, string> => ({
      'own.yaml': `overlay: 1.0.0\ninfo: { title: Own, version: '1' }\nactions:\n  - { target: $, update: ${update} }\n`,
    });
    expect(convert(emptyPaths, { overlays: overlay('{ openapi: 3.1.0 }') }).messages[0]).toBe(
      'api.yaml:1:1 warning unknown-field: "swagger" is not a field of an OpenAPI document, and has no effect',
    );
    expect(read(head + emptyPaths, { overlays: overlay('{ hots: a }') }).messages).toEqual([
      'own.yaml:4:28 error unknown-field: "hots" is not a field of a Swagger 2.0 document; did you mean "host"?',
    ]);
  });
});

test('a document without paths is rejected; misspelt paths are reported as such', () => {
  expect(read(head).messages).toEqual(['api.yaml:1:1 error missing-field: a Swagger 2.0 document needs "paths"']);
  expect(read(`${head}pahts: {}\n`).messages).toEqual([
    'api.yaml:3:1 error unknown-field: "pahts" is not a field of a Swagger 2.0 document; did you mean "paths"?',
  ]);
});

test('other versions are not supported', () => {
  expect(read("swagger: '1.2'\n").messages).toEqual([
    'api.yaml:1:10 error unsupported-version: Swagger "1.2" is not supported; "2.0" is, and OpenAPI 3.0, 3.1 and 3.2',
  ]);
});
