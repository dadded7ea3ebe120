import type { Model } from '../../api/api.js';
import type { Direction } from '../../api/schemas/schema.js';
import type { ObjectShape, Shape } from '../../api/shapes/shape.js';
import type { DocLine } from '../code/syntax/doc-comments.js';
import { docLines } from '../code/docs/doc-lines.js';
import { extensionNotes } from '../../api/docs/notes.js';
import { groupBy } from '../code/syntax/order.js';
import { Imports } from '../code/syntax/imports.js';
import { aliasStructure, type IndexParts, interfaceStructure } from '../code/syntax/structures.js';
import { printShape, restShape, typeNames, type TypeNames } from '../code/syntax/types.js';
import type { Layout } from '../layout.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile, Statement } from '../source-file.js';

/** Emits `models/*.ts`: an interface for each object, a type alias for each other model, and their input variants. */
export function emitModels({ api, layout }: EmitContext): readonly SourceFile[] {
  const modules = groupBy(api.models, (model) => layout.model(model).module);
  return [...modules].map(([module, models]) => emitModule(module, models, layout));
}

function emitModule(module: string, models: readonly Model[], layout: Layout): SourceFile {
  const imports = new Imports(module, models.flatMap(declaredNames));
  const names = { request: typeNames(layout, imports, 'request'), response: typeNames(layout, imports, 'response') };
  const body = models.flatMap((model) => emitModel(model, names));
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

function declaredNames(model: Model): readonly string[] {
  const { name, wire, input } = model;
  return [name, wire, input?.name, input?.wire].filter((one) => one !== undefined);
}

function emitModel(model: Model, names: Record<Direction, TypeNames>): readonly Statement[] {
  const { name, shape, wire, input } = model;
  const docs = docLines(model.doc, [...model.notes, ...extensionNotes(model.extensions)]);
  return [
    declare({ name, shape, docs }, names.response),
    ...(wire === undefined ? [] : [declareWire({ name, shape }, wire, names.response)]),
    ...(input === undefined ? [] : [declare({ ...input, docs: [`\`${name}\` as callers send it.`] }, names.request)]),
    ...(input?.wire === undefined ? [] : [declareWire(input, input.wire, names.request)]),
  ];
}

/** The type on the wire; what its members are is said where callers have them. */
function declareWire({ name, shape }: Omit<Declared, 'docs'>, wire: string, names: TypeNames): Statement {
  const docs = [`\`${name}\` on the wire, before any codec converts it.`];
  return declare({ name: wire, shape: withoutDocs(shape), docs }, names.wire ?? names);
}

function withoutDocs(shape: Shape): Shape {
  switch (shape.kind) {
    case 'object':
      return {
        ...shape,
        members: shape.members.map((one) => ({ ...one, shape: withoutDocs(one.shape), doc: {}, notes: [] })),
        ...(shape.rest !== undefined && { rest: withoutDocs(shape.rest) }),
      };
    case 'array':
      return { ...shape, items: withoutDocs(shape.items) };
    case 'union':
    case 'intersection':
      return { ...shape, of: shape.of.map(withoutDocs) };
    default:
      return shape;
  }
}

interface Declared {
  readonly name: string;
  readonly shape: Shape;
  readonly docs: readonly DocLine[];
}

function declare({ name, shape, docs }: Declared, names: TypeNames): Statement {
  if (shape.kind !== 'object') return aliasStructure(name, printShape(shape, names), docs);
  const properties = shape.members.map((member) => ({
    name: member.name,
    required: member.required,
    type: printShape(member.shape, names),
    docs: docLines(member.doc, member.notes),
  }));
  return interfaceStructure({ name, docs, properties, index: indexOf(shape, names) });
}

/** An interface without any member would take every value, so an empty one says that it is open. */
function indexOf(shape: ObjectShape, names: TypeNames): IndexParts | undefined {
  const rest = restShape(shape) ?? (shape.members.length === 0 ? { kind: 'unknown' } : undefined);
  if (rest === undefined) return undefined;
  const docs = shape.rest?.kind === 'unknown' ? ['Further fields: the spec leaves them open.'] : [];
  return { keyName: 'field', type: printShape(rest, names), docs };
}
