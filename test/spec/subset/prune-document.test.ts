import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readApi, type ApiSources } from '../../api/lower.js';
import { printDiagnostic } from 'speccast';
import type { Json, JsonObject } from 'speccast/emitter';
import { Diagnostics, ownVocabulary } from '../read-text.js';
import { isJsonObject } from '@speccast/runtime';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

type OperationSubset = NonNullable<ApiSources['operations']>;

interface Subset {
  readonly document: JsonObject;
  readonly ids: readonly string[];
  readonly diagnostics: readonly string[];
}

/** Reads a subset of a document, with further files by name. */
function read(
  spec: object,
  operations: OperationSubset,
  files: Readonly<Record<string, object | string>> = {},
): Subset {
  const diagnostics = new Diagnostics();
  const readFile = (name: string): string | undefined => {
    const file = files[name];
    return typeof file === 'object' ? JSON.stringify(file) : file;
  };
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, ...spec });
  const sources = { spec: { file: 'spec.json', text }, readFile, vocabulary: ownVocabulary(), operations };
  const found = readApi(sources, { diagnostics });
  return {
    document: found?.api.document ?? {},
    ids: found?.api.operations.map(({ id }) => id) ?? [],
    diagnostics: diagnostics.list.map(printDiagnostic),
  };
}

function toReference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function toResponses(schema: Json): JsonObject {
  return { '200': { description: 'Found.', content: { 'application/json': { schema } } } };
}

function buildGet(operationId: string, schema: Json, more: JsonObject = {}): JsonObject {
  return { get: { operationId, responses: toResponses(schema), ...more } };
}

function listNames(document: JsonObject, section: string): readonly string[] {
  const { components } = document;
  const entries = isJsonObject(components) ? components[section] : undefined;
  return isJsonObject(entries) ? Object.keys(entries) : [];
}

const one: OperationSubset = { include: [{ operationId: 'one' }] };

/** A document, the chosen operations (by default `one`), and the expected parts of the pruned document. */
interface SubsetRow {
  readonly spec: object;
  readonly operations?: OperationSubset;
  readonly files?: Readonly<Record<string, string | object>>;
  /** Expected names by section of the components. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** Expected members of the document. */
  readonly document?: JsonObject;
}

table('a subset of a document', ({ spec, operations = one, files, names = {}, document: want = {} }: SubsetRow) => {
  const { document, ids, diagnostics } = read(spec, operations, files);
  expect(diagnostics).toEqual([]);
  expect(ids).toHaveLength(1);
  for (const [section, own] of Object.entries(names)) expect(listNames(document, section)).toEqual(own);
  for (const [key, value] of Object.entries(want)) expect(document[key]).toEqual(value);
});

test('reports mistakes at their position, and none in parts that are left out', () => {
  const paths = {
    '/two': buildGet('two', toReference('Nobody'), { sumary: 'Two' }),
    '/one': buildGet('one', toReference('Nobody')),
  };
  const { diagnostics } = read({ paths }, one);
  const column =
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }).lastIndexOf('"#/comp') + 1;
  expect(diagnostics).toEqual([
    `spec.json:1:${column} warning unknown-reference: "#/components/schemas/Nobody" does not exist; any value is valid there`,
  ]);
});

test('rejects a subset without operations', () => {
  const paths = { '/one': buildGet('one', {}, { tags: ['a'] }) };
  const at = { file: 'speccast.yaml', line: 4, column: 20 };
  expect(read({ paths }, { include: [{ tag: 'a', at }], exclude: [{ method: 'GET' }] }).diagnostics).toEqual([
    'speccast.yaml:4:20 error no-operations: no operation is left after `include` and `exclude`',
  ]);
});

/** Lists the references of a document that do not resolve. */
function listDangling(document: JsonObject): readonly string[] {
  const found: string[] = [];
  const visit = (value: Json): void => {
    if (Array.isArray(value)) return value.forEach((item: Json) => visit(item));
    if (!isJsonObject(value)) return;
    const { $ref, mapping } = value;
    const named = isJsonObject(mapping) ? Object.values(mapping) : [];
    for (const text of [$ref, ...named]) {
      if (typeof text !== 'string' || !text.startsWith('#')) continue;
      let at: Json | undefined = document;
      for (const escaped of decodeURIComponent(text).split('/').slice(1)) {
        const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
        at = Array.isArray(at) ? at[Number(step)] : isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
      }
      if (at === undefined) found.push(text);
    }
    Object.values(value).forEach(visit);
  };
  visit(document);
  return found;
}

