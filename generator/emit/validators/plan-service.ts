import type { Api, Model, Operation } from '../../api/api.js';
import { releaseOneWay } from '../../api/schemas/release-one-way.js';
import type { Direction, Schema } from '../../api/types/schema.js';
import {
  isReference,
  isLeftOut,
  listReferences,
  listSubschemas,
  type Travel,
  followSchema,
} from '../../api/schemas/target-schema.js';
import { isTooBroad } from '../../api/shapes/lower-shape.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';
import { buildPlan, type PlanContext } from './plan/build-plan.js';
import { LocalNames, pascalCase } from './plan/local-names.js';
import type { Program, Unit, UnitType } from './plan/plan.js';
import { createProgram } from './plan/program.js';
import { partPointer, requestRules, type StatedRules } from './part-pointer.js';
import { stringLiteral } from '../code/literals.js';
import { commonParamsSymbol, paramsMembers, findCommonParams } from '../code/operation-params.js';
import { operationPart, type OperationPartName, type OperationPart } from '../code/operation-parts.js';
import { mediaSymbol, modelTypeSymbol, printShape, createTypeNames, type TypeSide } from '../code/types.js';
import { findConversions } from '../../api/conversions/conversions.js';
import { wireCode, differs, paramsOnWire } from '../code/wire-code.js';
import { groupPairs, reachable } from '../../iterables.js';
import { compact } from '../../json.js';

/** A validator that a file exports. */
export interface Export {
  readonly symbol: CodeSymbol;
  /** Key of the unit with its functions. */
  readonly unit: string;
  /** The validator that it is another name for, if the part is only a reference to a model. */
  readonly alias?: CodeSymbol;
  /** The direction of a validator of a model in one direction: `PetRequest`. */
  readonly variantOf?: Direction;
  /** Its predicate is exported, too, as for all models: `isVideo`. */
  readonly hasPredicate?: boolean;
  /** The type that it proves, if it differs from the type of its unit: `PlaylistInput` for a body that is checked as a `Playlist`. */
  readonly type?: CodeSymbol;
  /** Rules beside the schema: `x-parameter-rules`, `x-body-rules`. */
  readonly rules?: StatedRules;
}

/** A unit with a name, but without a plan yet. */
interface Pending extends Omit<Unit, 'plan'> {
  readonly schema: Schema;
  readonly pointer: string;
  readonly direction: Direction | undefined;
}

/** The service, with the units that have names so far. */
interface Naming {
  readonly api: Api;
  readonly layout: Layout;
  readonly names: LocalNames;
  /** Ids of the schemas that need a variant for a direction. */
  readonly variants: Readonly<Record<Direction, ReadonlySet<string>>>;
  readonly units: Map<string, Pending>;
}

/** A part of operations, with its direction. */
interface PartKind {
  readonly of: OperationPartName;
  readonly direction: Direction;
}

const partKinds: readonly PartKind[] = [
  { of: 'Parameters', direction: 'request' },
  { of: 'Body', direction: 'request' },
  { of: 'Response', direction: 'response' },
  { of: 'StreamItem', direction: 'response' },
];

/** Plans the validators of all models, of their variants by direction, and of all parts of operations. */
export function planService(
  api: Api,
  layout: Layout,
): { readonly program: Program; readonly exports: readonly Export[] } {
  const schemas = api.schemas;
  const naming: Naming = {
    api,
    layout,
    names: new LocalNames(api.models.map((model) => model.name)),
    variants: {
      request: findVariants(api, { direction: 'request', schemas }),
      response: findVariants(api, { direction: 'response', schemas }),
    },
    units: new Map(),
  };
  const models = api.models.map((model) => {
    return { symbol: layout.validator(model), unit: nameModel(naming, model, undefined).key, hasPredicate: true };
  });
  const parts = api.operations.flatMap((operation) => partKinds.flatMap((kind) => exportPart(naming, operation, kind)));
  const units = new Map<string, Unit>();
  // Planning a unit adds further ones, which the loop visits, too.
  for (const { schema, pointer, direction, ...unit } of naming.units.values()) {
    const context = createPlanContext(naming, unit.module, direction);
    units.set(unit.key, { ...unit, plan: buildPlan(schema, { pointer, hint: [] }, context) });
  }
  const variants = api.models.flatMap((model) =>
    (['request', 'response'] as const).flatMap((way): readonly Export[] => {
      const unit = units.get(variantKey(model.id, way));
      return unit === undefined ? [] : [{ symbol: unit, unit: unit.key, variantOf: way, hasPredicate: true }];
    }),
  );
  return { program: createProgram(units), exports: [...models, ...variants, ...parts] };
}

