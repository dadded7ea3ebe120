import type { Api, Model, Operation } from '../../api/api.js';
import { compact, isJsonObject, type Json, type JsonObject, listEntries, readInner, toObject } from '../../json.js';
import { resourceKeys } from '../code/api-features.js';
import { findResources } from '../../api/behaviour/find-resources.js';
import { readCapabilityName } from '../../api/behaviour/capabilities.js';
import { listHiddenPaths } from '../../api/behaviour/hidden-paths.js';
import type { EmitContext } from '../emit-context.js';

/** Extensions of an operation, without `x-`, that define its behaviour in the emulator, in the order of emitted plans. */
const operationKeys = [
  'action',
  'selectors',
  'filters',
  'paging',
  'requires',
  'refuses',
  'sets',
  'limit',
  'media',
  'records',
  'errors',
];

/**
 * Returns the behaviour that an operation declares (`Behaviour` of the emulator). Media types and addresses of uploads are in the
 * descriptor instead. A limit of bytes that only an overlay states is left out, since the document does not require it.
 */
function behaviourValue({ extensions, body }: Operation): JsonObject {
  const behaviour = withoutPrefix(extensions, operationKeys);
  const { media, ...others } = behaviour;
  if (!isJsonObject(media)) return behaviour;
  const { protocols, resumableStatus } = readInner(media, 'upload');
  const isResumable = Array.isArray(protocols) && protocols.includes('resumable');
  const all = compact({
    ...media,
    mediaTypes: undefined,
    upload: undefined,
    maxBytes: body?.media?.overlaid === true ? undefined : media['maxBytes'],
    ...(isResumable && { resumable: true, resumableStatus }),
  });
  return Object.keys(all).length === 0 ? others : { ...behaviour, media: all };
}

function withoutPrefix(extensions: JsonObject, keys: readonly string[]): JsonObject {
  const entries = keys.flatMap((key): [string, Json][] => {
    const value = extensions[`x-${key}`];
    return value === undefined ? [] : [[key, withoutFacts(value)]];
  });
  return Object.fromEntries(entries);
}

/** Removes sources and other members for people (`recommended`), at any depth. */
export function withoutFacts(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutFacts);
  return isJsonObject(value) ? plain(value) : value;
}

function plain(value: JsonObject): JsonObject {
  const entries = listEntries(value).filter(([name]) => name !== 'recommended');
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutFacts(item)]));
}

/** A table of the emulator: its rules, and the model of its rows. */
interface ResourceValue {
  readonly table: string;
  readonly rules: JsonObject;
  readonly model?: Model;
}

/** Lists the declared tables of a service: `x-resource` of schemas, then `x-emulator.tables`, in the order of the spec. */
function resourceValues(api: Api): readonly ResourceValue[] {
  const fromModels = api.models.flatMap((model): ResourceValue[] => {
    const { table, ...own } = toObject(model.extensions['x-resource']);
    if (typeof table !== 'string') return [];
    return [{ table, rules: { ...plain(own), ...withoutPrefix(model.extensions, resourceKeys) }, model }];
  });
  const others = Object.entries(readInner(emulatorValue(api), 'tables'));
  return [...fromModels, ...others.map(([table, rules]) => ({ table, rules: toObject(rules) }))];
}

/** Returns `x-emulator` without sources. */
export function emulatorValue({ extensions }: Api): JsonObject {
  return plain(toObject(extensions['x-emulator']));
}

/** The parts of a plan that the spec declares, or that are inferred from its paths. */
interface PlanValues {
  readonly resources: readonly ResourceValue[];
  /** Returns the declared behaviour of an operation, or the inferred one. */
  readonly readBehaviour: (operation: Operation) => JsonObject;
  /** The emulator needs samples of schemas, for operations without an action, for inferred tables, or for webhooks. */
  readonly sampled: boolean;
}

/** Reads the parts of a plan. Ignores actions that perform an unregistered capability. */
export function readPlanValues(api: Api, isRegistered: (capability: string) => boolean): PlanValues {
  const found = findResources(api);
  const behaviours = new Map(
    api.operations.map((operation) => {
      const { action, ...others } = behaviourValue(operation);
      const name = readCapabilityName(action);
      const isKnown = action !== undefined && (name === undefined || isRegistered(name));
      return [operation.id, isKnown ? { action, ...others } : { ...found.behaviours.get(operation.id), ...others }];
    }),
  );
  // Of two tables with the same name, the inferred one is kept: it also depends on the paths.
  const tables = new Map([...resourceValues(api), ...found.resources].map((one) => [one.table, one]));
  return {
    resources: Array.from(tables.values(), (one) => {
      const hidden = one.model ? listHiddenPaths(api, one.model.schema) : [];
      return hidden.length === 0 ? one : { ...one, rules: { ...one.rules, hidden } };
    }),
    readBehaviour: ({ id }) => behaviours.get(id) ?? {},
    sampled:
      (api.webhooks ?? []).length + found.resources.length > 0 ||
      [...behaviours.values()].some((one) => !('action' in one)),
  };
}

/** The context of the emitters of `mocks`. */
export interface MockTools extends EmitContext, PlanValues {
  /** Rules of the real service (`x-vendor`, `x-body-rules`), by the id of the operation. */
  readonly vendorRules: ReadonlyMap<string, JsonObject | undefined>;
  readonly byModule: ReadonlyMap<string, readonly Operation[]>;
}
