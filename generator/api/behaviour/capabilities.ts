import type { Diagnostics, Position } from '../../diagnostics.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { didYouMean } from '../../spec/suggest.js';
import type { Api } from '../api.js';
import { type Json, type JsonObject, isJsonObject, toObject, toObjects } from '../../json.js';
import { matchSchema } from '../../spec/vocabulary/match-schema.js';
import { escapePattern } from '../tools/paths.js';
import { listBasePaths } from '../service/servers.js';

/** Code of a service's own that operations are carried out by: `x-action: { perform: <name> }`. */
export interface Capability {
  readonly name: string;
  /** The file that exports it. */
  readonly path: string;
  /** JSON Schema of the members of `x-action` beside `perform`; without one there are none. */
  readonly options?: JsonObject;
  /** Place of the registration. */
  readonly at: Position;
}

/** A file of the user's own: of capabilities, one that such a file imports, or one in the folder `custom` of the package. */
export interface CapabilityFile {
  /** Path below their folder: `stamps/ink.ts`. */
  readonly path: string;
  /** Name shown in diagnostics. */
  readonly file: string;
  readonly text: string;
}

/** A module of a service's own that its package exports. */
export interface OwnModule {
  /** `feeds`, which is exported from `./feeds`. */
  readonly name: string;
  /** The file that it is a copy of. */
  readonly path: string;
  /** Place that names it. */
  readonly at: Position;
}

/** The text of such a module. */
export interface OwnModuleFile extends Pick<OwnModule, 'name' | 'at'>, Pick<CapabilityFile, 'file' | 'text'> {
  /** Its section of api.md, in Markdown: the text of the file beside it that ends in `.md`. Absent where there is none. */
  readonly readme?: string;
}

/** The capabilities of a service, and its modules. */
export interface Capabilities {
  readonly modules?: readonly OwnModuleFile[];
  readonly registered: readonly Capability[];
  readonly files: readonly CapabilityFile[];
}

/** Returns the name of the capability that an action performs; undefined for any other action. */
export function performedBy(action: Json | undefined): string | undefined {
  const name = isJsonObject(action) ? action['perform'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Reports operations whose capability is not registered, options that do not match its schema, and capabilities that nothing
 * performs. Without a configuration nothing is registered, which is a warning: schemas are sampled instead.
 */
export function checkCapabilities(
  api: Api,
  { positions }: SpecDocument,
  capabilities: Capabilities | undefined,
  diagnostics: Diagnostics,
): void {
  const known = new Map(capabilities?.registered.map((one) => [one.name, one]));
  const unused = new Set(known.values());
  const actions = [
    ...api.operations.map(({ extensions }) => ({
      extension: 'x-action',
      action: extensions['x-action'],
      vendor: extensions['x-vendor'],
    })),
    ...otherActions(api).map((one) => ({ ...one, vendor: undefined })),
  ];
  for (const { extension, action, vendor } of actions) {
    const name = performedBy(action);
    if (!isJsonObject(action) || name === undefined) continue;
    const at = positions.ofValue(action, 'perform');
    const capability = known.get(name);
    if (capability !== undefined) {
      unused.delete(capability);
      const { options = {} } = capability;
      const members = { perform: true, ...toObject(options['properties']) };
      const schema = { type: 'object', additionalProperties: false, ...options, properties: members };
      const report = { positions, diagnostics, name: extension };
      check(action, schema, report);
      const more = toObject(vendor)['action'];
      if (isJsonObject(more)) check(more, { ...schema, required: [] }, report);
    } else if (capabilities === undefined) {
      const message = `there is no capability ${JSON.stringify(name)} without speccast.yaml`;
      diagnostics.warning('unknown-capability', message, at);
    } else {
      const message = `no capability ${JSON.stringify(name)} is registered${didYouMean(name, known.keys())}`;
      diagnostics.error('unknown-capability', message, at);
    }
  }
  for (const { name, at } of unused)
    diagnostics.warning('unused-capability', `no operation, endpoint or listener performs ${JSON.stringify(name)}`, at);
}

function check(
  action: JsonObject,
  schema: JsonObject,
  report: Pick<SpecDocument, 'positions'> & { readonly diagnostics: Diagnostics; readonly name: string },
): void {
  const { positions, diagnostics, name } = report;
  const location = { owner: { action }, key: 'action', name };
  for (const mismatch of matchSchema({ value: action, location, definitions: {} }, schema)) {
    const { owner, key } = mismatch.location;
    // The spec has no position for the action itself here, only for what is inside of it.
    const inside = mismatch.atKey ? positions.ofKey.bind(positions) : positions.ofValue.bind(positions);
    const at = owner === location.owner ? positions.of(action) : inside(owner, key);
    diagnostics.error('invalid-extension', mismatch.message(), at);
  }
}

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
      isJsonObject(action) ? { path, method: method.toUpperCase(), action } : [],
    ),
  );
}

/** Lists the capabilities that hear of changes (`x-listeners`). */
export function listListeners({ extensions }: Pick<Api, 'extensions'>): readonly Listener[] {
  return toObjects(extensions['x-listeners']).flatMap(({ of, on, action }) =>
    typeof of === 'string' && isJsonObject(action) ? { of, on: [on ?? []].flat().map(String), action } : [],
  );
}

/** Returns the actions that requests to operations do not perform, and the extensions that they are in. */
export function otherActions(
  api: Pick<Api, 'extensions'>,
): readonly { readonly extension: string; readonly action: JsonObject }[] {
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
      ? 'must begin with "/" and have no variables and no query'
      : /^\/(?:__mock|w)(?:\/|$)/.test(path)
        ? 'is used by the emulator itself'
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
    'the document has no operations: the package has types and validators of its components, but no client and no emulator';
  diagnostics.warning('components-only', message, positions.ofKey(root, key));
}
