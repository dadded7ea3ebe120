import { readdirSync } from 'node:fs';
import type { Json, JsonObject } from 'speccast/emitter';
import { readYaml } from '../../rows.js';

/** Values that a schema takes and refuses, as the standard says. */
export interface Verdicts {
  /** Matches; the type takes it, too. */
  readonly valid?: readonly Json[];
  /** Does not match, and the type says so. */
  readonly invalid?: readonly Json[];
  /** Does not match, which no type can say: the type takes it. */
  readonly beyond?: readonly Json[];
  /** Does not match, and the type says so of a literal: it takes `'new' as Unrecognized`, which the service may send. */
  readonly loose?: readonly string[];
  /** Matches, but the type is meant narrower: an object where a schema lists properties and no type. */
  readonly odd?: readonly Json[];
}

/** One keyword, or a few that need each other, with values that were judged by hand. */
export interface KeywordCase extends Verdicts {
  /** Letters and digits: the id of an operation. */
  readonly name: string;
  readonly schema: Json;
  /** What else stands in `components.schemas`. */
  readonly schemas?: JsonObject;
  /** What differs in a request. */
  readonly request?: Verdicts;
  /** What differs in a response. */
  readonly response?: Verdicts;
  /** No value matches, or none can be made from the schema alone: there is nothing to sample. */
  readonly unsampled?: true;
}

/** The cases by the version of OpenAPI that they are written in: tables of schemas by name, beside this file. */
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
