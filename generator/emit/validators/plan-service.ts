import type { Api, Model, Operation } from '../../api/api.js';
import { releaseOneWay } from '../../api/schemas/release-one-way.js';
import type { Direction, Schema, Property } from '../../api/types/schema.js';
import {
  isReference,
  isLeftOut,
  listReferences,
  listSubschemas,
  type Travel,
  followSchema,
} from '../../api/schemas/target-schema.js';
import type { Shape } from '../../api/types/shape.js';
import { isTooBroad } from '../../api/shapes/lower-shape.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';
import type { Imports } from '../code/imports.js';
import { buildPlan, type PlanContext } from './plan/build-plan.js';
import { LocalNames, pascalCase } from './plan/local-names.js';
import type { Decoded, Program, Unit, UnitType } from './plan/plan.js';
import { createProgram } from './plan/program.js';
import { partPointer, requestRules, type StatedRules } from './part-pointer.js';
import { stringLiteral } from '../code/literals.js';
import { commonParamsSymbol, paramsMembers, findCommonParams } from '../code/operation-params.js';
import { operationPart, type OperationPartName, type OperationPart } from '../code/operation-parts.js';
import { mediaSymbol, modelTypeSymbol, printShape, createTypeNames, type TypeSide } from '../code/types.js';
import { findConversions } from '../../api/conversions/conversions.js';
import { wireCode, differs, paramsOnWire } from '../code/wire-code.js';
import { groupPairs, reachable } from '../../iterables.js';

/** A validator that a file exports. */
export interface Export {
  readonly symbol: CodeSymbol;
  /** Key of the unit that checks. */
  readonly unit: string;
  /** The object it is another name of, where the part is just a model. */
  readonly alias?: CodeSymbol;
  /** The direction of a validator of a model in one direction: `PetRequest`. */
  readonly variantOf?: Direction;
  /** True of a model, whose predicate is exported, too: `isVideo`. */
  readonly hasPredicate?: boolean;
  /** The type that it proves, where that is not the type of its unit: `PlaylistInput` for a body that is checked as a `Playlist`. */
  readonly type?: CodeSymbol;
  /** Rules beside the schema: `x-parameter-rules`, `x-body-rules`. */
  readonly rules?: StatedRules;
}

/** The units of all validators of a service, and its exports. */
interface ServiceUnits {
  readonly program: Program;
  readonly exports: readonly Export[];
}

/** Plans the validators of all models, of those that differ by direction, and of all parts of operations. */
export function planService(api: Api, layout: Layout): ServiceUnits {
  const planner = new ServicePlanner(api, layout);
  const models = api.models.map((model) => planner.modelExport(model));
  const parts = api.operations.flatMap((operation) => partNames.flatMap((of) => planner.partExports(operation, of)));
  const program = planner.finish();
  const variants = api.models.flatMap((model) => ways.flatMap((way) => planner.variantExports(model, way, program)));
  return { program, exports: [...models, ...variants, ...parts] };
}

const ways: readonly Direction[] = ['request', 'response'];
const partNames: readonly OperationPartName[] = ['Parameters', 'Body', 'Response', 'StreamItem'];

/** A unit that is named but not planned yet. */
interface Pending extends Omit<Unit, 'plan'> {
  readonly schema: Schema;
  readonly pointer: string;
  readonly direction: Direction | undefined;
}

class ServicePlanner {
  readonly #api: Api;
  readonly #layout: Layout;
  readonly #schemas: ReadonlyMap<string, Schema>;
  readonly #variants: Readonly<Record<Direction, ReadonlySet<string>>>;
  readonly #names: LocalNames;
  readonly #pending = new Map<string, Pending>();

