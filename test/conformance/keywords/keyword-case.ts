import { readdirSync } from 'node:fs';
import type { Json, JsonObject } from 'speccast/emitter';
import { readYaml } from '../../rows.js';

/** Values that a schema accepts and rejects by the standard. */
export interface Verdicts {
  /** Valid values, which the type accepts. */
  readonly valid?: readonly Json[];
  /** Invalid values, which the type rejects. */
  readonly invalid?: readonly Json[];
  /** Invalid values that the type accepts, because no type can express the keyword. */
  readonly beyond?: readonly Json[];
  /** Invalid strings that the type rejects as literals. It accepts `'new' as Unrecognized`, because services may send new values. */
  readonly loose?: readonly string[];
  /** Valid values that the type rejects on purpose: a schema with `properties` and no type has the type of an object. */
  readonly odd?: readonly Json[];
}

/** A keyword, or a few that need each other, with values whose results were decided by hand. */
export interface KeywordCase extends Verdicts {
  /** Letters and digits; also the id of an operation. */
  readonly name: string;
  readonly schema: Json;
  /** Other schemas of `components.schemas`. */
  readonly schemas?: JsonObject;
  /** Values that differ in a request. */
  readonly request?: Verdicts;
  /** Values that differ in a response. */
  readonly response?: Verdicts;
  /** True if there is no sample: no value is valid, or none can be derived from the schema. */
  readonly unsampled?: true;
}

/** The cases of the YAML files beside this one, by the version of OpenAPI. */
export const keywordCases: Readonly<Record<'3.0' | '3.1', readonly KeywordCase[]>> = {
  '3.0': readCases('openapi-3.0.yaml'),
  '3.1': readdirSync(new URL('.', import.meta.url))
    .filter((file) => file.endsWith('.yaml') && file !== 'openapi-3.0.yaml')
    .flatMap(readCases),
};

function readCases(file: string): readonly KeywordCase[] {
  const table = readYaml<Readonly<Record<string, Omit<KeywordCase, 'name'>>>>(new URL(file, import.meta.url));
  return Object.entries(table).map(([name, one]) => ({ name, ...one }));
}
