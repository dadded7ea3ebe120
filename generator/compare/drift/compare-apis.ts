import type { Api, Operation, Parameter } from '../../api/api.js';
import { dataContent } from '../../api/schemas/media-type.js';
import { followSchema, findReferred } from '../../api/schemas/target-schema.js';
import type { Schema } from '../../api/types/schema.js';
import type { Position } from '../../diagnostics.js';
import { reachable } from '../../iterables.js';
import { readInner, toArray } from '../../json.js';
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

/** A point of one description: an operation, a parameter, a schema. */
interface Point {
  readonly position: Position;
  /** Values to compare, by name. Their differences are reported at `factsAt`, by default at `position`. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly factsAt?: Position;
  /** The model that it is a reference to. Two references are equal if they end in the same name. */
  readonly model?: string | undefined;
  /** The points inside of it, kind by kind. */
  readonly parts: readonly (readonly Part[])[];
}

/** A point inside of another one. */
interface Part {
  /** The end of its address: `.parameters.chart`. */
  readonly name: string;
  /** Default: the position of the point around it in the spec. */
  readonly position?: Position;
  /** Describes it, if there is more to compare than its name. */
  readonly open?: () => Point;
}

/**
 * Compares a service's spec with another description of the same service, operation by operation, parameter by
 * parameter, schema by schema. Leaves out schemas that are used only by operations which one side lacks: the operation is reported.
 */
export function compareApis(spec: Api, other: Api): readonly Difference[] {
  const found: Difference[] = [];
  const shared: Operation[] = [];
  const tellAlone = (at: string, position: Position, side: 'old' | 'new'): void =>
    void found.push({ at, says: side === 'old' ? 'only in the spec' : 'not in the spec', position });
  const compare = (at: string, { before, after }: Both<Point>): void => {
    const areModels = before.model !== undefined && after.model !== undefined;
    const [facts, others] = [before, after].map((one) => (areModels ? { $ref: one.model } : one.facts));
    for (const name of Object.keys(facts ?? {})) {
      const [old, now] = [facts, others].map((one) => JSON.stringify(one?.[name]) ?? 'nothing');
      const position = (areModels ? undefined : before.factsAt) ?? before.position;
      if (old !== now) found.push({ at: `${at}.${name}`, says: `${old} in the spec, ${now} outside`, position });
    }
    if (areModels) return;
    for (const [index, parts] of before.parts.entries())
      visitPairs(parts, after.parts[index], ({ name }) => at + name, {
        both: ({ before: { open: describe }, after: { open: describeOther } }, where) => {
          if (describe && describeOther) compare(where, { before: describe(), after: describeOther() });
        },
        alone: ({ position = before.position }, side, where) => tellAlone(where, position, side),
      });
  };
  visitPairs(spec.operations, other.operations, ({ id }) => `operations.${id}`, {
    both: ({ before, after }, at) => {
      shared.push(before, after);
      // A path counts from the host: two descriptions may cut it at different points between server and operation.
      const [paths, others] = [fullPaths(spec, before), fullPaths(other, after)];
      const isSame = paths.some((path) => others.includes(path));
      compare(at, {
        before: describeOperation(spec, before, isSame ? [] : paths),
        after: describeOperation(other, after, isSame ? [] : others),
      });
    },
    alone: ({ at }, side, where) => tellAlone(where, at, side),
  });
  const ids = listReachedIds([spec, other], shared);
  const [models, otherModels] = [spec, other].map((api) => api.models.filter(({ id }) => ids.has(id)));
  visitPairs(models, otherModels, ({ specName }) => `schemas.${specName}`, {
    both: ({ before, after }, at) =>
      compare(at, { before: describeSchema(spec, before.schema), after: describeSchema(other, after.schema) }),
    alone: ({ schema }, side, at) => tellAlone(at, schema.at, side),
  });
  return found;
}

