import type { Json, JsonObject } from '@speccast/runtime';
import { findOperation, follow, toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';

/** Locations by rule (`limit/tooMany`, `pets#order`). */
type Sources = ReadonlyMap<string, string | undefined>;

/** Functions that find the locations of rules in the documentation. */
export interface RuleSources {
  /** Finds the location of a rule of all operations. */
  readonly forService: (name: string) => string | undefined;
  /** Finds the location of a rule of a table; else that of the table. */
  readonly forTable: (table: string, name: string) => string | undefined;
  /** Finds the location of a rule of an operation; else that of the operation. */
  readonly forOperation: (id: string, name: string) => string | undefined;
}

/**
 * Reads from the document of a plan where its rules are stated: in `x-source`, and in `x-sources` for the rules of the emulator's
 * own extensions. Without an operation with `x-source` there are none.
 */
export function ruleSources({ document = {}, operations }: EmulatorPlan): RuleSources {
  const isStated = operations.some(
    ({ operation }) => readSource(findOperation(document, operation)?.value) !== undefined,
  );
  const empty: Sources = new Map();
  const service = isStated ? serviceSources(document) : empty;
  const schemas = Object.values(toJsonObject(follow(document, '#/components/schemas')));
  const tables: Sources = new Map(isStated ? schemas.flatMap(listSources) : []);
  const own = new Map(isStated ? operations.map((one) => [one.operation.id, operationSources(document, one)]) : []);
  return {
    forService: (name) => findSource(service, name),
    forTable: (table, name) => findSource(tables, name, `${table}#`) ?? tables.get(table),
    forOperation: (id, name) => findSource(own.get(id), name) ?? own.get(id)?.get(''),
  };
}

/** Finds the location of a rule, or of the rules that it is one of: `limit` for `limit/tooMany`. */
function findSource(sources: Sources | undefined, name: string, prefix = ''): string | undefined {
  for (let part = name; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('/'), 0))) {
    const found = sources?.get(prefix + part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads the locations of the security schemes for credentials, and that of the service for the form of requests. */
function serviceSources(document: JsonObject): Sources {
  const schemes = Object.values(toJsonObject(follow(document, '#/components/securitySchemes')))
    .map((scheme) => readSource(resolve(document, scheme)))
    .filter((source) => source !== undefined);
  const info = readSource(document['info']);
  return new Map([
    ...['ifMatch', 'fields', 'paging', 'upload'].map((name) => [name, 'public'] as const),
    ['auth/key', schemes[0]],
    ['auth/token', schemes.at(-1)],
    ...['route', 'method', 'json', 'multipart', 'size', 'parameters'].map((name) => [name, info] as const),
  ]);
}

/** Reads the locations of an operation (under `''`), its parameters and its rules. Parameters without one are as public as the others. */
function operationSources(document: JsonObject, plan: OperationPlan): Sources {
  const { value: own = {}, pathItem = {} } = findOperation(document, plan.operation) ?? {};
  const source = readSource(own) ?? 'public';
  const parameters = [pathItem['parameters'] ?? [], own['parameters'] ?? []].flat().map((parameter: Json) => {
    const target = resolve(document, parameter);
    const stated = readSource(parameter) ?? readSource(target) ?? readSource(target['schema']);
    return [`parameters/${String(target['name'])}`, stated] as const;
  });
  const usual = parameters.some(([, stated]) => stated === 'public') ? 'public' : source;
  return new Map([
    ['', source],
    ...parameters.map(([name, stated = usual]) => [name, stated] as const),
    ...listSources(own),
  ]);
}

function listSources(value: Json): readonly (readonly [string, string])[] {
  return Object.entries(toJsonObject(toJsonObject(value)['x-sources'])).flatMap(([rule, source]) =>
    typeof source === 'string' ? [[rule, source] as const] : [],
  );
}

function readSource(value: Json | undefined): string | undefined {
  const all = [toJsonObject(value)['x-source']].flat().filter((one) => typeof one === 'string' && one !== '');
  return all.length === 0 ? undefined : all.join(', ');
}

/** Returns the object that a reference resolves to; the object itself if it is none. */
function resolve(document: JsonObject, value: Json): JsonObject {
  const object = toJsonObject(value);
  const { $ref } = object;
  return typeof $ref === 'string' ? toJsonObject(follow(document, $ref)) : object;
}
