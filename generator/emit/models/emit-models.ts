import { groupBy, listPresent } from '../../iterables.js';
import { literalCode, render } from '../code/templates.js';
import type { Model } from '../../api/api.js';
import type { Member, ModelInput, ObjectShape, Shape, EnumType } from '../../api/types/shape.js';
import { type DocLine, docLines } from '../code/doc-comments.js';
import { withoutDocs } from '../../api/shapes/combine-shapes.js';
import { extensionNotes } from '../../api/schemas/doc.js';
import { Imports, runtime } from '../code/imports.js';
import { aliasStructure, interfaceStructure, type PropertyParts } from '../code/structures.js';
import {
  hasIndexApart,
  memberDocs,
  readMemberName,
  printShape,
  restShape,
  typeNames,
  type TypeNames,
} from '../code/types.js';
import type { Layout } from '../layout.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile, Statement } from '../source-file.js';
import { literal } from '../code/literals.js';
import { toCallersName } from '../../api/conversions/names-agree.js';

/** Emits `models/*.ts`: an interface for each object, a type alias for each other model, and their input variants. */
export function emitModels(context: EmitContext): readonly SourceFile[] {
  const { api, layout } = context;
  const { models, enums = [] } = api;
  const ofModels = new Map(enums.map((one) => [one.model, one]));
  const inside = groupBy(
    enums.filter((one) => one.model === undefined),
    ({ name }) => layout.enumType(name).module,
  );
  const modules = groupBy(models, (model) => layout.model(model).module);
  return [...new Set([...modules.keys(), ...inside.keys()])].map((module) => {
    // Enums of properties and parameters are printed after the models.
    const [own, others] = [modules.get(module) ?? [], inside.get(module) ?? []];
    const names = own.flatMap(({ name, wire, input }) => [name, wire, input?.name, input?.wire]);
    const imports = new Imports(module, listPresent([...names, ...others.map(({ name }) => name)]));
    const types = own.flatMap((model) => {
      const enumType = ofModels.get(model.id);
      return enumType ? enumStatements(enumType, context) : modelTypes(model, imports, layout);
    });
    return imports.toFile([...types, ...others.flatMap((one) => enumStatements(one, context))]);
  });
}

/** Emits the types of a model: `Pet` for responses, `PetInput` for requests, and their variants on the wire. */
function modelTypes(model: Model, imports: Imports, layout: Layout): readonly Statement[] {
  const { name, shape, wire, input } = model;
  const [response, request] = [typeNames(layout, imports, 'response'), typeNames(layout, imports, 'request')];
  const docs = docLines(model.doc, [...model.notes, ...extensionNotes(model.extensions)]);
  const settable = model.sent === true && input === undefined;
  return listPresent([
    declare({ name, shape, docs }, { ...response, settable }),
    declareWire(model, wire, response),
    input && sentType(model, input, { names: request, imports, layout }),
    input && declareWire(input, input.wire, request),
  ]);
}

/** Emits the type on the wire, if there is one, without docs of members: the type for callers has them. */
function declareWire(
  { name, shape }: Omit<Declared, 'docs'>,
  wire: string | undefined,
  names: TypeNames,
): Statement | undefined {
  const docs = [`\`${name}\` on the wire, before it is converted.`];
  return wire === undefined ? undefined : declare({ name: wire, shape: withoutDocs(shape), docs }, names.wire ?? names);
}

/**
 * Emits the type of a model in requests. It is based on the model and declares only members that differ; otherwise a package would declare
 * most members twice: `interface PetInput extends Sendable<Pet, 'owner'> { owner: OwnerInput }`.
 */
function sentType(
  model: Model,
  { name, shape }: ModelInput,
  { names, imports, layout }: { readonly names: TypeNames; readonly imports: Imports; readonly layout: Layout },
): Statement {
  const docs = [`\`${model.name}\` as callers send it.`];
  if (!isPlain(model.shape) || !isPlain(shape)) return declare({ name, shape, docs }, names);
  const received = new Map(model.shape.members.map((member) => [member.name, member]));
  // `Sendable` only makes members settable, so other differences need a declaration.
  const isKept = (sent: Member): boolean => {
    const own = received.get(sent.name);
    if (own?.required !== sent.required) return false;
    return JSON.stringify(own.shape) === JSON.stringify(sent.shape) && isSameBothWays(sent.shape, layout);
  };
  const kept = new Set(shape.members.filter(isKept).map((member) => member.name));
  if (kept.size === 0) return declare({ name, shape, docs }, names);
  const others = model.shape.members.filter((member) => !kept.has(member.name));
  const list = others.map((one) => literal(toCallersName(one))).join(' | ');
  const base = `${imports.useType(runtime('Sendable'))}<${model.name}${list && `, ${list}`}>`;
  const properties = shape.members
    .filter((member) => !kept.has(member.name))
    .map((member) => toPropertyParts(member, names));
  if (properties.length === 0) return aliasStructure(name, base, docs);
  return interfaceStructure({ name, settable: true, base, docs, properties });
}

interface Declared {
  readonly name: string;
  readonly shape: Shape;
  readonly docs: readonly DocLine[];
}

function declare({ name, shape, docs }: Declared, names: TypeNames): Statement {
  if (shape.kind !== 'object' || hasIndexApart(shape)) return aliasStructure(name, printShape(shape, names), docs);
  const properties = shape.members.map((member) => toPropertyParts(member, names));
  // TypeScript assigns every value to an interface without members, so an empty one gets an index signature.
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
    name: readMemberName(member, names),
    required,
    type: printShape(shape, names),
    docs: memberDocs(member, names),
  };
}

/** Emits an enum: an object of constants with a type of the same name, or an enum of TypeScript. */
function enumStatements({ name, style, values, doc }: EnumType, context: EmitContext): readonly Statement[] {
  const docs = docLines(doc);
  const view = {
    docs,
    name,
    values: values.map((one) => ({ name: one.name, value: literalCode(one.value), docs: docLines(one.doc) })),
  };
  if (style === 'enum') return [render(context, 'models/enum.hbs', view)];
  return [
    render(context, 'models/constants.hbs', view),
    aliasStructure(name, `(typeof ${name})[keyof typeof ${name}]`, docs),
  ];
}

function isPlain(shape: Shape): shape is ObjectShape {
  return shape.kind === 'object' && shape.rest === undefined && shape.members.length > 0;
}

/** Returns true if a shape and the models that it refers to are the same in requests. */
function isSameBothWays(shape: Shape, layout: Layout): boolean {
  if (shape.kind === 'array') return isSameBothWays(shape.items, layout);
  if (shape.kind === 'reference') return layout.modelById(shape.model)?.input === undefined;
  return !['object', 'tuple', 'union', 'intersection'].includes(shape.kind);
}
