import type { Api, Model } from '../../api/api.js';
import { hiddenPaths } from '../../api/resources/hidden-paths.js';
import { isJsonObject, type JsonObject } from '../../spec/read/json.js';
import { rulesValue, withoutFacts } from './behaviour-value.js';

/** One table: where its rows come from and what holds for them. */
export interface ResourceValue {
  readonly table: string;
  readonly rules: JsonObject;
  readonly model?: Model;
}

/** The tables of a service, from `x-resource` on schemas and from `x-emulator.tables`, in the order of the spec. */
export function resourceValues(api: Api): readonly ResourceValue[] {
  const fromModels = api.models.flatMap((model): ResourceValue[] => {
    const resource = model.extensions['x-resource'];
    if (!isJsonObject(resource) || typeof resource['table'] !== 'string') return [];
    return [{ table: resource['table'], rules: rulesValue(model.extensions), model }];
  });
  const { tables } = emulatorValue(api);
  const others = isJsonObject(tables) ? Object.entries(tables) : [];
  return [...fromModels, ...others.map(([table, rules]) => ({ table, rules: isJsonObject(rules) ? rules : {} }))];
}

/** A table with what callers write and never read of its rows, where there is such a thing. */
export function withHidden(api: Api, table: ResourceValue): ResourceValue {
  const hidden = table.model === undefined ? [] : hiddenPaths(api, table.model.schema);
  return hidden.length === 0 ? table : { ...table, rules: { ...table.rules, hidden } };
}

/** What `x-emulator` says, without sources. */
export function emulatorValue(api: Api): JsonObject {
  const value = withoutFacts(api.extensions['x-emulator'] ?? {});
  return isJsonObject(value) ? value : {};
}