/** Lists the ids of the named schemas that the bodies of some operations reach in either description. */
function listReachedIds(apis: readonly Api[], operations: readonly Operation[]): ReadonlySet<string> {
  const roots = operations.flatMap((one) => [requestSchema(one) ?? [], responseSchema(one) ?? []].flat());
  const reached = reachable(roots, (schema) => [
    ...apis.map((api) => findReferred(api.schemas, schema)),
    schema.array?.items,
    schema.object?.additionalProperties,
    ...(schema.object?.properties ?? []).map((property) => property.schema),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ]);
  return new Set([...reached].flatMap(({ ref }) => ref ?? []));
}

function describeOperation(api: Api, operation: Operation, path: readonly string[]): Point {
  const { at, method, doc, parameters, security, extensions } = operation;
  const media = readInner(extensions, 'x-media');
  const { mediaTypes, maxBytes } = media;
  const upload = readInner(media, 'upload');
  const [request, response] = [requestSchema(operation), responseSchema(operation)];
  return {
    position: at,
    facts: { method, path, deprecated: doc.deprecated === true },
    parts: [
      parameters.map((one) => ({
        name: `.parameters.${one.name}`,
        position: one.at,
        open: () => describeParameter(api, one),
      })),
      request ? [{ name: '.request', open: () => describeSchema(api, request) }] : [],
      response ? [{ name: '.response', open: () => describeSchema(api, response) }] : [],
      security.flat().flatMap(({ scopes }) => scopes.map((scope) => ({ name: `.scopes.${scope}` }))),
      toArray(mediaTypes).map((type) => ({ name: `.media.mediaTypes.${String(type)}` })),
      [{ name: '.media', open: () => ({ position: at, facts: { maxBytes, path: upload['path'] }, parts: [] }) }],
    ],
  };
}

function describeParameter(api: Api, { at, in: location, required, doc, schema }: Parameter): Point {
  return {
    position: at,
    facts: { in: location, required, deprecated: doc.deprecated === true },
    parts: [[{ name: '', open: () => describeSchema(api, schema) }]],
  };
}

function fullPaths(api: Api, { path }: Operation): readonly string[] {
  return api.servers.map(({ url }) => `${url.replace(/^[a-z+.-]+:\/\/[^/]*/i, '').replace(/\/$/, '')}${path}`);
}

/** Returns the schema of the JSON in a request, which may also have bytes beside it. */
function requestSchema({ body }: Operation): Schema | undefined {
  return dataContent(body?.contents ?? [])?.schema ?? body?.media?.metadata?.schema;
}

/** Returns the schema of the JSON of the successful response of an operation. */
function responseSchema({ responses }: Operation): Schema | undefined {
  const good = responses.filter(({ status }) => status.startsWith('2'));
  return dataContent(good.flatMap(({ contents }) => contents))?.schema;
}

/** Describes a schema. Two references to models are compared by name, as the models are compared separately; otherwise the target of a reference is compared. */
function describeSchema(api: Api, schema: Schema): Point {
  const target = followSchema(api.schemas, schema);
  const { types, string, number, array, object, doc } = target;
  const rest = object?.additionalProperties;
  const toPart = (name: string, inner: Schema): Part => ({
    name,
    position: inner.at,
    open: () => describeSchema(api, inner),
  });
  return {
    position: schema.at,
    model: schema.types === undefined ? api.models.find(({ id }) => id === schema.ref)?.specName : undefined,
    factsAt: target.at,
    facts: {
      type: types,
      format: string?.format,
      pattern: string?.pattern,
      minimum: number?.minimum,
      maximum: number?.maximum,
      const: target.const?.value,
      default: target.default?.value,
      readOnly: target.readOnly === true,
      deprecated: doc.deprecated === true,
    },
    parts: [
      (target.enum ?? []).map((value) => ({
        name: `.enum.${typeof value === 'string' ? value : JSON.stringify(value)}`,
      })),
      array?.items ? [toPart('.items', array.items)] : [],
      // `additionalProperties: true` and `false` are not compared: descriptions rarely state them on purpose.
      rest && rest.boolean === undefined ? [toPart('.additionalProperties', rest)] : [],
      (object?.properties ?? []).map(({ name, schema: inner }) => toPart(`.properties.${name}`, inner)),
    ],
  };
}
