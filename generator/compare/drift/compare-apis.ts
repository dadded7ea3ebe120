import type { Api, Operation, Parameter } from '../../api/api.js';
import { dataContent } from '../../api/schemas/media-type.js';
import { followSchema, findReferred } from '../../api/schemas/target-schema.js';
import type { Property, Schema } from '../../api/types/schema.js';
import type { Position } from '../../diagnostics.js';
import { reachable } from '../../iterables.js';
import { isJsonObject, readInner, toArray, type JsonObject } from '../../json.js';
import type { Both } from '../sides/finding.js';
import { visitPairs } from '../sides/pairs.js';

/** One point in which two descriptions of a service differ. */
export interface Difference {
  /** Address of the point, the same in both: `operations.videos.list.parameters.chart.enum.mostPopular`. */
  readonly at: string;
  /** The difference, as half a sentence: `only in the spec`. */
  readonly says: string;
  /** Its position in the spec, or in the other document if the spec has nothing there. */
  readonly position: Position;
}

/** The spec as `before`, the other description as `after`, and the receiver of their differences. */
interface Comparison extends Both<Api> {
  readonly report: (difference: Difference) => void;
}

type Where = Pick<Difference, 'at' | 'position'>;

/**
 * Compares a service's spec with another description of the same service, operation by operation, parameter by
 * parameter, schema by schema. Schemas that no operation of both reaches follow from what is missing, and are left out.
 */
export function compareApis(spec: Api, other: Api): readonly Difference[] {
  const found: Difference[] = [];
  const comparison: Comparison = { before: spec, after: other, report: (difference) => void found.push(difference) };
  const shared: Operation[] = [];
  compareLists(
    comparison,
    mapBoth(comparison, ({ operations }) => operations),
    {
      readAddress: ({ id }) => `operations.${id}`,
      readPosition: ({ at }) => at,
      compare: (at, pair) => {
        compareOperation(comparison, at, pair);
        shared.push(pair.before, pair.after);
      },
    },
  );
  const ids = listReachedIds(comparison, shared);
  compareLists(
    comparison,
    mapBoth(comparison, ({ models }) => models.filter(({ id }) => ids.has(id))),
    {
      readAddress: ({ specName }) => `schemas.${specName}`,
      readPosition: ({ schema }) => schema.at,
      compare: (at, pair) => compareSchema(comparison, at, mapBoth(pair, readSchema)),
    },
  );
  return found;
}

function mapBoth<T, R>({ before, after }: Both<T>, map: (one: T) => R): Both<R> {
  return { before: map(before), after: map(after) };
}

function readSchema({ schema }: Pick<Property, 'schema'>): Schema {
  return schema;
}

/** Lists the ids of the named schemas that the bodies of some operations reach in either description. */
function listReachedIds({ before, after }: Comparison, operations: readonly Operation[]): ReadonlySet<string> {
  const roots = operations.flatMap((one) => [requestSchema(one), responseSchema(one)]);
  const reached = reachable(
    roots.filter((one) => one !== undefined),
    (schema) => [
      ...[before, after].map((api) => findReferred(api.schemas, schema)),
      schema.array?.items,
      schema.object?.additionalProperties,
      ...(schema.object?.properties ?? []).map(readSchema),
      ...(schema.allOf ?? []),
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
    ],
  );
  return new Set([...reached].flatMap(({ ref }) => ref ?? []));
}

function compareOperation(comparison: Comparison, at: string, both: Both<Operation>): void {
  const position = both.before.at;
  compareFacts(comparison, { at, position }, both, { method: ({ method }) => method });
  // A path counts from the host: two descriptions may cut it at different points between server and operation.
  const paths = { before: fullPaths(comparison.before, both.before), after: fullPaths(comparison.after, both.after) };
  if (!paths.before.some((path) => paths.after.includes(path)))
    compareFacts(comparison, { at, position }, paths, { path: (all) => all });
  compareFacts(comparison, { at, position }, both, { deprecated: isDeprecated });
  compareLists(
    comparison,
    mapBoth(both, ({ parameters }) => parameters),
    {
      readAddress: ({ name }) => `${at}.parameters.${name}`,
      readPosition: (parameter) => parameter.at,
      compare: (where, pair) => {
        compareFacts(comparison, { at: where, position: pair.before.at }, pair, parameterFacts);
        compareSchema(comparison, where, mapBoth(pair, readSchema));
      },
    },
  );
  compareInner(comparison, { at: `${at}.request`, position }, mapBoth(both, requestSchema));
  compareInner(comparison, { at: `${at}.response`, position }, mapBoth(both, responseSchema));
  const scopes = mapBoth(both, ({ security }) => security.flat().flatMap((need) => need.scopes));
  compareSets(comparison, { at: `${at}.scopes`, position }, scopes);
  const media = mapBoth(both, ({ extensions }) => readInner(extensions, 'x-media'));
  const mediaTypes = mapBoth(media, (one) => toArray(one['mediaTypes']).map(String));
  compareSets(comparison, { at: `${at}.media.mediaTypes`, position }, mediaTypes);
  compareFacts(comparison, { at: `${at}.media`, position }, media, mediaFacts);
}

type Facts<T> = Readonly<Record<string, (one: T) => unknown>>;

const parameterFacts: Facts<Parameter> = {
  in: (parameter) => parameter.in,
  required: ({ required }) => required,
  deprecated: isDeprecated,
};

