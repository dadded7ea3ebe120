import type { Diagnostics, Position } from '../../diagnostics.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { didYouMean } from '../../spec/suggest.js';
import type { Api } from '../api.js';
import { type Json, type JsonObject, isJsonObject, toObject, toObjects } from '../../json.js';
import { matchSchema } from '../../spec/vocabulary/match-schema.js';
import { escapePattern } from '../tools/paths.js';
import { listBasePaths } from '../service/servers.js';

/** A function that a user writes in TypeScript and that carries out operations in the emulator: `x-action: { perform: <name> }`. */
export interface Capability {
  readonly name: string;
  /** The file that exports it. */
  readonly path: string;
  /** JSON Schema of the members of `x-action` beside `perform`; absent: there are no such members. */
  readonly options?: JsonObject;
  /** Place of the registration. */
  readonly at: Position;
}

/** A TypeScript file that the user wrote: it exports a capability, is imported by such a file, or is in the package's folder `custom`. */
export interface CapabilityFile {
  /** Path below their folder: `stamps/ink.ts`. */
  readonly path: string;
  /** Name shown in diagnostics. */
  readonly file: string;
  readonly text: string;
}

/** A module that the user wrote for one service; the generated package exports it. */
export interface OwnModule {
  /** `feeds`, which is exported from `./feeds`. */
  readonly name: string;
  /** The user's file, which the package has a copy of. */
  readonly path: string;
  /** Position in `speccast.yaml` that names the module. */
  readonly at: Position;
}

/** An `OwnModule` with the text of its file. */
export interface OwnModuleFile extends Pick<OwnModule, 'name' | 'at'>, Pick<CapabilityFile, 'file' | 'text'> {
  /** Its section of `api.md`: the text of the Markdown file beside the module (`feeds.md` beside `feeds.ts`). Absent without that file. */
  readonly readme?: string;
}

/** The capabilities of a service, and its modules. */
export interface Capabilities {
  readonly modules?: readonly OwnModuleFile[];
  readonly registered: readonly Capability[];
  readonly files: readonly CapabilityFile[];
}

/** Returns the name of the capability that an action performs: `{ perform: 'stamp' }` → `stamp`; undefined if it performs none. */
export function readCapabilityName(action: Json | undefined): string | undefined {
  const name = isJsonObject(action) ? action['perform'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Reports operations whose capability is not registered, options that do not match its schema, and capabilities that no operation
 * performs. Without `speccast.yaml`, an unregistered capability is only a warning: the emulator samples the response instead.
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
    ...listOtherActions(api).map((one) => ({ ...one, vendor: undefined })),
  ];
  for (const { extension, action, vendor } of actions) {
    const name = readCapabilityName(action);
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
    // `location` is made up for this check: positions know the action, but neither its owner nor its key.
    const inside = mismatch.atKey ? positions.ofKey.bind(positions) : positions.ofValue.bind(positions);
    const at = owner === location.owner ? positions.of(action) : inside(owner, key);
    diagnostics.error('invalid-extension', mismatch.message(), at);
  }
}

/** A path of the emulator that is not in the spec's operations; a capability serves it (`x-endpoints`). */
export interface Endpoint {
  readonly path: string;
  /** In capitals: `POST`. */
  readonly method: string;
  readonly action: JsonObject;
}

/** A capability that is called when rows of a table change (`x-listeners`). */
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

/** Lists the capabilities that are called when rows change (`x-listeners`). */
export function listListeners({ extensions }: Pick<Api, 'extensions'>): readonly Listener[] {
  return toObjects(extensions['x-listeners']).flatMap(({ of, on, action }) =>
    typeof of === 'string' && isJsonObject(action) ? { of, on: [on ?? []].flat().map(String), action } : [],
  );
}

/** Lists the actions of endpoints and listeners, each with its extension: `{ extension: 'x-endpoints', action: { perform: 'stamp' } }`. */
export function listOtherActions(
  api: Pick<Api, 'extensions'>,
): readonly { readonly extension: string; readonly action: JsonObject }[] {
  return [
    ...listEndpoints(api).map(({ action }) => ({ extension: 'x-endpoints', action })),
    ...listListeners(api).map(({ action }) => ({ extension: 'x-listeners', action })),
  ];
}

/** Reports endpoints whose path no request can have, or whose path the emulator or an operation serves already. */
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
        : own && `belongs to the operation ${JSON.stringify(own.id)}, which receives its requests`;
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
