import type { Behaviour } from './behaviour.js';

/** The kinds of rules. */
export type RuleKind =
  | 'action'
  | 'auth'
  | 'body'
  | 'closed'
  | 'enum'
  | 'filter'
  | 'limit'
  | 'media'
  | 'order'
  | 'owner'
  | 'paging'
  | 'parameter'
  | 'reference'
  | 'request'
  | 'selector'
  | 'target'
  | 'unique'
  | 'upload'
  | 'visibility';

/** A rule of the contract. It can reject a request, or hide rows from a response. */
export interface Rule {
  /** `pets.insert#limit/tooManyPets`, `pets#visibility/0`, `*#fields`. */
  readonly id: string;
  /** `operationId`, for the rule of an operation. */
  readonly operation?: string;
  /** Table, for the rule of a table. */
  readonly table?: string;
  readonly kind: RuleKind;
  /** File and line in the documentation, or `public`; absent if the spec names none. */
  readonly source?: string;
  /** The rule in a sentence. */
  readonly text: string;
  /** Advice how to satisfy it, as a sentence. */
  readonly fix: string;
}

/** A rule, and the properties by which its errors are recognized. */
export interface RuleSign extends Rule {
  readonly status?: number;
  /** Reasons of its errors. Default: any reason. */
  readonly reasons?: readonly string[];
  readonly locationType?: 'parameter' | 'body' | 'header';
  /** Location of its errors: parameter, header or path of the body; `''` if they have none. */
  readonly location?: string;
  /** It applies only if this parameter, or this path of the body, is sent. */
  readonly parameter?: string;
  readonly path?: string;
  /** The value that was sent, if the error has no location. */
  readonly got?: string;
  /** The message of the error states the expected value. */
  readonly want?: 'message';
  /** Parameter or path of the body that was sent, if the error has no location. */
  readonly subject?: string;
  /** The part of the plan that hides rows, for a rule that does not reject requests. */
  readonly hides?: object;
}

/** A rule without its complete id and location. */
export interface RuleDraft extends Omit<RuleSign, 'id' | 'operation' | 'table' | 'source'> {
  /** The part of the id after `#`. */
  readonly name: string;
}

/** Rules, with `false` or `undefined` in place of each rule that does not apply. */
export type RuleDrafts = readonly (RuleDraft | false | undefined)[];

/** Reads the members of an action of any kind. */
export function readAction({ action }: Behaviour): Readonly<Record<string, unknown>> {
  return typeof action === 'object' ? { ...action } : {};
}

/** Finds the table that an action lists, gets, inserts into, updates or deletes from; undefined for capabilities. */
export function findTable(behaviour: Behaviour): string | undefined {
  const { perform, list, get, insert, update, delete: deletes } = readAction(behaviour);
  const table = list ?? get ?? insert ?? update ?? deletes;
  return perform === undefined && typeof table === 'string' ? table : undefined;
}
