import type { Api, Model } from '../../api/api.js';
import { isJsonObject, type JsonObject } from '../../spec/json.js';
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

/** What `x-emulator` says, without sources. */
export function emulatorValue(api: Api): JsonObject {
  const value = withoutFacts(api.extensions['x-emulator'] ?? {});
  return isJsonObject(value) ? value : {};
}

/** The path of the base address: `/v3`, or empty. */
export function basePathOf({ servers: [server] }: Api): string {
  if (server === undefined) return '';
  const defaults = new Map(server.variables.map((variable) => [variable.name, variable.default]));
  const url = server.url.replace(/\{([^{}]*)\}/g, (_found, name: string) => defaults.get(name) ?? '');
  const base = 'https://service.test';
  const path = URL.canParse(url, base) ? new URL(url, base).pathname : '';
  return path.replace(/\/+$/, '');
}
