import type { Diagnostics, Position } from '../../diagnostics.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { didYouMean } from '../../spec/suggest.js';
import type { Api } from '../api.js';
import { otherActions } from './endpoints.js';
import { type Json, type JsonObject, isJsonObject } from '../../json.js';
import { toObject } from '../tools/extension-values.js';
import { matchSchema } from '../../spec/vocabulary/match-schema.js';

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
  const ofOperations = api.operations.map(({ extensions }) => ({
    extension: 'x-action',
    action: extensions['x-action'],
    vendor: extensions['x-vendor'],
  }));
  const others = otherActions(api).map((one) => ({ ...one, vendor: undefined }));
  for (const { extension, action, vendor } of [...ofOperations, ...others]) {
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
    const { options = {} } = capability;
    const members = { perform: true, ...toObject(options['properties']) };
    const schema = { type: 'object', additionalProperties: false, ...options, properties: members };
    const report = { positions, diagnostics, name: extension };
    check(action, schema, report);
    const more = isJsonObject(vendor) ? vendor['action'] : undefined;
    if (isJsonObject(more)) check(more, { ...schema, required: [] }, report);
  }
  for (const { name, at } of unused)
    diagnostics.warning('unused-capability', `no operation, endpoint or listener performs ${JSON.stringify(name)}`, at);
}

function check(
  action: JsonObject,
  schema: JsonObject,
  {
    positions,
    diagnostics,
    name,
  }: Pick<SpecDocument, 'positions'> & { readonly diagnostics: Diagnostics; readonly name: string },
): void {
  const location = { owner: { action }, key: 'action', name };
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
