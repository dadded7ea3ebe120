import type { Api, Model, Operation } from '../../api/api.js';
import type { Json, JsonObject } from '../../spec/json.js';
import { isJsonObject } from '../../spec/json.js';
import { parsePointer, printPointer } from '../../spec/pointer.js';
import { groupByModule } from '../code/group-by-module.js';
import { Imports } from '../code/imports.js';
import { literal, propertyKey } from '../code/literals.js';
import { code } from '../code/templates.js';
import type { Templates } from '../code/templates.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, EmitContext, SourceFile } from '../source-file.js';
import { documentHash } from './published-document.js';

const jsonObject: CodeSymbol = { name: 'JsonObject', module: 'runtime/json' };
const components: CodeSymbol = { name: 'components', module: 'spec/components' };
const index = 'spec/index';

/** One constant of a file: a piece of the document. */
interface Piece {
  readonly symbol: CodeSymbol;
  readonly docs: readonly string[];
  readonly value: JsonObject;
}

/** What is needed to emit the spec: the context and the document as published. */
export interface SpecInput {
  readonly context: EmitContext;
  readonly templates: Templates;
  readonly document: JsonObject;
}

/** Emits `spec/*.ts`: the document in pieces, a constant a schema and the paths of a resource, and `spec/index.ts`. */
export function emitSpec(input: SpecInput): readonly SourceFile[] {
  const { api, layout } = input.context;
  const schemas = api.models.map((model) => schemaPiece(model, input.document, layout));
  const paths = pathPieces(api, input.document);
  const modules = groupByModule(
    [...schemas, ...paths, ...componentPieces(input.document)],
    ({ symbol }) => symbol.module,
  );
  return [
    ...[...modules].map(([module, pieces]) => emitModule(module, pieces, input.templates)),
    emitIndex(input, paths),
  ];
}

function emitModule(module: string, pieces: readonly Piece[], templates: Templates): SourceFile {
  const imports = new Imports(
    module,
    pieces.map(({ symbol }) => symbol.name),
  );
  const body = pieces.map(({ symbol, docs, value }) =>
    templates.render('package/constant.hbs', {
      docs,
      name: symbol.name,
      type: code(imports.useType(jsonObject)),
      value: code(literal(value)),
    }),
  );
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

function schemaPiece(model: Model, document: JsonObject, layout: Layout): Piece {
  const value = follow(document, model.id);
  // A boolean schema is written as the object that means the same.
  const schema = isJsonObject(value) ? value : value === false ? { not: {} } : {};
  return { symbol: layout.schema(model), docs: [`JSON Schema of \`${model.name}\`.`], value: schema };
}

/** The path items of each resource, as far as operations stand in them. */
function pathPieces(api: Api, document: JsonObject): readonly Piece[] {
  const paths = objectAt(document, 'paths');
  const owners = new Map<string, Operation>();
  for (const operation of api.operations) {
    if (Object.hasOwn(paths, operation.path) && !owners.has(operation.path)) owners.set(operation.path, operation);
  }
  const groups = groupByModule([...owners.values()], (operation) => operation.module);
  return [...groups].map(([module, operations]) => ({
    symbol: { name: `${camelCase(module)}Paths`, module: `spec/${module}` },
    docs: [`Path items of the resource \`${operations[0]?.group.join('.') ?? module}\`.`],
    value: Object.fromEntries(operations.map(({ path }) => [path, paths[path] ?? null])),
  }));
}

/** Components other than schemas, apart from the index to keep that short. */
function componentPieces(document: JsonObject): readonly Piece[] {
  const { schemas: _schemas, ...others } = objectAt(document, 'components');
  if (Object.keys(others).length === 0) return [];
  return [{ symbol: components, docs: ['Components other than schemas.'], value: others }];
}

/** The document put together from its pieces, and its hash. */
function emitIndex({ context: { api, layout }, templates, document }: SpecInput, paths: readonly Piece[]): SourceFile {
  const imports = new Imports(index, ['document', 'hash']);
  const schemas = new Map(api.models.map((model) => [model.id, imports.use(layout.schema(model))]));
  const values = Object.entries(document).map(([key, value]) => {
    if (key === 'paths') return `paths: ${pathsValue(value, paths, imports)}`;
    return key === 'components' ? `components: ${componentsValue(value, schemas, imports)}` : entry(key, value);
  });
  const constant = (name: string, type: string, value: string, doc: string): string =>
    templates.render('package/constant.hbs', { docs: [doc], name, type: code(type), value: code(value) });
  const body = [
    constant(
      'document',
      imports.useType(jsonObject),
      object(values),
      'The OpenAPI document that this package was generated from.',
    ),
    constant(
      'hash',
      'string',
      literal(documentHash(document)),
      'SHA-256 of `document` as JSON with sorted keys and without spaces.',
    ),
    "export type { Json, JsonObject } from '../runtime/json.js';",
  ];
  return { kind: 'source', path: `src/${index}.ts`, imports: imports.lines(), body };
}

function pathsValue(value: Json, pieces: readonly Piece[], imports: Imports): string {
  const known = new Set(pieces.flatMap((piece) => Object.keys(piece.value)));
  const rest = Object.entries(isJsonObject(value) ? value : {}).filter(([path]) => !known.has(path));
  return object([
    ...pieces.map(({ symbol }) => `...${imports.use(symbol)}`),
    ...rest.map(([path, item]) => entry(path, item)),
  ]);
}

function componentsValue(value: Json, schemas: ReadonlyMap<string, string>, imports: Imports): string {
  const parts = Object.entries(isJsonObject(value) ? value : {});
  const own = parts.filter(([key]) => key === 'schemas').map(([, part]) => `schemas: ${schemasValue(part, schemas)}`);
  return object(parts.length > own.length ? [...own, `...${imports.use(components)}`] : own);
}

function schemasValue(value: Json, schemas: ReadonlyMap<string, string>): string {
  const entries = Object.entries(isJsonObject(value) ? value : {}).map(([name, schema]) => {
    const constant = isJsonObject(schema)
      ? schemas.get(`#${printPointer(['components', 'schemas', name])}`)
      : undefined;
    return constant === undefined ? entry(name, schema) : `${propertyKey(name)}: ${constant}`;
  });
  return object(entries);
}

function entry(key: string, value: Json): string {
  return `${propertyKey(key)}: ${literal(value)}`;
}

function object(entries: readonly string[]): string {
  return `{ ${entries.join(', ')} }`;
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

/** The value that a pointer into the document names. */
function follow(document: JsonObject, id: string): Json | undefined {
  const steps = parsePointer(id.slice(1)) ?? [];
  let value: Json | undefined = id.startsWith('#/') ? document : undefined;
  for (const step of steps) value = isJsonObject(value) ? value[step] : undefined;
  return value;
}

/** `accounts-ad-units` -> `accountsAdUnits` */
function camelCase(module: string): string {
  return module.replace(/-+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
