import { describe, expect, test } from 'vitest';
import { read as readText, readRight, type Reading } from '../read-text.js';
import { isJsonObject } from '@speccast/runtime';
import { at, library, messages, withMethod } from './library.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const read = (text: string): Reading => readText(text, { file: 'library.json' });

describe('reading a Discovery document', () => {
  table('returns an OpenAPI document', ({ want }: { want: unknown }) => {
    const document = {
      ...withMethod({}),
      description: 'Lends books.',
      documentationLink: 'https://a.example',
      batchPath: 'batch',
    };
    expect(read(JSON.stringify(document)).document?.root).toEqual(want);
  });

  test('needs no `kind` if it has `discoveryVersion`', () => {
    const { kind: _kind, ...document } = library({});
    expect(read(JSON.stringify({ discoveryVersion: 'v1', ...document })).messages).toEqual([]);
  });

  test('accepts YAML', () => {
    const text = 'kind: discovery#restDescription\nname: a\ntitle: A\nversion: v1\nrootUrl: https://a.example/\n';
    expect(readRight(text, { file: 'a.yaml' }).root['servers']).toEqual([{ url: 'https://a.example' }]);
  });

  table('rejects %j', (given: string, want: string) => {
    expect(read(given)).toEqual({ document: undefined, messages: [want] });
  });

  test('reports a mistake once, however often its object is used', () => {
    const document = withMethod({ path: '{+name}', parameters: 5, scopes: 7 });
    expect(messages(document)).toEqual([
      '{ error undeclared-path-parameter: "{name}" of the path "/{name=**}" is not declared as a parameter with "in: path"',
      '5 error wrong-type: "parameters" must be an object, not a number',
      '7 error wrong-type: "scopes" must be an array, not a number',
    ]);
  });
});

describe('the converted document', () => {
  const text = JSON.stringify(
    withMethod(
      { response: { $ref: 'Book' } },
      {
        schemas: {
          Book: { type: 'object', properties: { title: { type: 'string' } } },
        },
      },
    ),
    undefined,
    1,
  );
  const document = readRight(text, { file: 'library.json' });
  const place = (line: RegExp): { line: number } => ({
    line: text.split('\n').findIndex((one) => line.test(one)) + 1,
  });
  const objectAt = (...keys: readonly string[]): object => Object(at(document.root, ...keys));

  test('has the positions of the Discovery document', () => {
    const operation = objectAt('paths', '/books', 'get');
    expect(document.positions.of(operation)).toMatchObject(place(/"get": \{/));
    expect(document.positions.ofValue(operation, 'operationId')).toMatchObject(place(/"library\.books\.get"/));
    expect(document.positions.ofKey(objectAt('paths'), '/books')).toMatchObject(place(/"path": "books"/));
    expect(document.positions.ofKey(objectAt('components', 'schemas', 'Book', 'properties'), 'title')).toMatchObject(
      place(/"title": \{/),
    );
  });

  test('has the ids and references of an OpenAPI document', () => {
    const steps = ['paths', '/books', 'get', 'responses', '200', 'content', 'application/json', 'schema'];
    const reference = at(document.root, ...steps);
    if (!isJsonObject(reference)) throw new Error('no reference');
    expect(document.idOf(reference)).toBe('#/paths/~1books/get/responses/200/content/application~1json/schema');
    expect(document.resolve(reference)?.id).toBe('#/components/schemas/Book');
  });
});