function exportPart(naming: Naming, operation: Operation, kind: PartKind): readonly Export[] {
  const { api, layout } = naming;
  const { of, direction } = kind;
  const part = operationPart(operation, of);
  if (part === undefined) return [];
  const model = isReference(part.schema) ? layout.modelById(part.schema.ref) : undefined;
  const unit = model ? nameModel(naming, model, direction) : namePart(naming, operation, kind, part);
  // The type of a body is that of requests. With a `writeOnly` property it is `{ pin: string }`, to which the model's type `{}` is not
  // assignable. Validators of converted values prove types on the wire instead.
  const isInput = direction === 'request' && unit.key === model?.id && model.input && model.wire === undefined;
  const exported = {
    symbol: layout.operationValidator(operation, of),
    unit: unit.key,
    type: isInput ? modelTypeSymbol(layout, model.id, 'request') : undefined,
    alias: model && !isInput ? unit : undefined,
    rules: requestRules(api, operation, of),
  };
  return [compact(exported)];
}

function createPlanContext(naming: Naming, module: string, direction: Direction | undefined): PlanContext {
  const { schemas } = naming.api;
  const travel = direction && { direction, schemas: naming.api.schemas };
  const view = (schema: Schema): Schema => (travel === undefined ? schema : releaseOneWay(schema, travel));
  return {
    findUnit: (ref) => nameReferred(naming, ref, { module, direction }).key,
    // In a request, a `readOnly` property is never required.
    isRequired: ({ required, schema }) => required && (travel === undefined || !isLeftOut(schema, travel)),
    view,
    resolve: (schema) => view(followSchema(schemas, schema)),
    isTooBroad: (schema) => isTooBroad(schema, naming.api.schemas),
    assertFormats: true,
  };
}

