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
  const names: Record<Direction, TypeNames> = {
    request: typeNames(layout, imports, 'request'),
    response: typeNames(layout, imports, 'response'),
  };
  const body = models.flatMap((model) => emitModel(model, names));
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

function declaredNames(model: Model): readonly string[] {
  return model.input === undefined ? [model.name] : [model.name, model.input.name];
}

function emitModel(model: Model, names: Record<Direction, TypeNames>): readonly Statement[] {
  const docs = docLines(model.doc, [...model.notes, ...extensionNotes(model.extensions)]);
  const type = declare({ name: model.name, shape: model.shape, docs }, names.response);
  if (model.input === undefined) return [type];
  const inputDocs = [`\`${model.name}\` as callers send it.`];
  return [type, declare({ ...model.input, docs: inputDocs }, names.request)];
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
