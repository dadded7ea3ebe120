import { compact } from '../../json.js';
import { groupBy, groupPairs, reachable } from '../../iterables.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { Model, Webhook } from '../api.js';
import type { ApiNames } from '../naming/name-api.js';
import { SHARED } from '../naming/name-operations.js';
import { lowerNotes } from '../schemas/doc.js';
import { listReferences } from '../schemas/target-schema.js';
import { readLastStep } from '../tools/names.js';
import { inlineCode } from '../tools/sentence.js';
import type { Direction, Schema } from '../types/schema.js';
import type { Shape } from '../types/shape.js';
import { innerShapes } from './combine-shapes.js';
import { lowerShape, type Shaping } from './lower-shape.js';

/** The schemas that an operation sends and receives, and the file stem of its group. */
export interface SchemaUse {
  readonly module: string;
  readonly sent: readonly Schema[];
  readonly received: readonly Schema[];
}

/** The directions in which schemas with ids are sent, and the groups that use them. */
interface Usage {
  readonly sent: ReadonlySet<string>;
  readonly received: ReadonlySet<string>;
  /** Ids of schemas that are sent and received, with a different shape in requests. */
  readonly inputs: ReadonlySet<string>;
  /** File stem of the only group that uses an id; `undefined` if several do, no entry if none does. */
  readonly modules: ReadonlyMap<string, string | undefined>;
}

/** Finds the directions in which schemas are sent, and the groups that use them. */
export function findUsage(shaping: Pick<Shaping, 'schemas' | 'conversions'>, uses: readonly SchemaUse[]): Usage {
  const { schemas } = shaping;
  const [request, response] = [listNext(schemas, 'request'), listNext(schemas, 'response')];
  const listIds = (list: readonly Schema[], direction: Direction): readonly string[] =>
    list.flatMap((schema) => listReferences(schema, { direction, schemas }));
  const starts = uses.map((use) => {
    return { module: use.module, sent: listIds(use.sent, 'request'), received: listIds(use.received, 'response') };
  });
  const sent = new Set(
    reachable(
      starts.flatMap((one) => one.sent),
      request,
    ),
  );
  const received = new Set(
    reachable(
      starts.flatMap((one) => one.received),
      response,
    ),
  );

  // A schema differs in requests if it has a `readOnly` or `writeOnly` property, or refers to a schema that differs.
  const both = [...sent].filter((id) => received.has(id));
  const users = groupPairs(both.flatMap((id) => request(id).map((used) => [used, id] as const)));
  const changed = both.filter((id) => {
    const schema = schemas.get(id);
    const print = (direction: Direction): string | undefined =>
      schema && JSON.stringify(lowerShape(schema, direction, shaping));
    return print('request') !== print('response');
  });
  const inputs = new Set(reachable(changed, (id) => users.get(id) ?? []));

  const modules = new Map<string, string | undefined>();
  for (const [module, own] of groupBy(starts, (one) => one.module)) {
    const ids = own.flatMap((one) => [...one.sent, ...one.received]);
    for (const id of reachable(ids, (one) => [...request(one), ...response(one)]))
      modules.set(id, modules.has(id) ? undefined : module);
  }
  return { sent, received, inputs, modules };
}

/** Returns a function that lists the references of a schema by its id; each schema is walked once. */
function listNext(schemas: Shaping['schemas'], direction: Direction): (id: string) => readonly string[] {
  const known = new Map(
    Array.from(schemas, ([id, schema]) => [id, listReferences(schema, { direction, schemas })] as const),
  );
  return (id) => known.get(id) ?? [];
}

