import type { Api } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.js';

/** The checks of one section, as the package ships them. */
export interface ConformanceSection {
  readonly name: string;
  readonly checks: readonly Json[];
}

/** What `x-conformance` says, with the steps under `given` put where they are used; undefined where it says nothing. */
export function conformanceValue({
  extensions,
}: Api): { readonly sections: readonly ConformanceSection[]; readonly settings: JsonObject } | undefined {
  const conformance = extensions['x-conformance'];
  if (!isJsonObject(conformance)) return undefined;
  const { sections, given, ...settings } = conformance;
  const steps = isJsonObject(given) ? given : {};
  const entries = Object.entries(isJsonObject(sections) ? sections : {});
  return {
    settings,
    sections: entries.map(([name, checks]) => ({
      name,
      checks: Array.isArray(checks) ? checks.map((check: Json) => filled(check, steps)) : [],
    })),
  };
}

/** A check, or a step with others inside, in which every `given` stands for itself. */
function filled(value: Json, given: JsonObject): Json {
  if (!isJsonObject(value)) return value;
  const { given: name, ...own } = value;
  const template = typeof name === 'string' ? given[name] : undefined;
  const all: JsonObject = isJsonObject(template) ? { ...template, ...own } : own;
  const entries = Object.entries(all).map(([key, inner]): [string, Json] => [
    key,
    (key === 'steps' || key === 'finally') && Array.isArray(inner)
      ? inner.map((step: Json) => filled(step, given))
      : inner,
  ]);
  return Object.fromEntries(entries);
}