const count = 6;
const index = fc.nat(count - 1);

/** References to a schema of the components, to one inside an operation, and to one in another file. */
const reference = fc.oneof(
  index.map((at) => toReference(`S${at}`)),
  index.map((at): JsonObject => ({ $ref: `#/paths/~1p${at}/get/responses/200/content/application~1json/schema` })),
  index.map((at): JsonObject => ({ $ref: `parts.json#/S${at}` })),
);

const schema: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant<JsonObject>({ type: 'string' }),
  fc.array(reference, { maxLength: 3 }).map((list) => ({
    type: 'object',
    properties: Object.fromEntries(list.map((item, at) => [`p${at}`, item])),
  })),
  index.map((at): JsonObject => ({
    type: 'object',
    required: ['k'],
    properties: { k: { type: 'string' } },
    discriminator: { propertyName: 'k', mapping: { x: `#/components/schemas/S${at}` } },
  })),
);

const spec = fc
  .record({
    schemas: fc.array(schema, { minLength: count, maxLength: count }),
    parts: fc.array(schema, { minLength: count, maxLength: count }),
    own: fc.array(schema, { minLength: count, maxLength: count }),
    tags: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: count, maxLength: count }),
    deprecated: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
  })
  .map(({ schemas, parts, own, tags, deprecated }) => ({
    operations: tags.map((tag, at) => ({ id: `op.${at}`, tag, deprecated: deprecated[at] === true })),
    document: {
      paths: Object.fromEntries(
        own.map((item, at) => [
          `/p${at}`,
          buildGet(`op.${at}`, item, { tags: [tags[at] ?? ''], deprecated: deprecated[at] === true }),
        ]),
      ),
      components: { schemas: Object.fromEntries(schemas.map((item, at) => [`S${at}`, item])) },
    },
    files: {
      'parts.json': JSON.parse(
        JSON.stringify(Object.fromEntries(parts.map((item, at) => [`S${at}`, item]))).replaceAll('"#/', '"spec.json#/'),
      ),
    },
  }));

test('has exactly the chosen operations, and no reference to a part that is left out', () => {
  fc.assert(
    fc.property(spec, fc.subarray(['a', 'b', 'c'], { minLength: 1 }), fc.boolean(), (given, tags, isShort) => {
      const { operations, document, files } = given;
      const included = operations.filter(({ tag }) => tags.includes(tag));
      const want = included.filter(({ deprecated }) => !(isShort && deprecated)).map(({ id }) => id);
      fc.pre(want.length > 0);
      const include = [...new Set(included.map(({ tag }) => tag))].map((tag) => ({ tag }));
      const exclude = isShort && operations.some(({ deprecated }) => deprecated) ? [{ deprecated: true }] : [];
      const got = read(document, { include, exclude }, files);
      expect(got.diagnostics.filter((line) => line.includes(' error '))).toEqual([]);
      expect(got.ids).toEqual(want);
      expect(Object.keys(isJsonObject(got.document['paths']) ? got.document['paths'] : {})).toHaveLength(want.length);
      expect(listDangling(got.document)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('takes linear time', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 4000 }, (_, at) => [
      `S${at}`,
      {
        type: 'object',
        properties: { next: toReference(`S${(at * 7 + 1) % 4000}`), last: toReference(`S${Math.floor(at / 2)}`) },
      },
    ]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [
      `/p${at}`,
      buildGet(`op.${at}`, toReference(`S${at * 4}`), { tags: [`t${at % 50}`] }),
    ]),
  );
  const started = performance.now();
  const found = read(
    { paths, components: { schemas } },
    { include: [{ operationId: 'op.999' }, { path: '/p4*' }], exclude: [{ tag: 't1*' }] },
  );
  const chosen = Object.keys(paths).filter(
    (path, at) => path === '/p999' || (path.startsWith('/p4') && !`${at % 50}`.startsWith('1')),
  );
  expect(found.ids).toEqual(chosen.map((path) => path.replace('/p', 'op.')));
  // It takes a second on a machine that runs nothing else.
  expect(performance.now() - started).toBeLessThan(30_000);
});
