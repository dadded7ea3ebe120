import type { Api, Model, Operation } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject, toObject } from '../../json.js';
import { resourceKeys } from '../code/api-features.js';
import { findResources } from '../../api/behaviour/find-resources.js';
import { performedBy } from '../../api/behaviour/capabilities.js';
import { hiddenPaths } from '../../api/behaviour/hidden-paths.js';
import { groupBy } from '../../iterables.js';
import type { Templates } from '../code/templates.js';
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
  const dropped = ['mediaTypes', 'upload', ...(body?.media?.overlaid === true ? ['maxBytes'] : [])];
  const rules = Object.entries(media).filter(([name]) => !dropped.includes(name));
  const { protocols, resumableStatus } = toObject(media['upload']);
  const isResumable = Array.isArray(protocols) && protocols.includes('resumable');
  const all = {
    ...Object.fromEntries(rules),
    ...(isResumable && { resumable: true, ...(resumableStatus !== undefined && { resumableStatus }) }),
  };
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
  const entries = Object.entries(value).filter(([name]) => !name.startsWith('x-') && name !== 'recommended');
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
  const { tables } = emulatorValue(api);
  const others = isJsonObject(tables) ? Object.entries(tables) : [];
  return [...fromModels, ...others.map(([table, rules]) => ({ table, rules: isJsonObject(rules) ? rules : {} }))];
}

/** Returns `x-emulator` without sources. */
export function emulatorValue(api: Api): JsonObject {
  const value = withoutFacts(api.extensions['x-emulator'] ?? {});
  return isJsonObject(value) ? value : {};
}

/** The parts of a plan that the spec says, or its paths suggest. */
export interface PlanValues {
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
    resources: [...tables.values()].map((one) => {
      const hidden = one.model === undefined ? [] : hiddenPaths(api, one.model.schema);
      return hidden.length === 0 ? one : { ...one, rules: { ...one.rules, hidden } };
    }),
    behaviourOf: ({ id }) => behaviours.get(id) ?? {},
    sampled:
      (api.webhooks ?? []).length > 0 ||
      [...behaviours.values()].some((one) => !('action' in one)) ||
      found.resources.length > 0,
  };
}

/** Values of operations by module and then by the id of the operation; modules without any are not in it. */
export type ByModule = ReadonlyMap<string, JsonObject>;

/** The context of this emitter. */
export interface MockTools extends EmitContext, PlanValues {
  readonly templates: Templates;
  /** Demands of the real service (`x-vendor`, `x-body-rules`), by operation. */
  readonly vendorRules: ByModule;
}

/** Sorts the values of operations by module. */
export function valuesByModule(api: Api, valueOf: (operation: Operation) => JsonObject | undefined): ByModule {
  const modules = groupBy(api.operations, ({ module }) => module);
  return new Map(
    [...modules].flatMap(([module, operations]): [string, JsonObject][] => {
      const entries = operations.flatMap((one): [string, JsonObject][] => {
        const value = valueOf(one);
        return value === undefined ? [] : [[one.id, value]];
      });
      return entries.length === 0 ? [] : [[module, Object.fromEntries(entries)]];
    }),
  );
}
