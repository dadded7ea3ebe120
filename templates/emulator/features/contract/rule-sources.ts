import type { Json, JsonObject } from '@speccast/runtime';
import { findOperation, follow, toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';

/** Locations in the documentation by the id of a rule, of several (`videos.list#limit`), of an operation or of a table. */
type Sources = readonly (readonly [id: string, source: string | undefined])[];

/**
 * Reads from the document of a plan where its rules are stated: in `x-source`, and in `x-sources` for the rules of the emulator's
 * own extensions. Without an operation with `x-source` there are none. Returns a function that finds the location of a rule, else
 * that of the rules, the operation or the table that it belongs to: `videos.list#limit/tooMany`, `videos.list#limit`, `videos.list`.
 */
export function ruleSources({ document = {}, operations }: EmulatorPlan): (id: string) => string | undefined {
  const isStated = operations.some(
    ({ operation }) => readSource(findOperation(document, operation)?.value) !== undefined,
  );
  if (!isStated) return () => undefined;
  const schemas = Object.values(toJsonObject(follow(document, '#/components/schemas')));
  const sources = new Map([
    ...serviceSources(document),
    ...schemas.flatMap((schema) => listSources(schema)),
    ...operations.flatMap((one) => operationSources(document, one)),
  ]);
  return (id) => {
    for (let part = id; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('/'), part.lastIndexOf('#'), 0))) {
      const found = sources.get(part);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Reads the locations of the security schemes for credentials, and that of the service for the form of requests. */
function serviceSources(document: JsonObject): Sources {
  const schemes = Object.values(toJsonObject(follow(document, '#/components/securitySchemes')))
    .map((scheme) => readSource(resolve(document, scheme)))
    .filter((source) => source !== undefined);
  const info = readSource(document['info']);
  return [
    ...['ifMatch', 'fields', 'paging', 'upload'].map((name) => [`*#${name}`, 'public'] as const),
    ['*#auth/key', schemes[0]],
    ['*#auth/token', schemes.at(-1)],
    ...['route', 'method', 'json', 'multipart', 'size', 'parameters'].map((name) => [`*#${name}`, info] as const),
  ];
}

/** Reads the locations of an operation, its parameters and its rules. Parameters without one are as public as the others. */
function operationSources(document: JsonObject, { operation }: OperationPlan): Sources {
  const { value: own = {}, pathItem = {} } = findOperation(document, operation) ?? {};
  const source = readSource(own) ?? 'public';
  const parameters = [pathItem['parameters'] ?? [], own['parameters'] ?? []].flat().map((parameter: Json) => {
    const target = resolve(document, parameter);
    const stated = readSource(parameter) ?? readSource(target) ?? readSource(target['schema']);
    return [`${operation.id}#parameters/${String(target['name'])}`, stated] as const;
  });
  const usual = parameters.some(([, stated]) => stated === 'public') ? 'public' : source;
  return [
    [operation.id, source],
    ...parameters.map(([id, stated = usual]) => [id, stated] as const),
    ...listSources(own, `${operation.id}#`),
  ];
}

function listSources(value: Json, prefix = ''): Sources {
  return Object.entries(toJsonObject(toJsonObject(value)['x-sources'])).flatMap(([rule, source]) =>
    typeof source === 'string' ? [[prefix + rule, source] as const] : [],
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
