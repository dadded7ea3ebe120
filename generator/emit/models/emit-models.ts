import type { Model } from '../../api/api.js';
import type { Direction } from '../../api/types/schema.js';
import type { Member, ModelInput, ObjectShape, Shape, EnumType } from '../../api/types/shape.js';
import { type DocLine, docLines } from '../code/doc-comments.js';
import { withoutDocs } from '../../api/shapes/combine-shapes.js';
import { extensionNotes } from '../../api/schemas/doc.js';
import { groupBy } from '../../iterables.js';
import { Imports, runtime } from '../code/imports.js';
import { aliasStructure, interfaceStructure, type PropertyParts } from '../code/structures.js';
import {
  hasIndexApart,
  memberDocs,
  nameOfMember,
  printShape,
  restShape,
  typeNames,
  type TypeNames,
} from '../code/types.js';
import { createTemplates, type Templates, code } from '../code/templates.js';
import type { Layout } from '../layout.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile, Statement, CodeSymbol } from '../source-file.js';
import { literal } from '../code/literals.js';
import { toCallersName } from '../../api/conversions/names-agree.js';

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

interface ModelTools {
  readonly layout: Layout;
  /** Enums by the id of the model that each is. */
  readonly ofModels: ReadonlyMap<string | undefined, EnumType>;
  readonly templates: Templates;
}

function emitModule({ module, models, enums }: ModelModule, { layout, ofModels, templates }: ModelTools): SourceFile {
  const declared = models.flatMap(({ name, wire, input }) => [name, wire, input?.name, input?.wire]);
  const own = [...declared.filter((one) => one !== undefined), ...enums.map(({ name }) => name)];
  const imports = new Imports(module, own);
  const names: Record<Direction, TypeNames> = {
    request: typeNames(layout, imports, 'request'),
    response: typeNames(layout, imports, 'response'),
  };
  const types = models.flatMap((model) => {
    const enumType = ofModels.get(model.id);
    return enumType === undefined ? modelTypes(model, names, { layout, imports }) : enumStatements(enumType, templates);
  });
  const body = [...types, ...enums.flatMap((one) => enumStatements(one, templates))];
  return imports.toFile(body);
}

/** Emits the types of a model: as it is received, as it is sent, and both on the wire. */
function modelTypes(model: Model, names: Record<Direction, TypeNames>, tools: ImportTools): readonly Statement[] {
  const { name, shape, wire, input } = model;
  const docs = docLines(model.doc, [...model.notes, ...extensionNotes(model.extensions)]);
  const settable = model.sent === true && input === undefined;
  return [
    declare({ name, shape, docs }, { ...names.response, settable }),
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

/** Emits the type of a model as callers send it. */
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
  // An interface without any member would take every value, so an empty one says that it is open.
  const rest = restShape(shape) ?? (shape.members.length === 0 ? { kind: 'unknown' } : undefined);
  const index = rest && {
    keyName: 'field',
    type: printShape(rest, names),
    docs: shape.rest?.kind === 'unknown' ? ['Further fields: the spec leaves them open.'] : [],
  };
  return interfaceStructure({ name, settable: names.settable, docs, properties, index });
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

/** Emits an enum as an object of constants and the type of these, or as an enum of TypeScript, which is both. */
function enumStatements({ name, style, values, doc }: EnumType, templates: Templates): readonly Statement[] {
  const docs = docLines(doc, []);
  const view = {
    docs,
    name,
    values: values.map((one) => ({ name: one.name, value: code(literal(one.value)), docs: docLines(one.doc, []) })),
  };
  if (style === 'enum') return [templates.render('models/enum.hbs', view)];
  return [
    templates.render('models/constants.hbs', view),
    aliasStructure(name, `(typeof ${name})[keyof typeof ${name}]`, docs),
  ];
}

/** The base type of a model's variant for requests, and the members that the variant declares itself. */
interface InputBase {
  /** Source text: `Sendable<Video, 'snippet' | 'status'>`. */
  readonly text: string;
  readonly members: readonly Member[];
}

/** Says what differs from the model and no more: without it, a package would have most members of many models twice. */
function inputBase(
  model: Model,
  { modelById, useType }: { modelById(id: string): Model | undefined; useType(symbol: CodeSymbol): string },
): InputBase | undefined {
  const { shape, input } = model;
  if (input === undefined || !isPlain(shape) || !isPlain(input.shape)) return undefined;
  const received = new Map(shape.members.map((member) => [member.name, member]));
  // Those that `Sendable` makes of a member of the model what they are in a request.
  const kept = input.shape.members.filter(({ name, required, shape: sent }) => {
    const own = received.get(name);
    if (own === undefined || own.required !== required) return false;
    return JSON.stringify(own.shape) === JSON.stringify(sent) && isSameBothWays(sent, modelById);
  });
  if (kept.length === 0) return undefined;
  const names = new Set(kept.map(({ name }) => name));
  const others = shape.members.filter(({ name }) => !names.has(name)).map((one) => literal(toCallersName(one)));
  const list = others.length === 0 ? '' : `, ${others.join(' | ')}`;
  return {
    text: `${useType(runtime('Sendable'))}<${model.name}${list}>`,
    members: input.shape.members.filter(({ name }) => !names.has(name)),
  };
}

function isPlain(shape: Shape): shape is ObjectShape {
  return shape.kind === 'object' && shape.rest === undefined && shape.members.length > 0;
}

/** Tells whether a shape is the same in a request, through its references. */
function isSameBothWays(shape: Shape, modelById: (id: string) => Model | undefined): boolean {
  if (shape.kind === 'array') return isSameBothWays(shape.items, modelById);
  if (shape.kind === 'reference') return modelById(shape.model)?.input === undefined;
  return !['object', 'tuple', 'union', 'intersection'].includes(shape.kind);
}
