import type { Json, JsonObject } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { read, readRight } from '../read-text.js';

/** Builds a Discovery document with the methods of a resource `books`, and further members. */
export function library(methods: Json, further: JsonObject = {}): JsonObject {
  return {
    kind: 'discovery#restDescription',
    name: 'library',
    version: 'v1',
    title: 'Library',
    rootUrl: 'https://library.example/',
    servicePath: 'v1/',
    resources: { books: { methods } },
    ...further,
  };
}

/** Builds a Discovery document with one method, `GET books`, whose members can be replaced. */
export function withMethod(method: JsonObject, further: JsonObject = {}): JsonObject {
  return library({ get: { id: 'library.books.get', httpMethod: 'GET', path: 'books', ...method } }, further);
}

/** Converts a correct Discovery document to OpenAPI. */
export function convert(document: JsonObject): JsonObject {
  return readRight(JSON.stringify(document), { file: 'library.json' }).root;
}

/** Lists the messages about a Discovery document, each with the text at its position in place of line and column: `"a" error wrong-type: …`. */
export function messages(document: JsonObject): readonly string[] {
  const text = JSON.stringify(document);
  return read(text, { file: 'library.json' }).messages.map((message) => {
    const [, column = '', said = ''] = /^library\.json:1:(\d+) (.*)$/s.exec(message) ?? [];
    const [token = ''] = /^(?:"(?:[^"\\]|\\.)*"|[{[]|[^,}\]]+)/.exec(text.slice(Number(column) - 1)) ?? [];
    return `${token} ${said}`;
  });
}

/** Returns the value at a path of keys and indices. Throws if there is none. */
export function at(value: Json, ...keys: readonly (string | number)[]): Json {
  let found: Json | undefined = value;
  for (const key of keys) {
    // Numbers are indexes of arrays, texts keys of objects.
    found = Array.isArray(found)
      ? (found[Number(key)] as Json | undefined)
      : isJsonObject(found)
        ? found[key]
        : undefined;
  }
  if (found === undefined) throw new Error(`there is no value at ${keys.join('.')}`);
  return found;
}

/** Converts a schema of a Discovery document to OpenAPI. */
export function convertSchema(schema: Json, further: JsonObject = {}): Json {
  return at(
    convert(library({}, { schemas: { A: schema, B: { type: 'object' }, ...further } })),
    'components',
    'schemas',
    'A',
  );
}

/** Converts a document with one method, and returns the operation. */
export function convertMethod(method: JsonObject, further: JsonObject = {}): JsonObject {
  const paths = at(convert(withMethod(method, further)), 'paths');
  const [item] = Object.values(paths ?? {});
  const [operation] = Object.values(item);
  // The document has one method.
  return operation as JsonObject;
}

/** Converts a document with one method, and returns the parameters of the operation. */
export function convertParameters(parameters: JsonObject, further: JsonObject = {}): Json {
  return convertMethod({ parameters, ...further })['parameters'] ?? [];
}
