import type { Api, Model, Operation } from '../../api/api.js';
import type { Json, JsonObject } from '../../spec/json.js';
import { isJsonObject } from '../../spec/json.js';
import { parsePointer, printPointer } from '../../spec/pointer.js';
import { parseReference } from '../../spec/reference.js';
import { groupBy } from '../code/group-by.js';
import { literal, propertyKey } from '../code/literals.js';
import { schemasSymbol } from '../code/spec-symbols.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';

/** One constant: a piece of the document. */
export interface Piece {
  readonly symbol: CodeSymbol;
  readonly docs: readonly string[];
  /** Source text of its value; `use` gives the name of another piece. */
  readonly text: (use: (symbol: CodeSymbol) => string) => string;
  /** Paths whose items it holds. */
  readonly paths: readonly string[];
}

/** What pieces are made of: the document as published, and where its pieces stand. */
export interface PiecesInput {
  readonly api: Api;
  readonly layout: Layout;
  readonly document: JsonObject;
}

/** The pieces of a document: a constant a schema, the paths of a resource, and all other components. */
export function specPieces(input: PiecesInput): readonly Piece[] {
  const schemas = input.api.models.map((model) => schemaPiece(model, input));
  return [...schemas, ...pathPieces(input), ...componentPieces(input)];
}

function piece(symbol: CodeSymbol, doc: string, text: Piece['text'], paths: readonly string[] = []): Piece {
  return { symbol, docs: [doc], text, paths };
}

function schemaPiece(model: Model, { document, layout }: PiecesInput): Piece {
  const value = follow(document, model.location ?? model.id);
  // A boolean schema is written as the object that means the same.
  const schema = isJsonObject(value) ? value : value === false ? { not: {} } : {};
  return piece(layout.schema(model), `JSON Schema of \`${model.name}\`.`, () => literal(schema));
}

/** The path items of each resource, as far as operations stand in them. */
function pathPieces(input: PiecesInput): readonly Piece[] {
  const paths = objectAt(input.document, 'paths');
  const owners = new Map<string, Operation>();
  for (const operation of input.api.operations) {
    if (Object.hasOwn(paths, operation.path) && !owners.has(operation.path)) owners.set(operation.path, operation);
  }
  const groups = groupBy([...owners.values()], (operation) => operation.module);
  return [...groups].map(([module, operations]) => {
    const symbol = { name: `${camelCase(module)}Paths`, module: `spec/${module}` };
    const doc = `Path items of the resource \`${operations[0]?.group.join('.') ?? module}\`.`;
    const text: Piece['text'] = () =>
      object(operations.map(({ path }) => `${propertyKey(path)}: ${literal(paths[path] ?? null)}`));
    return piece(
      symbol,
      doc,
      text,
      operations.map(({ path }) => path),
    );
  });
}

/** Components, apart from the index to keep that short: the schemas, and all others. */
function componentPieces({ api, layout, document }: PiecesInput): readonly Piece[] {
  const { schemas, ...others } = objectAt(document, 'components');
  const names = new Map(api.models.map((model) => [model.location ?? model.id, layout.schema(model)]));
  const text: Piece['text'] = (use) =>
    object(
      Object.entries(isJsonObject(schemas) ? schemas : {}).map(([name, schema]) => {
        const symbol = isJsonObject(schema)
          ? names.get(`#${printPointer(['components', 'schemas', name])}`)
          : undefined;
        return `${propertyKey(name)}: ${symbol === undefined ? literal(schema) : use(symbol)}`;
      }),
    );
  return [
    ...(schemas === undefined ? [] : [piece(schemasSymbol, 'Schemas by name.', text)]),
    ...(Object.keys(others).length === 0
      ? []
      : [piece(componentsSymbol, 'Components other than schemas.', () => literal(others))]),
  ];
}

/** The constant with the components of the document that are no schemas. */
export const componentsSymbol: CodeSymbol = { name: 'components', module: 'spec/components' };

/** Source text of an object literal. */
export function object(entries: readonly string[]): string {
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** The object at a key; empty where there is none. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

/** The value that a pointer into the document names; references on the way are followed. */
function follow(document: JsonObject, id: string, depth = 0): Json | undefined {
  const steps = parsePointer(id.slice(1)) ?? [];
  let value: Json | undefined = id.startsWith('#/') ? document : undefined;
  for (const step of steps) value = childOf(document, value, step, depth);
  return value;
}

/** Deepest chain of references that is followed. */
const deepest = 100;

function childOf(document: JsonObject, value: Json | undefined, step: string, depth: number): Json | undefined {
  if (Array.isArray(value)) return value[Number(step)];
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, step)) return value[step];
  const { $ref } = value;
  if (typeof $ref !== 'string' || depth > deepest) return undefined;
  const target = parseReference($ref, '');
  if ('refused' in target) return undefined;
  return childOf(document, follow(document, `#${target.fragment}`, depth + 1), step, depth + 1);
}

/** `accounts-ad-units` -> `accountsAdUnits` */
function camelCase(module: string): string {
  return module.replace(/-+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