  constructor(api: Api, layout: Layout) {
    this.#api = api;
    this.#layout = layout;
    this.#schemas = new Map(Object.entries(api.schemas));
    this.#variants = {
      request: findVariants(api, { direction: 'request', schemas: this.#schemas }),
      response: findVariants(api, { direction: 'response', schemas: this.#schemas }),
    };
    this.#names = new LocalNames(api.models.map((model) => model.name));
  }

  modelExport(model: Model): Export {
    return { symbol: this.#layout.validator(model), unit: this.#model(model, undefined), hasPredicate: true };
  }

  /** Lists the validator of a model in one direction, where that differs and the model is used in it: `PetRequest`. */
  variantExports(model: Model, direction: Direction, program: Program): readonly Export[] {
    const unit = program.units.get(variantKey(model, direction));
    if (unit === undefined) return [];
    const symbol = { name: unit.name, module: unit.module };
    return [{ symbol, unit: unit.key, variantOf: direction, hasPredicate: true }];
  }

  #variantSymbol(model: Model, key: string): CodeSymbol {
    const unit = this.#pending.get(key);
    if (unit === undefined) throw new Error(`No validator was named for ${key}`);
    return { name: unit.name, module: this.#layout.validator(model).module };
  }

  partExports(operation: Operation, of: OperationPartName): readonly Export[] {
    const part = operationPart(operation, of);
    if (part === undefined) return [];
    const symbol = this.#layout.operationValidator(operation, of);
    const direction = of === 'Response' || of === 'StreamItem' ? 'response' : 'request';
    const model = isReference(part.schema) ? this.#layout.modelById(part.schema.ref) : undefined;
    const rules = requestRules(this.#api, operation, of);
    if (model === undefined) return [{ symbol, unit: this.#part(operation, of, direction), ...(rules && { rules }) }];
    const unit = this.#model(model, direction);
    // A body has the type of what is sent, to which that of the model may not be assignable: `{ pin: string }`, and `{}` of the
    // model, where `pin` is writeOnly. Converted values have no such type that validators look at.
    if (direction === 'request' && unit === model.id && model.input !== undefined && model.wire === undefined)
      return [{ symbol, unit, type: modelTypeSymbol(this.#layout, model.id, 'request'), ...(rules && { rules }) }];
    const alias = unit === model.id ? this.#layout.validator(model) : this.#variantSymbol(model, unit);
    return [{ symbol, unit, alias, ...(rules && { rules }) }];
  }

  /** Plans the units that are named so far, and those that they refer to. */
  finish(): Program {
    const units = new Map<string, Unit>();
    // Planning names further units, which the loop reaches in turn.
    for (const { schema, pointer, direction, ...unit } of this.#pending.values()) {
      const context = this.#planContext(unit.module, direction);
      units.set(unit.key, { ...unit, plan: buildPlan(schema, { pointer, hint: [] }, context) });
    }
    return createProgram(units);
  }

  #planContext(module: string, direction: Direction | undefined): PlanContext {
    const travel = direction === undefined ? undefined : { direction, schemas: this.#schemas };
    const view = (schema: Schema): Schema => (travel === undefined ? schema : releaseOneWay(schema, travel));
    return {
      unitOf: (ref) => this.#reference(ref, module, direction),
      isRequired: (property) => isRequired(property, travel),
      view,
      resolve: (schema) => view(followSchema(this.#api.schemas, schema)),
      isTooBroad: (schema) => isTooBroad(schema, this.#schemas),
      assertFormats: true,
    };
  }

  #reference(ref: string, module: string, direction: Direction | undefined): string {
    const model = this.#layout.modelById(ref);
    if (model !== undefined) return this.#model(model, direction);
    if (ref === commonId) return this.#common();
    const schema = this.#api.schemas[ref];
    if (schema === undefined) throw new Error(`No schema has the id ${ref}`);
    const way = this.#way(ref, direction);
    const key = `${module} ${ref}${way === undefined ? '' : `>${way}`}`;
    const wanted = pascalCase(ref.split(/[#/]/).slice(-2).join(' '));
    return this.#add(key, () => ({
      name: this.#names.claim(wanted),
      module,
      exported: false,
      schema,
      pointer: locateSchema(this.#api, ref),
      direction: way,
    }));
  }

  #common(): string {
    const schema = commonSchema(this.#api);
    const type = commonParamsSymbol(this.#api);
    if (schema === undefined || type === undefined) throw new Error('No parameters are common to all operations');
    return this.#add(commonId, () => ({
      name: this.#names.claim(type.name),
      module: 'validators/shared',
      exported: true,
      type: this.#commonType(type),
      schema,
      pointer: commonId,
      direction: 'request',
    }));
  }

  #commonType(type: CodeSymbol): UnitType {
    const members = (this.#api.commonParameters?.parameters ?? []).map((one) => ({ ...one, name: one.property }));
    if (!members.some((one) => one.callersName !== undefined || differs(one.shape, this.#layout, 'request')))
      return type;
    return (use) => paramsOnWire({ name: use(type), members, layout: this.#layout }, use);
  }

  #model(model: Model, direction: Direction | undefined): string {
    const way = this.#way(model.id, direction);
    const key = way === undefined ? model.id : variantKey(model, way);
    return this.#add(key, () => this.#modelUnit(model, way));
  }

  #modelUnit(model: Model, way: Direction | undefined): Omit<Pending, 'key'> {
    const { module } = this.#layout.validator(model);
    const name = way === undefined ? model.name : this.#names.claim(`${model.name}${wayNames[way]}`);
    const type = modelTypeSymbol(this.#layout, model.id, way ?? 'response', 'wire');
    const callers = modelTypeSymbol(this.#layout, model.id, way ?? 'response');
    return {
      name,
      module,
      exported: true,
      type,
      ...(callers.name !== type.name && {
        decoded: { type: callers, wire: (imports: Imports) => imports.use(this.#layout.wire(model)) },
      }),
      schema: model.schema,
      pointer: locateSchema(this.#api, model.id),
      direction: way,
    };
  }

  #part(operation: Operation, of: OperationPartName, direction: Direction): string {
    const { module } = this.#layout.operationValidator(operation, of);
    const part = operationPart(operation, of);
    if (part === undefined) throw new Error(`${operation.id} has no ${of}`);
    const type = of === 'Parameters' ? this.#paramsType(operation, part.shape) : this.#shapeType(part.shape, direction);
    const decoded = this.#decodedPart(operation, of, direction);
    const pointer = partPointer(this.#api.document, operation, of);
    return this.#add(`${operation.id} ${of}`, () => ({
      name: this.#names.claim(`${operation.typeName}${of}`),
      module,
      exported: false,
      // Parameters are compared with no others: one more changes files of its resource alone.
      isInline: of !== 'Parameters',
      type,
      ...decoded,
      schema: checkedSchema(this.#api, operation, of, part),
      pointer,
      direction,
    }));
  }

  /** Returns the type of a part of an operation for callers, where a codec converts something in it. */
  #decodedPart(operation: Operation, of: OperationPartName, direction: Direction): Pick<Unit, 'decoded'> {
    const part = operationPart(operation, of);
    if (part === undefined || !findConversions(this.#api).converts(part.schema)) return {};
    const [api, layout] = [this.#api, this.#layout];
    const wire: Decoded['wire'] = (imports) => wireCode(part.schema, { api, layout, imports }) ?? '{}';
    if (of !== 'Parameters') return { decoded: { type: this.#shapeType(part.shape, direction, 'callers'), wire } };
    const params = this.#layout.type(operation, 'Params');
    return { decoded: { type: this.#paramsType(operation, part.shape, params, 'callers'), wire } };
  }

  /** Prints the type of the parameters alone: `Omit<VideosInsertParams, 'body'>`. */
  #paramsType(
    operation: Operation,
    shape: Shape | undefined,
    params: CodeSymbol = this.#layout.paramsWire(operation),
    side: TypeSide = 'wire',
  ): UnitType {
    if (shape === undefined) return params;
    // A type with an index signature would lose its members.
    if (operation.openParameters) return this.#shapeType(shape, 'request', side);
    const parameters = new Set(operation.parameters.map(({ property }) => property));
    const others = paramsMembers(operation).filter(({ name }) => !parameters.has(name));
    return (use) => `Omit<${use(params)}, ${others.map(({ name }) => stringLiteral(name)).join(' | ')}>`;
  }

  #shapeType(shape: Shape | undefined, direction: Direction, side: TypeSide = 'wire'): UnitType {
    if (shape === undefined) throw new Error('A part of an operation has no type');
    return (use) =>
      printShape(shape, {
        ...createTypeNames(this.#layout, use, { direction, side }),
        media: () => use(mediaSymbol),
        constants: (name) => use(this.#layout.enumType(name)),
        settable: direction === 'request',
      });
  }

  #way(id: string, direction: Direction | undefined): Direction | undefined {
    return direction !== undefined && this.#variants[direction].has(id) ? direction : undefined;
  }

  #add(key: string, make: () => Omit<Pending, 'key'>): string {
    if (!this.#pending.has(key)) this.#pending.set(key, { key, ...make() });
    return key;
  }
}

/** Returns the pointer of a schema in the published document, which holds the schemas of other files, too. */
function locateSchema({ locations }: Api, id: string): string {
  return locations?.[id] ?? id;
}

function variantKey({ id }: Model, way: Direction): string {
  return `${id}>${way}`;
}

const wayNames: Readonly<Record<Direction, string>> = { request: 'Request', response: 'Response' };

/** Id and pointer of the schema of the parameters that all operations share. */
const commonId = '#/components/parameters';

/** Returns the schema by which a part of an operation is checked; for parameters that all operations share it refers to `commonId`. */
function checkedSchema(api: Api, operation: Operation, of: OperationPartName, { schema }: OperationPart): Schema {
  if (of !== 'Parameters' || findCommonParams(api, operation) === undefined) return schema;
  const shared = new Set(api.commonParameters?.parameters.map(({ property }) => property));
  const { properties = [], ...rules } = schema.object ?? {};
  const own = properties.filter(({ name }) => !shared.has(name));
  return { ...schema, object: { ...rules, properties: own }, allOf: [{ at: schema.at, ref: commonId, doc: {} }] };
}

/** Makes the schema of the parameters that all operations share, as one object. */
function commonSchema({ commonParameters }: Api): Schema | undefined {
  const [first] = commonParameters?.parameters ?? [];
  if (commonParameters === undefined || first === undefined) return undefined;
  const properties = commonParameters.parameters.map(({ property, required, schema }) => ({
    name: property,
    required,
    schema,
  }));
  return { at: first.at, types: ['object'], object: { properties }, doc: {} };
}

/** Tells whether a property has to be there in a direction: a `readOnly` property is never required of a request. */
function isRequired(property: Pick<Property, 'required' | 'schema'>, travel: Travel | undefined): boolean {
  return property.required && (travel === undefined || !isLeftOut(property.schema, travel));
}

/** Finds the ids of the schemas that check differently in a direction, because they or what they refer to leave out a required property. */
function findVariants(api: Api, travel: Travel): ReadonlySet<string> {
  const schemas = Object.entries(api.schemas);
  const users = groupPairs(schemas.flatMap(([id, schema]) => listReferences(schema).map((ref) => [ref, id] as const)));
  const changed = schemas.filter(([, schema]) => leavesOut(schema, travel)).map(([id]) => id);
  return new Set(reachable(changed, (ref) => users.get(ref) ?? []));
}

function leavesOut(schema: Schema, travel: Travel): boolean {
  const own = (schema.object?.properties ?? []).some((property) => property.required && !isRequired(property, travel));
  return (
    own || releaseOneWay(schema, travel) !== schema || listSubschemas(schema).some((one) => leavesOut(one, travel))
  );
}
