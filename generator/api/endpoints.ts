import { isJsonObject, type JsonObject } from '../spec/read/json.js';
import type { Api } from './api.js';
import { objectOf, objectsOf } from './extension-values.js';

/** A path beside those of the operations that a capability serves. */
export interface Endpoint {
  readonly path: string;
  /** In capitals. */
  readonly method: string;
  readonly action: JsonObject;
}

/** A capability that hears of changes of a table. */
export interface Listener {
  readonly of: string;
  readonly on: readonly string[];
  readonly action: JsonObject;
}

/** What capabilities serve beside the operations (`x-endpoints`). */
export function endpointsOf({ extensions }: Pick<Api, 'extensions'>): readonly Endpoint[] {
  return Object.entries(objectOf(extensions['x-endpoints'])).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).flatMap(([method, action]) =>
      isJsonObject(action) ? [{ path, method: method.toUpperCase(), action }] : [],
    ),
  );
}

/** The capabilities that hear of changes (`x-listeners`). */
export function listenersOf({ extensions }: Pick<Api, 'extensions'>): readonly Listener[] {
  return objectsOf(extensions['x-listeners']).flatMap(({ of, on, action }) =>
    typeof of === 'string' && isJsonObject(action) ? [{ of, on: [on ?? []].flat().map(String), action }] : [],
  );
}

/** The actions that requests to operations do not perform. */
export function otherActions(api: Pick<Api, 'extensions'>): readonly JsonObject[] {
  return [...endpointsOf(api), ...listenersOf(api)].map(({ action }) => action);
}
