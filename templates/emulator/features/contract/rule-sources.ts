import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { findOperation, follow } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';

/** Locations by rule (`limit/tooMany`, `pets#order`, `*#paging`). */
type Sources = ReadonlyMap<string, string>;

/** Locations of rules in the documentation. */
export interface RuleSources {
  /** The location of a rule of all operations. */
  readonly ofService: (name: string) => string | undefined;
  /** The location of a rule of a table; else that of the table. */
  readonly ofTable: (table: string, name: string) => string | undefined;
  /** The location of a rule of an operation; else that of the operation. */
  readonly ofOperation: (id: string, name: string) => string | undefined;
}

/**
 * Reads from the document of a plan where its rules are stated: in `x-source`, and in `x-sources` what the extensions of the
 * emulator say. There are none unless some operation has an `x-source`.
 */
export function ruleSources({ document = {}, operations }: EmulatorPlan): RuleSources {
  if (!operations.some((one) => sourceOf(findOperation(document, one.operation)?.value ?? {}) !== undefined))
    return noSources;
  const service = serviceSources(document);
  const tables = tableSources(document);
  const own = new Map(operations.map((one) => [one.operation.id, operationSources(document, one)]));
  return {
    ofService: (name) => nearest(service, name),
    ofTable: (table, name) => nearest(tables, name, `${table}#`) ?? tables.get(table),
    ofOperation: (id, name) => nearest(own.get(id), name) ?? own.get(id)?.get(''),
  };
}

const noSources: RuleSources = { ofService: () => undefined, ofTable: () => undefined, ofOperation: () => undefined };

/** The location of a rule, or of the rules that it is one of. */
function nearest(sources: Sources | undefined, name: string, prefix = ''): string | undefined {
  for (let part = name; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('/'), 0))) {
    const found = sources?.get(prefix + part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Credentials are where the security schemes are, and the form of requests is where the service is. */
function serviceSources(document: JsonObject): Sources {
  const schemes = Object.values(membersOf(follow(document, '#/components/securitySchemes'))).flatMap(
    (scheme) => sourceOf(targetOf(document, scheme)) ?? [],
  );
  const [key] = schemes;
  const token = schemes.at(-1);
  const info = sourceOf(membersOf(document['info']));
  const found: readonly (readonly [string, string | undefined])[] = [
    ...['ifMatch', 'fields', 'paging', 'upload'].map((name) => [name, 'public'] as const),
    ['auth/key', key],
    ['auth/token', token],
    ...['route', 'method', 'json', 'multipart', 'size', 'parameters'].map((name) => [name, info] as const),
  ];
  return new Map(found.flatMap(([name, source]) => (source === undefined ? [] : [[name, source]])));
}

function tableSources(document: JsonObject): Sources {
  const schemas = Object.values(membersOf(follow(document, '#/components/schemas')));
  return new Map(schemas.flatMap((schema) => statedSources(membersOf(schema))));
}

/** The location of the operation is under `''`. Parameters without one are as public as the others are. */
function operationSources(document: JsonObject, plan: OperationPlan): Sources {
  const { value: own = {}, pathItem = {} } = findOperation(document, plan.operation) ?? {};
  const source = sourceOf(own) ?? 'public';
  const lists = [pathItem['parameters'], own['parameters']];
  const parameters = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((one: Json) => {
      const target = targetOf(document, one);
      const stated = sourceOf(membersOf(one)) ?? sourceOf(target) ?? sourceOf(membersOf(target['schema']));
      return [`parameters/${String(target['name'])}`, stated] as const;
    });
  const usual = parameters.some(([, stated]) => stated === 'public') ? 'public' : source;
  return new Map([
    ['', source],
    ...parameters.map(([name, stated = usual]): [string, string] => [name, stated]),
    ...statedSources(own),
  ]);
}

function statedSources({ 'x-sources': sources }: JsonObject): [string, string][] {
  return Object.entries(membersOf(sources)).flatMap(([rule, source]): [string, string][] =>
    typeof source === 'string' ? [[rule, source]] : [],
  );
}

function sourceOf({ 'x-source': source }: JsonObject): string | undefined {
  const all = [source].flat().filter((one) => typeof one === 'string' && one !== '');
  return all.length === 0 ? undefined : all.join(', ');
}

/** What a reference resolves to; the object itself if it is none. */
function targetOf(document: JsonObject, value: Json): JsonObject {
  const own = membersOf(value);
  return typeof own['$ref'] === 'string' ? membersOf(follow(document, own['$ref'])) : own;
}

function membersOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
