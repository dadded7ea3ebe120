import type { Model } from '../../api/api.js';
import type { Direction } from '../../api/types/schema.js';
import type { Member, ModelInput, ObjectShape, Shape, EnumType } from '../../api/types/shape.js';
import { type DocLine, docLines } from '../code/doc-comments.js';
import { withoutDocs } from '../../api/shapes/combine-shapes.js';
import { extensionNotes } from '../../api/schemas/doc.js';
import { groupBy } from '../../iterables.js';
import { Imports } from '../code/imports.js';
import { aliasStructure, type IndexParts, interfaceStructure, type PropertyParts } from '../code/structures.js';
import {
  hasIndexApart,
  memberDocs,
  nameOfMember,
  printShape,
  restShape,
  typeNames,
  type TypeNames,
} from '../code/types.js';
import { createTemplates, type Templates } from '../code/templates.js';
import { enumStatements } from './enum-statements.js';
import { inputBase } from './input-base.js';
import type { Layout } from '../layout.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile, Statement } from '../source-file.js';

/** Emits `models/*.ts`: an interface for each object, a type alias for each other model, and their input variants. */
export function emitModels({ api, layout, assets }: EmitContext): readonly SourceFile[] {
  const { models, enums = [] } = api;
  const ofModels = new Map(enums.map((one) => [one.model, one]));
  const inside = groupBy(
    enums.filter((one) => one.model === undefined),
    ({ name }) => layout.enumType(name).module,
  );
  const modules = groupBy(models, (model) => layout.model(model).module);
  const tools = { layout, ofModels, templates: createTemplates(assets.templates) };
  return [...new Set([...modules.keys(), ...inside.keys()])].map((module) =>
    emitModule({ module, models: modules.get(module) ?? [], enums: inside.get(module) ?? [] }, tools),
  );
}

/** The declarations of a module: its models, and the enums inside them and inside operations. */
interface ModelModule {
  readonly module: string;
  readonly models: readonly Model[];
  readonly enums: readonly EnumType[];
}

/** Finds types, and imports them. */
interface ImportTools {
  readonly layout: Layout;
  readonly imports: Imports;
}

interface Toolbox {
  readonly layout: Layout;
  /** Enums by the id of the model that each is. */
  readonly ofModels: ReadonlyMap<string | undefined, EnumType>;
  readonly templates: Templates;
}

function emitModule({ module, models, enums }: ModelModule, { layout, ofModels, templates }: Toolbox): SourceFile {
  const imports = new Imports(module, [...models.flatMap(declaredNames), ...enums.map(({ name }) => name)]);
  const names: Record<Direction, TypeNames> = {
    request: typeNames(layout, imports, 'request'),
    response: typeNames(layout, imports, 'response'),
  };
  const types = models.flatMap((model) => {
    const own = ofModels.get(model.id);
    return own === undefined ? modelTypes(model, names, { layout, imports }) : enumStatements(own, templates);
  });
  const body = [...types, ...enums.flatMap((one) => enumStatements(one, templates))];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

function declaredNames(model: Model): readonly string[] {
  const { name, wire, input } = model;
  return [name, wire, input?.name, input?.wire].filter((one) => one !== undefined);
}

/** The types of a model: as it is received, as it is sent, and both on the wire. */
function modelTypes(model: Model, names: Record<Direction, TypeNames>, tools: ImportTools): readonly Statement[] {
  const { name, shape, wire, input } = model;
  return [
    receivedType(model, names.response),
    ...(wire === undefined ? [] : [declareWire({ name, shape }, wire, names.response)]),
    ...(input === undefined ? [] : [sentType({ ...model, input }, names.request, tools)]),
    ...(input?.wire === undefined ? [] : [declareWire(input, input.wire, names.request)]),
  ];
}

/** The type on the wire; what its members are is said where callers have them. */
function declareWire({ name, shape }: Omit<Declared, 'docs'>, wire: string, names: TypeNames): Statement {
  const docs = [`\`${name}\` on the wire, before it is converted.`];
  return declare({ name: wire, shape: withoutDocs(shape), docs }, names.wire ?? names);
}

/** The type of a model as it is received, and sent, too, where it has no variant for that. */
function receivedType({ name, shape, ...model }: Model, names: TypeNames): Statement {
  const docs = docLines(model.doc, [...model.notes, ...extensionNotes(model.extensions)]);
  const settable = model.sent === true && model.input === undefined;
  return declare({ name, shape, docs }, { ...names, settable });
}

/** The type of a model as callers send it. */
function sentType(
  model: Model & { readonly input: ModelInput },
  names: TypeNames,
  { layout, imports }: ImportTools,
): Statement {
  const { name, shape } = model.input;
  const docs = [`\`${model.name}\` as callers send it.`];
  const base = inputBase(model, {
    modelById: (id) => layout.modelById(id),
    useType: (symbol) => imports.useType(symbol),
  });
  if (base === undefined) return declare({ name, shape, docs }, names);
  if (base.members.length === 0) return aliasStructure(name, base.text, docs);
  const properties = base.members.map((member) => toPropertyParts(member, names));
  return interfaceStructure({ name, settable: true, base: base.text, docs, properties });
}

interface Declared {
  readonly name: string;
  readonly shape: Shape;
  readonly docs: readonly DocLine[];
}

function declare({ name, shape, docs }: Declared, names: TypeNames): Statement {
  if (shape.kind !== 'object' || hasIndexApart(shape)) return aliasStructure(name, printShape(shape, names), docs);
  const properties = shape.members.map((member) => toPropertyParts(member, names));
  return interfaceStructure({ name, settable: names.settable, docs, properties, index: toIndexParts(shape, names) });
}

function toPropertyParts(member: Member, names: TypeNames): PropertyParts {
  const { required, shape } = member;
  return {
    name: nameOfMember(member, names),
    required,
    type: printShape(shape, names),
    docs: memberDocs(member, names),
  };
}

/** An interface without any member would take every value, so an empty one says that it is open. */
function toIndexParts(shape: ObjectShape, names: TypeNames): IndexParts | undefined {
  const rest = restShape(shape) ?? (shape.members.length === 0 ? { kind: 'unknown' } : undefined);
  if (rest === undefined) return undefined;
  const docs = shape.rest?.kind === 'unknown' ? ['Further fields: the spec leaves them open.'] : [];
  return { keyName: 'field', type: printShape(rest, names), docs };
}
