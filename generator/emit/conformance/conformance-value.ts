import type { Api } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';

/** The checks of one section, as the package ships them. */
export interface ConformanceSection {
  readonly name: string;
  readonly checks: readonly Json[];
}

/** What `x-conformance` says: the checks by section, the steps that they name, and what else holds for all of them. */
export interface ConformanceValue {
  readonly sections: readonly ConformanceSection[];
  readonly given: JsonObject;
  readonly settings: JsonObject;
}

/** Reads `x-conformance`; undefined where the spec has none. */
export function conformanceValue({ extensions }: Api): ConformanceValue | undefined {
  const conformance = extensions['x-conformance'];
  if (!isJsonObject(conformance)) return undefined;
  const { sections, given, ...settings } = conformance;
  const entries = Object.entries(isJsonObject(sections) ? sections : {});
  return {
    settings,
    given: isJsonObject(given) ? given : {},
    sections: entries.map(([name, checks]) => ({ name, checks: Array.isArray(checks) ? checks : [] })),
  };
}
