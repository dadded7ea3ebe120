import type { Json, JsonObject } from 'speccast/emitter';

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
