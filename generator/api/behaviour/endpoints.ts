import type { Diagnostics } from '../../diagnostics.js';
import { isJsonObject, type JsonObject } from '../../json.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import type { Api } from '../api.js';
import { toObject, toObjects } from '../tools/extension-values.js';
import { escapePattern } from '../tools/paths.js';
import { listBasePaths } from '../service/servers.js';

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

/** Lists the paths that capabilities serve beside the operations (`x-endpoints`). */
export function listEndpoints({ extensions }: Pick<Api, 'extensions'>): readonly Endpoint[] {
  return Object.entries(toObject(extensions['x-endpoints'])).flatMap(([path, methods]) =>
    Object.entries(toObject(methods)).flatMap(([method, action]) =>
      isJsonObject(action) ? [{ path, method: method.toUpperCase(), action }] : [],
    ),
  );
}

/** The capabilities that hear of changes (`x-listeners`). */
export function listListeners({ extensions }: Pick<Api, 'extensions'>): readonly Listener[] {
  return toObjects(extensions['x-listeners']).flatMap(({ of, on, action }) =>
    typeof of === 'string' && isJsonObject(action) ? [{ of, on: [on ?? []].flat().map(String), action }] : [],
  );
}

/** An action, and the extension that it is in. */
export interface NamedAction {
  readonly extension: string;
  readonly action: JsonObject;
}

/** The actions that requests to operations do not perform. */
export function otherActions(api: Pick<Api, 'extensions'>): readonly NamedAction[] {
  return [
    ...listEndpoints(api).map(({ action }) => ({ extension: 'x-endpoints', action })),
    ...listListeners(api).map(({ action }) => ({ extension: 'x-listeners', action })),
  ];
}

/** Reports paths of endpoints that no request can have, or that the emulator or an operation serves already. */
export function checkEndpoints(api: Api, { positions }: SpecDocument, diagnostics: Diagnostics): void {
  const endpoints = toObject(api.extensions['x-endpoints']);
  const bases = listBasePaths(api.servers);
  for (const path of Object.keys(endpoints)) {
    const own = api.operations.find((one) =>
      bases.some((base) => {
        const texts = (base + one.path).split(/\{[^{}]*\}/).map(escapePattern);
        return new RegExp(`^${texts.join('[^/]+')}$`).test(path);
      }),
    );
    const problem = !/^\/[\w.~!$&'()*+,;=:@%/-]*$/.test(path)
      ? 'has to begin with "/", without variables and query'
      : /^\/(?:__mock|w)(?:\/|$)/.test(path)
        ? 'is one of the emulator itself'
        : own && `is that of the operation ${JSON.stringify(own.id)}, which gets its requests`;
    if (problem === undefined) continue;
    const message = `the path ${JSON.stringify(path)} of an endpoint ${problem}`;
    diagnostics.error('invalid-extension', message, positions.ofKey(endpoints, path));
  }
}

/** Returns true for a document with schemas and nothing that can be called, such as `{ openapi, info, components }`. */
export function isComponentsOnly(api: Api): boolean {
  const { models, operations, webhooks = [] } = api;
  return models.length > 0 && operations.length + webhooks.length + listEndpoints(api).length === 0;
}

/** Reports a document that has no operations. */
export function checkOperations(api: Api, { root, positions }: SpecDocument, diagnostics: Diagnostics): void {
  if (!isComponentsOnly(api)) return;
  const key = Object.hasOwn(root, 'paths') ? 'paths' : 'components';
  const message =
    'the document has no operations: there are types and validators of its components, and neither a client nor an emulator';
  diagnostics.warning('components-only', message, positions.ofKey(root, key));
}
