import { groupPairs, reachable, groupBy } from '../../iterables.js';
import type { Direction, Schema } from '../types/schema.js';
import type { Conversions } from '../conversions/conversions.js';
import { lowerShape } from './lower-shape.js';
import { listReferences } from '../schemas/target-schema.js';
import type { Model, Operation } from '../api.js';
import type { ApiNames } from '../naming/name-api.js';
import type { Shape } from '../types/shape.js';
import { innerShapes } from './combine-shapes.js';
import type { Diagnostics } from '../../diagnostics.js';

/** The schemas that an operation sends and receives, and the file stem of its group. */
export interface SchemaUse {
  readonly module: string;
  readonly sent: readonly Schema[];
  readonly received: readonly Schema[];
}

/** The ways in which schemas with ids travel, and the groups that use them. */
export interface Usage {
  readonly sent: ReadonlySet<string>;
  readonly received: ReadonlySet<string>;
  /** Ids that travel both ways and look different in a request. */
  readonly inputs: ReadonlySet<string>;
  /** File stem of the one group that uses an id; absent where several do, or none. */
  readonly modules: ReadonlyMap<string, string>;
}

type Schemas = ReadonlyMap<string, Schema>;
/** The facts about a document from which shapes are made. */
interface Source {
  readonly schemas: Schemas;
  readonly conversions: Conversions;
}

/** Finds out which schemas travel which way, and which belong to a single group. */
export function findUsage(source: Source, uses: readonly SchemaUse[]): Usage {
  const { schemas } = source;
  const [request, response] = [listNext(schemas, 'request'), listNext(schemas, 'response')];
  const listStart = (list: readonly Schema[], direction: Direction): readonly string[] =>
    list.flatMap((schema) => listReferences(schema, { direction, schemas }));
  const sent = new Set(
    reachable(
      listStart(
        uses.flatMap((use) => use.sent),
        'request',
      ),
      request,
    ),
  );
  const received = new Set(
    reachable(
      listStart(
        uses.flatMap((use) => use.received),
        'response',
      ),
      response,
    ),
  );

  // A schema differs in a request when a property of it goes one way only, or when one it refers to differs.
  const both = [...sent].filter((id) => received.has(id));
  const users = groupPairs(both.flatMap((id) => request(id).map((used) => [used, id] as const)));
  const changed = both.filter((id) => differs(schemas.get(id), source));
  const inputs = new Set(reachable(changed, (id) => users.get(id) ?? []));

  const starts = groupPairs(
    uses.map(
      (use) => [use.module, [...listStart(use.sent, 'request'), ...listStart(use.received, 'response')]] as const,
    ),
  );
  const owners = new Map<string, string | undefined>();
  for (const [module, start] of starts)
    for (const id of reachable(start.flat(), (one) => [...request(one), ...response(one)]))
      owners.set(id, owners.has(id) ? undefined : module);
  const modules = new Map([...owners].flatMap(([id, module]) => (module === undefined ? [] : [[id, module]])));
  return { sent, received, inputs, modules };
}

/** Returns a function that lists the ids that the schema of an id refers to; each schema is walked once. */
function listNext(schemas: Schemas, direction: Direction): (id: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (id) => {
    const schema = schemas.get(id);
    const list = known.get(id) ?? (schema === undefined ? [] : listReferences(schema, { direction, schemas }));
    known.set(id, list);
    return list;
  };
}

/** Returns true if the type of a schema by itself differs in a request. */
function differs(schema: Schema | undefined, source: Source): boolean {
  if (schema === undefined) return false;
  const [request, response] = (['request', 'response'] as const).map((direction) =>
    JSON.stringify(lowerShape(schema, { direction, ...source, bytes: false })),
  );
  return request !== response;
}

/** Models and operations, with the names of the types that they have on the wire beside those that callers have. */
interface Named {
  readonly models: readonly Model[];
  readonly operations: readonly Operation[];
}

