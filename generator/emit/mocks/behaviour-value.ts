import type { Api, Model, Operation } from '../../api/api.js';
import { compact, isJsonObject, type Json, type JsonObject, listEntries, readInner, toObject } from '../../json.js';
import { resourceKeys } from '../code/api-features.js';
import { findResources } from '../../api/behaviour/find-resources.js';
import { performedBy } from '../../api/behaviour/capabilities.js';
import { hiddenPaths } from '../../api/behaviour/hidden-paths.js';
import type { EmitContext } from '../emit-context.js';

/** The extensions of an operation that the emulator carries out, in the order they are written. */
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
 * The behaviour that an operation declares (`Behaviour` of the runtime); media types and addresses of uploads are in its
 * descriptor, and a limit that only an overlay knows does not bind.
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

/** Leaves out sources and decisions, which are for people. */
export function withoutFacts(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutFacts);
  return isJsonObject(value) ? plain(value) : value;
}

function plain(value: JsonObject): JsonObject {
  const entries = listEntries(value).filter(([name]) => name !== 'recommended');
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutFacts(item)]));
}

/** One table: where its rows come from and what holds for them. */
interface ResourceValue {
  readonly table: string;
  readonly rules: JsonObject;
  readonly model?: Model;
}

/** The tables of a service, from `x-resource` on schemas and from `x-emulator.tables`, in the order of the spec. */
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

/** The parts of a plan that the spec says, or its paths suggest. */
interface PlanValues {
  readonly resources: readonly ResourceValue[];
  /** Declared behaviour, or what its position in the API suggests. */
  readonly behaviourOf: (operation: Operation) => JsonObject;
  /** Some operations can only return samples of their schemas. */
  readonly sampled: boolean;
}

/** Reads them; an action that performs a capability which is not registered does not count. */
export function readPlanValues(api: Api, isRegistered: (capability: string) => boolean): PlanValues {
  const found = findResources(api);
  const behaviours = new Map(
    api.operations.map((operation) => {
      const { action, ...others } = behaviourValue(operation);
      const name = performedBy(action);
      const isKnown = action !== undefined && (name === undefined || isRegistered(name));
      return [operation.id, isKnown ? { action, ...others } : { ...found.behaviours.get(operation.id), ...others }];
    }),
  );
  // What is found goes by the paths, too, so it counts more.
  const tables = new Map([...resourceValues(api), ...found.resources].map((one) => [one.table, one]));
  return {
    resources: Array.from(tables.values(), (one) => {
      const hidden = one.model ? hiddenPaths(api, one.model.schema) : [];
      return hidden.length === 0 ? one : { ...one, rules: { ...one.rules, hidden } };
    }),
    behaviourOf: ({ id }) => behaviours.get(id) ?? {},
    sampled:
      (api.webhooks ?? []).length + found.resources.length > 0 ||
      [...behaviours.values()].some((one) => !('action' in one)),
  };
}

/** The context of this emitter. */
export interface MockTools extends EmitContext, PlanValues {
  /** Demands of the real service (`x-vendor`, `x-body-rules`), by the id of the operation. */
  readonly vendorRules: ReadonlyMap<string, JsonObject | undefined>;
  readonly byModule: ReadonlyMap<string, readonly Operation[]>;
}