function nameReferred(naming: Naming, ref: string, from: Pick<Pending, 'module' | 'direction'>): Pending {
  const { api, layout, names } = naming;
  const { module } = from;
  const model = layout.modelById(ref);
  if (model !== undefined) return nameModel(naming, model, from.direction);
  if (ref === commonId) return nameCommon(naming);
  const schema = api.schemas[ref];
  if (schema === undefined) throw new Error(`No schema has the id ${ref}`);
  const direction = findDirection(naming, ref, from.direction);
  return addUnit(naming, `${module} ${variantKey(ref, direction)}`, () => {
    const name = names.claim(pascalCase(ref.split(/[#/]/).slice(-2).join(' ')));
    return { name, module, exported: false, schema, pointer: locateSchema(api, ref), direction };
  });
}

function nameCommon(naming: Naming): Pending {
  const { api, layout, names } = naming;
  const parameters = api.commonParameters?.parameters ?? [];
  const type = commonParamsSymbol(api);
  const [first] = parameters;
  if (first === undefined || type === undefined) throw new Error('No parameters are common to all operations');
  return addUnit(naming, commonId, () => {
    const members = parameters.map((one) => ({ ...one, name: one.property }));
    const isOnWire = members.some((one) => one.callersName !== undefined || differs(one.shape, layout, 'request'));
    const properties = members.map(({ name, required, schema }) => ({ name, required, schema }));
    return {
      name: names.claim(type.name),
      module: 'validators/shared',
      exported: true,
      type: isOnWire ? (use) => paramsOnWire({ name: use(type), members, layout }, use) : type,
      schema: { at: first.at, types: ['object'], object: { properties }, doc: {} },
      pointer: commonId,
      direction: 'request',
    };
  });
}

function nameModel(naming: Naming, model: Model, stated: Direction | undefined): Pending {
  const { api, layout, names } = naming;
  const { id, schema } = model;
  const direction = findDirection(naming, id, stated);
  return addUnit(naming, variantKey(id, direction), () => {
    const type = modelTypeSymbol(layout, id, direction ?? 'response', 'wire');
    const callers = modelTypeSymbol(layout, id, direction ?? 'response');
    return {
      name: direction ? names.claim(`${model.name}${direction === 'request' ? 'Request' : 'Response'}`) : model.name,
      module: layout.validator(model).module,
      exported: true,
      type,
      ...(callers.name !== type.name && {
        decoded: { type: callers, wire: (imports) => imports.use(layout.wire(model)) },
      }),
      schema,
      pointer: locateSchema(api, id),
      direction,
    };
  });
}

function namePart(naming: Naming, operation: Operation, { of, direction }: PartKind, part: OperationPart): Pending {
  const { api, layout, names } = naming;
  const printType = (side: TypeSide): UnitType =>
    of === 'Parameters' ? paramsType(layout, operation, part, side) : shapeType(layout, part, direction, side);
  return addUnit(naming, `${operation.id} ${of}`, () => ({
    name: names.claim(`${operation.typeName}${of}`),
    module: layout.operationValidator(operation, of).module,
    exported: false,
    // Parameters are never shared as copies, so that a new one changes only the files of its resource.
    isInline: of !== 'Parameters',
    type: printType('wire'),
    ...(findConversions(api).converts(part.schema) && {
      decoded: {
        type: printType('callers'),
        wire: (imports) => wireCode(part.schema, { api, layout, imports }) ?? '{}',
      },
    }),
    schema: withCommonParameters(api, operation, of, part),
    pointer: partPointer(api.document, operation, of),
    direction,
  }));
}

/** Returns the type of the parameters without body and media: `Omit<VideosInsertParams, 'body'>`. */
function paramsType(layout: Layout, operation: Operation, part: OperationPart, side: TypeSide): UnitType {
  const params = side === 'wire' ? layout.paramsWire(operation) : layout.type(operation, 'Params');
  if (part.shape === undefined) return params;
  // `Omit` of a type with an index signature loses all declared members.
  if (operation.openParameters) return shapeType(layout, part, 'request', side);
  const parameters = new Set(operation.parameters.map(({ property }) => property));
  const others = paramsMembers(operation).filter(({ name }) => !parameters.has(name));
  return (use) => `Omit<${use(params)}, ${others.map(({ name }) => stringLiteral(name)).join(' | ')}>`;
}

function shapeType(layout: Layout, { shape }: OperationPart, direction: Direction, side: TypeSide): UnitType {
  if (shape === undefined) throw new Error('A part of an operation has no type');
  return (use) =>
    printShape(shape, { ...createTypeNames(layout, use, { direction, side }), media: () => use(mediaSymbol) });
}

/** Returns the direction if a schema has a variant for it. */
function findDirection({ variants }: Naming, id: string, stated: Direction | undefined): Direction | undefined {
  return stated && variants[stated].has(id) ? stated : undefined;
}

function addUnit({ units }: Naming, key: string, make: () => Omit<Pending, 'key'>): Pending {
  const unit = units.get(key) ?? { key, ...make() };
  units.set(key, unit);
  return unit;
}

/** Returns the pointer of a schema in the published document, which also contains the schemas of other files. */
function locateSchema({ locations }: Api, id: string): string {
  return locations?.[id] ?? id;
}

function variantKey(id: string, direction: Direction | undefined): string {
  return direction === undefined ? id : `${id}>${direction}`;
}

/** Id and pointer of the schema of the common parameters. */
const commonId = '#/components/parameters';

/** Returns the schema of a part of an operation. In a schema of parameters, a reference to `commonId` replaces the common ones. */
function withCommonParameters(
  api: Api,
  operation: Operation,
  of: OperationPartName,
  { schema }: OperationPart,
): Schema {
  if (of !== 'Parameters' || findCommonParams(api, operation) === undefined) return schema;
  const shared = new Set(api.commonParameters?.parameters.map(({ property }) => property));
  const { properties = [], ...rules } = schema.object ?? {};
  const own = properties.filter(({ name }) => !shared.has(name));
  return { ...schema, object: { ...rules, properties: own }, allOf: [{ at: schema.at, ref: commonId, doc: {} }] };
}

/** Finds the ids of the schemas that need a variant for a direction: they, or schemas inside, leave out a required property. */
function findVariants(api: Api, travel: Travel): ReadonlySet<string> {
  const schemas = Object.entries(api.schemas);
  const users = groupPairs(schemas.flatMap(([id, schema]) => listReferences(schema).map((ref) => [ref, id] as const)));
  const changed = schemas.filter(([, schema]) => leavesOut(schema, travel)).map(([id]) => id);
  return new Set(reachable(changed, (ref) => users.get(ref) ?? []));
}

function leavesOut(schema: Schema, travel: Travel): boolean {
  return (
    schema.object?.properties?.some((property) => property.required && isLeftOut(property.schema, travel)) === true ||
    releaseOneWay(schema, travel) !== schema ||
    listSubschemas(schema).some((one) => leavesOut(one, travel))
  );
}