/** Lowers every schema with an id to a model, including the names of types on the wire. */
export function lowerModels({
  names,
  usage,
  webhooks,
  ...shaping
}: Shaping & {
  readonly names: ApiNames;
  readonly usage: Usage;
  readonly webhooks: readonly Webhook[];
}): readonly Model[] {
  const summaries = new Map(
    webhooks.flatMap(({ kind, name, payload = '', response = '' }) => [
      [payload, `Body of the ${kind} ${inlineCode(name)}.`],
      [response, `Response that the ${kind} ${inlineCode(name)} expects.`],
    ]),
  );
  const models = Array.from(shaping.schemas, ([id, schema]): Model => {
    const name = names.models.get(id);
    if (!name) throw new Error(`no name was made for ${id}`);
    const isSent = usage.sent.has(id);
    const lower = (direction: Direction): Shape => lowerShape(schema, direction, shaping);
    const { doc, extensions = {} } = schema;
    return compact({
      id,
      specName: readLastStep(id),
      name,
      module: usage.modules.get(id) ?? SHARED,
      schema,
      // The main shape of a model is that of responses, unless callers only send it.
      shape: lower(isSent && !usage.received.has(id) ? 'request' : 'response'),
      sent: isSent || undefined,
      input: usage.inputs.has(id) ? { name: names.inputs.get(id) ?? '', shape: lower('request') } : undefined,
      doc: compact({ summary: doc.description ? undefined : summaries.get(id), ...doc }),
      notes: lowerNotes(schema),
      extensions,
    });
  });
  const converted = findConverted(models);
  const withWire = <One extends { name: string; shape: Shape }>(one: One): One =>
    converted.has(one.shape) ? { ...one, wire: names.wires.get(one.name) ?? '' } : one;
  return models.map((model) => compact({ ...withWire(model), input: model.input && withWire(model.input) }));
}

/** Finds the shapes of models whose type for callers differs from the wire, because they or models inside them are converted. */
function findConverted(models: readonly Model[]): ReadonlySet<Shape> {
  const byId = new Map(models.map((model) => [model.id, model]));
  const own: Shape[] = [];
  const uses: (readonly [used: Shape, user: Shape])[] = [];
  const collect = (user: Shape, findShape: (model: Model) => Shape): void => {
    if (differsOnWire(user, () => undefined)) own.push(user);
    for (const one of reachable([user], innerShapes)) {
      const model = one.kind === 'reference' ? byId.get(one.model) : undefined;
      if (model) uses.push([findShape(model), user]);
    }
  };
  for (const { shape, input } of models) {
    collect(shape, (model) => model.shape);
    if (input) collect(input.shape, (model) => (model.input ?? model).shape);
  }
  const users = groupPairs(uses);
  return new Set(reachable(own, (shape) => users.get(shape) ?? []));
}

/**
 * Returns true if the type of a shape for callers differs from the wire: a value inside is converted, a member has another name, or
 * it refers to a model that has a wire type (`findWire`).
 */
export function differsOnWire(shape: Shape, findWire: (id: string) => string | undefined): boolean {
  for (const one of reachable([shape], innerShapes)) {
    if (one.kind === 'coded' || (one.kind === 'reference' && findWire(one.model))) return true;
    if (one.kind === 'object' && one.members.some(({ callersName }) => callersName)) return true;
  }
  return false;
}

/** Most schemas of a file that TypeScript checks in seconds: its time grows with the square of their number. */
const mostModels = 5_000;

/** Number of schemas that TypeScript 7 checks in a minute on one core; 4,000 take ten seconds, and the time grows with the square. */
const modelsOfMinute = 10_000;

/** Warns of files whose validators TypeScript checks slowly. They are not divided, so that a count does not move code between files. */
export function reportLargeModules(models: readonly Model[], diagnostics: Diagnostics): void {
  for (const [module, { length, [mostModels]: first }] of groupBy(models, (model) => model.module)) {
    if (!first) continue;
    const minutes = Math.ceil((length / modelsOfMinute) ** 2);
    const message =
      `the validators of ${length} schemas are in the file ${JSON.stringify(`${module}.ts`)}; beyond ${mostModels}, ` +
      `TypeScript takes minutes: about ${minutes} for these`;
    diagnostics.warning('many-schemas', message, first.schema.at);
  }
}
