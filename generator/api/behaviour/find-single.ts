import type { JsonObject } from '../../json.js';
import type { Api, Model, Operation } from '../api.js';
import type { Collection, Target } from './collections.js';
import { listIn, findResult, thingIn, findTimestamps } from './exchanged.js';
import { findSentThing, bodyWithin } from './find-body.js';
import type { FoundBehaviour } from './find-actions.js';

/** A thing that there is once, or once below another: its table, rules and what its operations do. */
interface FoundSingle {
  readonly rules: JsonObject;
  readonly target: Target;
  readonly model?: Model;
  readonly found: readonly FoundBehaviour[];
}

/** Finds a thing that there is once: `GET` and `PUT` or `PATCH` of `/settings`, or of `/shops/{shopId}/settings`. */
export function findSingle(
  api: Api,
  { path, onAll, onOne, scope }: Collection,
  table: string,
): FoundSingle | undefined {
  const get = onAll.get('GET');
  const result = get && findResult(api, get);
  const thing = thingIn(api, result, path);
  if (get === undefined || thing === undefined || thing.properties.length === 0 || onOne.size > 0) return undefined;
  if (listIn(api, result, path) !== undefined && thing.within === undefined) return undefined;
  const changes = (['PUT', 'PATCH', 'POST'] as const).flatMap((method) => onAll.get(method) ?? []);
  const writes = changes.filter((operation) => findSentThing(api, operation, path) !== undefined);
  const removal = onAll.get('DELETE');
  const isChanged = writes.some(({ method }) => method !== 'POST') || (writes.length > 0 && removal !== undefined);
  if (!isChanged) return undefined;
  const isMade = removal !== undefined && onAll.has('POST');
  const within = (operation: Operation): JsonObject => {
    const outer = thingIn(api, findResult(api, operation), path)?.within;
    return { ...(outer !== undefined && { within: outer }), ...bodyWithin(api, operation, path, outer) };
  };
  const single = (operation: Operation, action: JsonObject): FoundBehaviour => ({
    operation,
    behaviour: { action, paging: false, ...within(operation) },
    why: 'there is one of it, and operations change it',
  });
  const found = [
    single(get, { get: table }),
    ...writes.map((operation) =>
      single(operation, {
        update: table,
        ...(operation.method !== 'PATCH' && { upsert: true }),
        ...(operation.method === 'PUT' && { replace: true }),
      }),
    ),
    ...(removal === undefined ? [] : [single(removal, { delete: table })]),
  ];
  const times = findTimestamps(api, thing.properties);
  const key = '~key';
  const rules = {
    key,
    ...times,
    ...(scope.length > 0 && { scope: [...scope] }),
    single: isMade ? 'made' : 'given',
    inferred: true,
  };
  return { rules, target: { table, key, properties: thing.properties, isFilled: false }, found };
}
