import type { Json, JsonObject } from '../../spec/json.js';
import { isJsonObject } from '../../spec/json.js';
import { groupBy } from '../code/group-by.js';
import { Imports } from '../code/imports.js';
import { literal, propertyKey } from '../code/literals.js';
import { schemasSymbol } from '../code/spec-symbols.js';
import { code } from '../code/templates.js';
import type { Templates } from '../code/templates.js';
import type { CodeSymbol, EmitContext, SourceFile } from '../source-file.js';
import { documentHash } from './published-document.js';
import { componentsSymbol, object, objectAt, specPieces, type Piece } from './spec-pieces.js';

const jsonObject: CodeSymbol = { name: 'JsonObject', module: 'runtime/json' };
const index = 'spec/index';

/** What is needed to emit the spec: the context and the document as published. */
export interface SpecInput {
  readonly context: EmitContext;
  readonly templates: Templates;
  readonly document: JsonObject;
}

/** Emits `spec/*.ts`: the document in pieces, a constant a schema and the paths of a resource, and `spec/index.ts`. */
export function emitSpec({ context, templates, document }: SpecInput): readonly SourceFile[] {
  const pieces = specPieces({ ...context, document });
  const modules = groupBy(pieces, ({ symbol }) => symbol.module);
  const files = [...modules].map(([module, list]) => emitModule(module, list, templates));
  return [...files, emitIndex(pieces, document, templates)];
}

function emitModule(module: string, pieces: readonly Piece[], templates: Templates): SourceFile {
  const imports = new Imports(
    module,
    pieces.map(({ symbol }) => symbol.name),
  );
  const body = pieces.map(({ symbol, docs, text }) =>
    templates.render('package/constant.hbs', {
      docs,
      name: symbol.name,
      type: code(imports.useType(jsonObject)),
      value: code(text((other) => imports.use(other))),
    }),
  );
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

/** The document put together from its pieces, and its hash. */
function emitIndex(pieces: readonly Piece[], document: JsonObject, templates: Templates): SourceFile {
  const imports = new Imports(index, ['document', 'hash']);
  const values = Object.entries(document).map(([key, value]) => {
    if (key === 'paths') return `paths: ${pathsValue(value, pieces, imports)}`;
    return key === 'components' ? `components: ${componentsValue(document, imports)}` : entry(key, value);
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
    "export type { Json, JsonObject } from '@speccast/runtime';",
  ];
  return { kind: 'source', path: `src/${index}.ts`, imports: imports.lines(), body };
}

function pathsValue(value: Json, pieces: readonly Piece[], imports: Imports): string {
  const holders = pieces.filter(({ paths }) => paths.length > 0);
  const known = new Set(holders.flatMap(({ paths }) => paths));
  const rest = Object.entries(isJsonObject(value) ? value : {}).filter(([path]) => !known.has(path));
  return object([
    ...holders.map(({ symbol }) => `...${imports.use(symbol)}`),
    ...rest.map(([path, item]) => entry(path, item)),
  ]);
}

function componentsValue(document: JsonObject, imports: Imports): string {
  const { schemas, ...others } = objectAt(document, 'components');
  return object([
    ...(schemas === undefined ? [] : [`schemas: ${imports.use(schemasSymbol)}`]),
    ...(Object.keys(others).length === 0 ? [] : [`...${imports.use(componentsSymbol)}`]),
  ]);
}

function entry(key: string, value: Json): string {
  return `${propertyKey(key)}: ${literal(value)}`;
}
