import type { Api, Model, Operation, Parameter } from '../../api/api.js';
import { pairUp } from '../sides/pair-up.js';
import type { Pair } from '../sides/pair-up.js';
import { followSchema } from '../../api/schemas/target-schema.js';
import type { Property, Schema } from '../../api/types/schema.js';
import type { Position } from '../../diagnostics.js';
import { type JsonObject, isJsonObject } from '../../json.js';
import { dataContent } from '../../api/schemas/media-type.js';

/** One point in which two descriptions of a service differ. */
export interface Difference {
  /** Address of the point, the same in both: `operations.videos.list.parameters.chart.enum.mostPopular`. */
  readonly at: string;
  /** The difference, as half a sentence: `only in the spec`. */
  readonly says: string;
  /** Its position in the spec, or in the other document if the spec has nothing there. */
  readonly position: Position;
}

/** Two descriptions that are compared, and the receiver of their differences. */
interface Comparison extends Both<Api> {
  readonly report: (difference: Difference) => void;
}

interface Both<T> {
  readonly ours: T;
  readonly theirs: T;
}

type Where = Pick<Difference, 'at' | 'position'>;

/**
 * Compares a service's spec with another description of the same service, operation by operation, parameter by
 * parameter, schema by schema. Schemas that no operation of both reaches follow from what is missing, and are left out.
 */
export function compareApis(ours: Api, theirs: Api): readonly Difference[] {
  const found: Difference[] = [];
  const comparison: Comparison = { ours, theirs, report: (difference) => void found.push(difference) };
  const shared: Operation[] = [];
  compareNamed(comparison, 'operations', {
    lists: { ours: ours.operations, theirs: theirs.operations },
    nameOf: ({ id }) => id,
    positionOf: (one) => one.at,
    compare: (at, pair) => {
      compareOperation(comparison, at, pair);
      shared.push(pair.ours, pair.theirs);
    },
  });
  const ids = reachable(comparison, shared);
  const models = ({ models: all }: Api): readonly Model[] => all.filter(({ id }) => ids.has(id));
  compareNamed(comparison, 'schemas', {
    lists: { ours: models(ours), theirs: models(theirs) },
    nameOf: ({ specName }) => specName,
    positionOf: ({ schema }) => schema.at,
    compare: (at, pair) => compareSchema(comparison, at, mapBoth(pair, readSchema)),
  });
  return found;
}

function mapBoth<T, R>({ ours, theirs }: Both<T>, map: (one: T) => R): Both<R> {
  return { ours: map(ours), theirs: map(theirs) };
}

function readSchema({ schema }: { readonly schema: Schema }): Schema {
  return schema;
}

/** Ids of the named schemas that the bodies of some operations reach. */
function reachable({ ours, theirs }: Comparison, operations: readonly Operation[]): ReadonlySet<string> {
  const ids = new Set<string>();
  const visit = (schema: Schema): void => {
    const { ref, array, object, allOf = [], anyOf = [], oneOf = [] } = schema;
    if (ref !== undefined && !ids.has(ref)) {
      ids.add(ref);
      for (const { schemas } of [ours, theirs]) {
        const target = Object.hasOwn(schemas, ref) ? schemas[ref] : undefined;
        if (target !== undefined) visit(target);
      }
    }
    const { properties = [], additionalProperties } = object ?? {};
    const inner = [array?.items, additionalProperties, ...properties.map((one) => one.schema)];
    for (const one of [...inner, ...allOf, ...anyOf, ...oneOf]) if (one !== undefined) visit(one);
  };
  for (const operation of operations)
    for (const schema of [requestSchema(operation), responseSchema(operation)]) if (schema !== undefined) visit(schema);
  return ids;
}

