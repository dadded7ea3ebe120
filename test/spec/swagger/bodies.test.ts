import { describe, expect, test } from 'vitest';
import { convert, convertOperation } from './convert.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const pet = 'definitions: { Pet: { type: object, properties: { name: { type: string } } } }\n';
const body = 'name: body, in: body, required: true, schema: { $ref: "#/definitions/Pet" }';
const schema = { $ref: '#/components/schemas/Pet' };

describe('a body parameter', () => {
  table('is a request body with %s', (_: string, own: string, shared: string, types: readonly string[]) => {
    const stated = own === '' ? '' : `${own}, `;
    const { operation } = convertOperation(`${stated}parameters: [{ ${body}, description: A pet. }]`, shared + pet);
    expect(operation).toEqual({
      requestBody: {
        description: 'A pet.',
        required: true,
        content: Object.fromEntries(types.map((type) => [type, { schema }])),
      },
      responses: { '204': { description: 'Done' } },
    });
  });

  table(
    'that operations share is a shared request body, except for operations with their own `consumes`',
    ({ want, want2 }: { want: unknown; want2: unknown }) => {
      const { root } = convert(`${pet}parameters: { Pet: { ${body} } }
paths:
  /a:
    post: { parameters: [{ $ref: '#/parameters/Pet' }], responses: { '204': { description: Done } } }
    put: { consumes: [text/csv], parameters: [{ $ref: '#/parameters/Pet' }], responses: { '204': { description: Done } } }
`);
      expect(root['components'].requestBodies).toEqual(want);
      expect(root['components'].parameters).toBeUndefined();
      expect(root['paths']['/a'].post.requestBody).toEqual({
        $ref: '#/components/requestBodies/Pet',
      });
      expect(root['paths']['/a'].put.requestBody).toEqual(want2);
    },
  );

  table(
    'of a path is the body of each operation without one',
    ({ want, want2, want3 }: { want: unknown; want2: unknown; want3: unknown }) => {
      const { root } = convert(`${pet}paths:
  /a:
    parameters: [{ ${body} }, { name: q, in: query, type: string }]
    post: { responses: { '204': { description: Done } } }
    put: { parameters: [{ name: b, in: body, schema: { type: string } }], responses: { '204': { description: Done } } }
    patch: { parameters: [{ name: f, in: formData, type: string }], responses: { '204': { description: Done } } }
`);
      const { parameters, post, put, patch } = root['paths']['/a'];
      expect(parameters).toEqual(want);
      expect(post.requestBody).toEqual(want2);
      expect(put.requestBody).toEqual(want3);
      expect(Object.keys(patch.requestBody.content)).toEqual(['application/x-www-form-urlencoded']);
    },
  );

  test('without a schema accepts anything, with a warning', () => {
    const { operation, messages } = convertOperation('parameters: [{ name: b, in: body }]');
    expect(operation.requestBody.content['application/json'].schema).toEqual({});
    expect(messages).toEqual([
      'api.yaml:3:36 warning missing-required: a body parameter needs "schema"; it accepts any value',
    ]);
  });

  test('has priority over form fields', () => {
    const { operation, messages } = convertOperation(
      'parameters: [{ name: a, in: body, schema: { type: string } }, { name: b, in: formData, type: string }]',
    );
    expect(operation.parameters).toBeUndefined();
    expect(operation.requestBody).toEqual({
      content: { 'application/json': { schema: { type: 'string' } } },
    });
    expect(messages).toEqual([
      'api.yaml:3:85 warning ignored-parameter: the parameter has no effect beside the body parameter',
    ]);
  });
});

describe('the form fields of an operation', () => {
  table('are the properties of its body, also shared ones and those of the path', ({ want }: { want: unknown }) => {
    const { root } =
      convert(`parameters: { Photo: { name: photo, in: formData, type: file, required: true, description: It. } }
paths:
  /a:
    parameters: [{ name: n, in: formData, type: integer }, { name: m, in: formData, type: integer }]
    post:
      consumes: [multipart/form-data, application/x-www-form-urlencoded]
      parameters: [{ $ref: '#/parameters/Photo' }, { name: m, in: formData, type: string, x-note: 1 }]
      responses: { '204': { description: Done } }
`);
    expect(root['paths']['/a'].parameters).toBeUndefined();
    expect(root['components']).toBeUndefined();
    expect(root['paths']['/a'].post.requestBody).toEqual(want);
  });

  table('have an encoding if they are a joined list', ({ want }: { want: unknown }) => {
    const list = 'in: formData, type: array, items: { type: string }';
    const { operation, messages } = convertOperation(
      `parameters: [{ name: a, ${list} }, { name: b, ${list}, collectionFormat: multi }, { name: c, ${list}, collectionFormat: pipes }, { name: d, ${list}, collectionFormat: tsv }]`,
    );
    const { schema: form, encoding } = operation.requestBody.content['application/x-www-form-urlencoded'];
    expect(encoding).toEqual(want);
    expect(form.properties.d).toEqual({
      type: 'array',
      items: { type: 'string' },
    });
    expect(messages).toEqual([]);
  });

  test('are parts of a multipart body if one is a file, whatever `consumes` lists', () => {
    const { operation, messages } = convertOperation(
      'consumes: [application/x-www-form-urlencoded], parameters: [{ name: a, in: formData, type: file }]',
    );
    expect(Object.keys(operation.requestBody.content)).toEqual(['multipart/form-data']);
    expect(messages).toEqual([
      'api.yaml:3:108 warning invalid-value: a file is sent as "multipart/form-data", which "consumes" does not list',
    ]);
  });
});

describe('a response', () => {
  table('has each media type of `produces`, with its example', ({ want }: { want: unknown }) => {
    const { operation, messages } = convertOperation(
      "produces: [application/json, text/csv], responses: { '200': { description: Ok, schema: { type: string }, examples: { text/csv: a, text/html: b } } }",
    );
    expect(operation.responses['200']).toEqual(want);
    expect(messages).toEqual([
      'api.yaml:3:153 warning ignored-field: the example has no effect: "text/html" is not a media type of the response',
    ]);
  });

  test('may be a file', () => {
    const response = "responses: { '200': { description: Ok, schema: { type: file } } }";
    const bytes = { schema: { type: 'string', format: 'binary' } };
    expect(convertOperation(response).operation.responses['200'].content).toEqual({
      'application/octet-stream': bytes,
    });
    expect(convertOperation(`produces: [image/png], ${response}`).operation.responses['200'].content).toEqual({
      'image/png': bytes,
    });
  });

  table(
    'that is shared has the media types of the document, or those of the operation',
    ({ want }: { want: unknown }) => {
      const { operation, root } = convertOperation(
        "produces: [text/xml], responses: { '400': { $ref: '#/responses/Bad' }, '404': { $ref: '#/responses/None' } }",
        'produces: [application/json]\nresponses: { Bad: { description: Bad, headers: { A: { type: string } }, schema: { type: object, properties: {} } }, None: { description: None } }\n',
      );
      const object = { type: 'object', properties: {} };
      expect(root['components'].responses.Bad.content).toEqual({
        'application/json': { schema: object },
      });
      expect(operation.responses).toEqual(want);
    },
  );

  test('that is an object is JSON even if `produces` lists only images', () => {
    const { operation } = convertOperation(
      "produces: [image/png], responses: { '400': { description: Bad, schema: { properties: {} } } }",
    );
    expect(Object.keys(operation.responses['400'].content)).toEqual(['application/json']);
  });
});