/** Gives names for the wire to models and params of which callers have another type, such as a `Date` in place of a string. */
export function nameWires(models: readonly Model[], operations: readonly Operation[], wires: ApiNames['wires']): Named {
  const differing = findDiffering(models);
  const differs = (shape: Shape): boolean => reaches(shape, (id) => differing.inputs.has(id));
  const isConverted = (operation: Operation): boolean =>
    operation.parameters.some((one) => one.callersName !== undefined) ||
    [...operation.parameters, ...(operation.body?.contents ?? []), operation.body?.media?.metadata].some(
      (one) => one !== undefined && differs(one.shape),
    );
  if (differing.models.size + differing.inputs.size === 0 && !operations.some(isConverted))
    return { models, operations };
  const named = models.map((model) => nameModel(model, differing, wires));
  return {
    models: named,
    operations: operations.map((operation) =>
      isConverted(operation) ? { ...operation, paramsWire: wires.get(`${operation.typeName}Params`) ?? '' } : operation,
    ),
  };
}

/** Ids of models of which callers have another type than the wire: as they are received, and as they are sent. */
interface Differing {
  readonly models: ReadonlySet<string>;
  readonly inputs: ReadonlySet<string>;
}

function findDiffering(models: readonly Model[]): Differing {
  const [received, given] = [new Set<string>(), new Set<string>()];
  const isReceived = (id: string): boolean => received.has(id);
  const isGiven = (id: string): boolean => given.has(id);
  for (let count = -1; count !== received.size + given.size;) {
    count = received.size + given.size;
    for (const { id, shape, input } of models) {
      if (!received.has(id) && reaches(shape, isReceived)) received.add(id);
      if (!given.has(id) && (input === undefined ? isReceived(id) : reaches(input.shape, isGiven))) given.add(id);
    }
  }
  return { models: received, inputs: given };
}

function nameModel(model: Model, { models, inputs }: Differing, wires: ApiNames['wires']): Model {
  const { id, name, input } = model;
  const isInput = input !== undefined && inputs.has(id);
  return {
    ...model,
    ...(models.has(id) && { wire: wires.get(name) ?? '' }),
    ...(isInput && { input: { ...input, wire: wires.get(input.name) ?? '' } }),
  };
}

/** Returns true if callers have another type of something in a shape, or of a model that it mentions. */
function reaches(shape: Shape, differs: (model: string) => boolean): boolean {
  if (shape.kind === 'coded') return true;
  if (shape.kind === 'object' && shape.members.some(({ callersName }) => callersName !== undefined)) return true;
  // What stays as it is on the wire has a name of its own only through the models that it mentions.
  if (shape.kind === 'reference') return differs(shape.model);
  return innerShapes(shape).some((one) => reaches(one, differs));
}

/**
 * Returns true if callers have another type of a shape than the wire; `modelOf` gives the name on the wire of models that differ.
 */
export function differsOnWire(shape: Shape, modelOf: (id: string) => string | undefined): boolean {
  return reaches(shape, (id) => modelOf(id) !== undefined);
}

/** Most schemas of a file that TypeScript checks in seconds: its time grows with the square of their number. */
const mostModels = 5_000;

/** Schemas that TypeScript 7 takes about a minute for on one core, by the square of the ten seconds that 4,000 take. */
const modelsOfMinute = 10_000;

/** Warns of the files whose validators TypeScript takes long for; no count decides what is in a file. */
export function reportLargeModules(models: readonly Model[], diagnostics: Diagnostics): void {
  for (const [module, { length, [mostModels]: first }] of groupBy(models, (model) => model.module)) {
    if (first === undefined) continue;
    const minutes = Math.ceil((length / modelsOfMinute) ** 2);
    const message =
      `the validators of ${length} schemas are in the file ${JSON.stringify(`${module}.ts`)}; beyond ${mostModels}, ` +
      `TypeScript takes minutes: about ${minutes} for these`;
    diagnostics.warning('many-schemas', message, first.schema.at);
  }
}