function compareOperation(comparison: Comparison, at: string, both: Both<Operation>): void {
  const { ours } = both;
  compareFacts(comparison, { at, position: ours.at }, both, { method: ({ method }) => method });
  // A path counts from the host: two descriptions may cut it at different points between server and operation.
  const paths = { ours: fullPaths(comparison.ours, ours), theirs: fullPaths(comparison.theirs, both.theirs) };
  if (!paths.ours.some((path) => paths.theirs.includes(path)))
    compareFacts(comparison, { at, position: ours.at }, paths, { path: (all) => all });
  compareFacts(comparison, { at, position: ours.at }, both, { deprecated: isDeprecated });
  compareNamed(comparison, `${at}.parameters`, {
    lists: { ours: ours.parameters, theirs: both.theirs.parameters },
    nameOf: ({ name }) => name,
    positionOf: (one) => one.at,
    compare: (where, pair) => {
      compareFacts(comparison, { at: where, position: pair.ours.at }, pair, parameterFacts);
      compareSchema(comparison, where, mapBoth(pair, readSchema));
    },
  });
  compareInner(comparison, { at: `${at}.request`, position: ours.at }, mapBoth(both, requestSchema));
  compareInner(comparison, { at: `${at}.response`, position: ours.at }, mapBoth(both, responseSchema));
  const scopes = mapBoth(both, ({ security }) => security.flatMap((needs) => needs.flatMap((need) => need.scopes)));
  compareSets(comparison, { at: `${at}.scopes`, position: ours.at }, scopes);
  const media = mapBoth(both, readMedia);
  compareSets(comparison, { at: `${at}.media.mediaTypes`, position: ours.at }, mapBoth(media, listMediaKinds));
  compareFacts(comparison, { at: `${at}.media`, position: ours.at }, media, mediaFacts);
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

function readMedia({ extensions }: Operation): JsonObject {
  const media = extensions['x-media'];
  return isJsonObject(media) ? media : {};
}

function listMediaKinds({ mediaTypes }: JsonObject): readonly string[] {
  return Array.isArray(mediaTypes) ? mediaTypes.map(String) : [];
}

/** Schema of the JSON that an operation is sent, beside bytes or alone. */
function requestSchema({ body }: Operation): Schema | undefined {
  return dataContent(body?.contents ?? [])?.schema ?? body?.media?.metadata?.schema;
}

/** Schema of the JSON of the successful response of an operation. */
function responseSchema({ responses }: Operation): Schema | undefined {
  const good = responses.filter(({ status }) => status.startsWith('2'));
  return dataContent(good.flatMap(({ contents }) => contents))?.schema;
}

/**
 * Compares two schemas and their subschemas. Two references are equal when the names they end in are; what a
 * name stands for is compared where it is declared. An object that only one side has given a name is looked into.
 */
function compareSchema(comparison: Comparison, at: string, pair: Both<Schema>): void {
  const names = { ours: modelName(comparison.ours, pair.ours), theirs: modelName(comparison.theirs, pair.theirs) };
  const position = pair.ours.at;
  if (names.ours !== undefined && names.theirs !== undefined)
    return compareFacts(comparison, { at, position }, names, { $ref: (name) => name });
  const both = {
    ours: followSchema(comparison.ours.schemas, pair.ours),
    theirs: followSchema(comparison.theirs.schemas, pair.theirs),
  };
  compareFacts(comparison, { at, position: both.ours.at }, both, schemaFacts);
  compareSets(comparison, { at: `${at}.enum`, position }, mapBoth(both, printEnumValues));
  compareInner(
    comparison,
    { at: `${at}.items` },
    mapBoth(both, ({ array }) => array?.items),
  );
  compareInner(comparison, { at: `${at}.additionalProperties` }, mapBoth(both, readAdditional));
  compareNamed(comparison, `${at}.properties`, {
    lists: mapBoth(both, listProperties),
    nameOf: ({ name }) => name,
    positionOf: ({ schema }) => schema.at,
    compare: (where, own) => compareSchema(comparison, where, mapBoth(own, readSchema)),
  });
}

/** Name of the model that a schema is a reference to. */
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

function printEnumValues(schema: Schema): readonly string[] {
  return (schema.enum ?? []).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function listProperties({ object }: Schema): readonly Property[] {
  return object?.properties ?? [];
}

/** Further properties of any kind say nothing. */
function readAdditional({ object }: Schema): Schema | undefined {
  return object?.additionalProperties?.boolean === undefined ? object?.additionalProperties : undefined;
}

/** Compares a schema inside of others, or reports that only one side has it. */
function compareInner(comparison: Comparison, where: Partial<Where> & Pick<Where, 'at'>, pair: Pair<Schema>): void {
  const locateInner = (one: Schema): Position => where.position ?? one.at;
  if (haveBoth(pair, comparison, { at: where.at, positionOf: locateInner })) compareSchema(comparison, where.at, pair);
}

interface Named<T> {
  readonly lists: Both<readonly T[]>;
  readonly nameOf: (one: T) => string;
  readonly positionOf: (one: T) => Position;
  readonly compare: (at: string, pair: Both<T>) => void;
}

/** Compares what both sides have under the same name, and reports what only one has. */
function compareNamed<T>(comparison: Comparison, at: string, { lists, nameOf, positionOf, compare }: Named<T>): void {
  for (const [name, pair] of pairUp(lists.ours, lists.theirs, nameOf)) {
    const where = `${at}.${name}`;
    if (haveBoth(pair, comparison, { at: where, positionOf })) compare(where, pair);
  }
}

/** Reports a point that only one side has; whether both have it. */
function haveBoth<T>(
  pair: Pair<T>,
  { report }: Comparison,
  { at, positionOf }: { readonly at: string; readonly positionOf: (one: T) => Position },
): pair is Both<T> {
  const one = pair.ours ?? pair.theirs;
  if (one === undefined || (pair.ours !== undefined && pair.theirs !== undefined)) return one !== undefined;
  report({ at, says: pair.theirs === undefined ? 'only in the spec' : 'not in the spec', position: positionOf(one) });
  return false;
}

/** Reports the facts that the sides state otherwise. */
function compareFacts<T>({ report }: Comparison, { at, position }: Where, pair: Both<T>, facts: Facts<T>): void {
  for (const [name, factOf] of Object.entries(facts)) {
    const { ours, theirs } = mapBoth(pair, (one) => JSON.stringify(factOf(one)));
    const says = `${ours ?? 'nothing'} in the spec, ${theirs ?? 'nothing'} outside`;
    if (ours !== theirs) report({ at: `${at}.${name}`, says, position });
  }
}

/** Reports the members of a set that only one side has. */
function compareSets({ report }: Comparison, { at, position }: Where, pair: Both<readonly string[]>): void {
  const { ours, theirs } = mapBoth(pair, (names) => new Set(names));
  for (const one of ours) if (!theirs.has(one)) report({ at: `${at}.${one}`, says: 'only in the spec', position });
  for (const one of theirs) if (!ours.has(one)) report({ at: `${at}.${one}`, says: 'not in the spec', position });
}
