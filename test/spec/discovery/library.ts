import type { Json, JsonObject } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { read, readRight } from '../read-text.js';

/** A Discovery document of one resource, `books`, with the methods and further members given. */
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

/** A document whose only method has the members given. */
export function withMethod(method: JsonObject, further: JsonObject = {}): JsonObject {
  return library({ get: { id: 'library.books.get', httpMethod: 'GET', path: 'books', ...method } }, further);
}

/** The converted document of a right one. */
export function convert(document: JsonObject): JsonObject {
  return readRight(JSON.stringify(document), { file: 'library.json' }).root;
}

/** What is said about a document, each after the text at its place: up to the end of that value, or its first brace. */
export function messages(document: JsonObject): readonly string[] {
  const text = JSON.stringify(document);
  return read(text, { file: 'library.json' }).messages.map((message) => {
    const [, column = '', said = ''] = /^library\.json:1:(\d+) (.*)$/s.exec(message) ?? [];
    const [token = ''] = /^(?:"(?:[^"\\]|\\.)*"|[{[]|[^,}\]]+)/.exec(text.slice(Number(column) - 1)) ?? [];
    return `${token} ${said}`;
  });
}

/** The value at some keys. */
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
  if (found === undefined) throw new Error(`nothing stands at ${keys.join('.')}`);
  return found;
}

/** The schema that a schema of the document is converted to. */
export function convertSchema(schema: Json, further: JsonObject = {}): Json {
  return at(
    convert(library({}, { schemas: { A: schema, B: { type: 'object' }, ...further } })),
    'components',
    'schemas',
    'A',
  );
}

/** The operation that the only method is converted to. */
export function convertMethod(method: JsonObject, further: JsonObject = {}): JsonObject {
  const paths = at(convert(withMethod(method, further)), 'paths');
  const [item] = Object.values(paths ?? {});
  const [operation] = Object.values(item);
  // The document has one method.
  return operation as JsonObject;
}

/** The parameters of the only method, each as converted. */
export function convertParameters(parameters: JsonObject, further: JsonObject = {}): Json {
  return convertMethod({ parameters, ...further })['parameters'] ?? [];
}