const mediaFacts: Facts<JsonObject> = {
  maxBytes: ({ maxBytes }) => maxBytes,
  path: ({ upload }) => (isJsonObject(upload) ? upload['path'] : undefined),
};

function isDeprecated({ doc }: Pick<Operation, 'doc'>): boolean {
  return doc.deprecated === true;
}

function fullPaths(api: Api, { path }: Operation): readonly string[] {
  return api.servers.map(({ url }) => `${url.replace(/^[a-z+.-]+:\/\/[^/]*/i, '').replace(/\/$/, '')}${path}`);
}

/** Returns the schema of the JSON that an operation is sent, beside bytes or alone. */
function requestSchema({ body }: Operation): Schema | undefined {
  return dataContent(body?.contents ?? [])?.schema ?? body?.media?.metadata?.schema;
}

/** Returns the schema of the JSON of the successful response of an operation. */
function responseSchema({ responses }: Operation): Schema | undefined {
  const good = responses.filter(({ status }) => status.startsWith('2'));
  return dataContent(good.flatMap(({ contents }) => contents))?.schema;
}

/**
 * Compares two schemas and their subschemas. Two references are equal if they end in the same name; the schema of that
 * name is compared at its declaration. An object that only one side has given a name is looked into.
 */
function compareSchema(comparison: Comparison, at: string, pair: Both<Schema>): void {
  const names = { before: modelName(comparison.before, pair.before), after: modelName(comparison.after, pair.after) };
  const position = pair.before.at;
  if (names.before !== undefined && names.after !== undefined)
    return compareFacts(comparison, { at, position }, names, { $ref: (name) => name });
  const both = {
    before: followSchema(comparison.before.schemas, pair.before),
    after: followSchema(comparison.after.schemas, pair.after),
  };
  compareFacts(comparison, { at, position: both.before.at }, both, schemaFacts);
  const values = mapBoth(both, ({ enum: all = [] }) =>
    all.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  );
  compareSets(comparison, { at: `${at}.enum`, position }, values);
  compareInner(
    comparison,
    { at: `${at}.items` },
    mapBoth(both, ({ array }) => array?.items),
  );
  const further = mapBoth(both, ({ object }) => {
    const rest = object?.additionalProperties;
    // Further properties of any kind, or of none, say nothing.
    return rest?.boolean === undefined ? rest : undefined;
  });
  compareInner(comparison, { at: `${at}.additionalProperties` }, further);
  compareLists(
    comparison,
    mapBoth(both, ({ object }) => object?.properties),
    {
      readAddress: ({ name }) => `${at}.properties.${name}`,
      readPosition: ({ schema }) => schema.at,
      compare: (where, own) => compareSchema(comparison, where, mapBoth(own, readSchema)),
    },
  );
}

/** Returns the name of the model that a schema is a reference to. */
function modelName({ models }: Api, { ref, types }: Schema): string | undefined {
  if (ref === undefined || types !== undefined) return undefined;
  return models.find((model) => model.id === ref)?.specName;
}

const schemaFacts: Facts<Schema> = {
  type: ({ types }) => types,
  format: ({ string }) => string?.format,
  pattern: ({ string }) => string?.pattern,
  minimum: ({ number }) => number?.minimum,
  maximum: ({ number }) => number?.maximum,
  const: (schema) => schema.const?.value,
  default: (schema) => schema.default?.value,
  readOnly: ({ readOnly }) => readOnly === true,
  deprecated: isDeprecated,
};

/** Compares a schema inside of others, or reports that only one side has it. */
function compareInner(
  comparison: Comparison,
  { at, position }: Partial<Where> & Pick<Where, 'at'>,
  pair: Both<Schema | undefined>,
): void {
  compareLists(
    comparison,
    mapBoth(pair, (one) => (one === undefined ? [] : [one])),
    {
      readAddress: () => at,
      readPosition: (one) => position ?? one.at,
      compare: (where, both) => compareSchema(comparison, where, both),
    },
  );
}

/** Reports the members of a set that only one side has. */
function compareSets(comparison: Comparison, { at, position }: Where, pair: Both<readonly string[]>): void {
  compareLists(comparison, pair, { readAddress: (one) => `${at}.${one}`, readPosition: () => position });
}

/** Compares values that have the same address on both sides, and reports those of one side. */
function compareLists<T>(
  { report }: Comparison,
  { before, after }: Both<readonly T[] | undefined>,
  {
    readAddress,
    readPosition,
    compare = () => undefined,
  }: {
    readonly readAddress: (one: T) => string;
    readonly readPosition: (one: T) => Position;
    readonly compare?: (at: string, pair: Both<T>) => void;
  },
): void {
  visitPairs(before, after, readAddress, {
    both: (pair, at) => compare(at, pair),
    alone: (one, side, at) =>
      report({ at, says: side === 'old' ? 'only in the spec' : 'not in the spec', position: readPosition(one) }),
  });
}

/** Reports the facts that the sides state otherwise. */
function compareFacts<T>({ report }: Comparison, { at, position }: Where, pair: Both<T>, facts: Facts<T>): void {
  for (const [name, readFact] of Object.entries(facts)) {
    const { before, after } = mapBoth(pair, (one) => JSON.stringify(readFact(one)));
    const says = `${before ?? 'nothing'} in the spec, ${after ?? 'nothing'} outside`;
    if (before !== after) report({ at: `${at}.${name}`, says, position });
  }
}
