import type { Diagnostics, Position } from '../diagnostics.js';
import type { SpecDocument } from '../spec/spec-document.js';
import { didYouMean } from '../spec/suggest.js';
import type { Api } from './api.js';
import { otherActions } from './endpoints.js';
import { isJsonObject } from '../spec/read/json.js';
import type { Json, JsonObject } from '../spec/read/json.js';
import { matchSchema } from '../spec/vocabulary/match-schema.js';

/** Code of a service's own that operations are carried out by: `x-action: { perform: <name> }`. */
export interface Capability {
  readonly name: string;
  /** The file that exports it. */
  readonly path: string;
  /** JSON Schema of the members of `x-action` beside `perform`; without one there are none. */
  readonly options?: JsonObject;
  /** Where it is registered. */
  readonly at: Position;
}

/** A file of capabilities, or one that such a file imports. */
export interface CapabilityFile {
  /** Path below the folder of capabilities: `stamps/ink.ts`. */
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
  /** Where it is named. */
  readonly at: Position;
}

/** The text of such a module. */
export type OwnModuleFile = Pick<OwnModule, 'name'> & Pick<CapabilityFile, 'file' | 'text'>;

/** The capabilities of a service, and its modules. */
export interface Capabilities {
  readonly modules?: readonly OwnModuleFile[];
  readonly registered: readonly Capability[];
  readonly files: readonly CapabilityFile[];
}

/** The name of the capability that an action performs; undefined for any other action. */
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
  const others = otherActions(api).map((action) => ({ 'x-action': action, 'x-vendor': undefined }));
  for (const extensions of [...api.operations.map((one) => one.extensions), ...others]) {
    const action = extensions['x-action'];
    const name = performedBy(action);
    if (!isJsonObject(action) || name === undefined) continue;
    const capability = known.get(name);
    if (capability === undefined) {
      const [report, message] =
        capabilities === undefined
          ? (['warning', `there is no capability ${JSON.stringify(name)} without speccast.yaml`] as const)
          : ([
              'error',
              `no capability ${JSON.stringify(name)} is registered${didYouMean(name, known.keys())}`,
            ] as const);
      diagnostics[report]('unknown-capability', message, positions.ofValue(action, 'perform'));
      continue;
    }
    unused.delete(capability);
    const [schema, vendor] = [schemaOf(capability), extensions['x-vendor']];
    check(action, schema, { positions, diagnostics });
    const more = isJsonObject(vendor) ? vendor['action'] : undefined;
    if (isJsonObject(more)) check(more, { ...schema, required: [] }, { positions, diagnostics });
  }
  for (const { name, at } of unused)
    diagnostics.warning('unused-capability', `no operation performs ${JSON.stringify(name)}`, at);
}

function schemaOf({ options = {} }: Capability): JsonObject {
  const { properties } = options;
  const members = { perform: true, ...(isJsonObject(properties) ? properties : {}) };
  return { type: 'object', additionalProperties: false, ...options, properties: members };
}

function check(
  action: JsonObject,
  schema: JsonObject,
  { positions, diagnostics }: Pick<SpecDocument, 'positions'> & { readonly diagnostics: Diagnostics },
): void {
  const location = { owner: { action }, key: 'action', name: 'x-action' };
  for (const { location: found, atKey, message } of matchSchema({ value: action, location, definitions: {} }, schema)) {
    const { owner, key } = found;
    const at = atKey ? positions.ofKey : positions.ofValue;
    diagnostics.error(
      'invalid-extension',
      message(),
      owner === location.owner ? positions.of(action) : at.call(positions, owner, key),
    );
  }
}
