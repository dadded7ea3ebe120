import type { Behaviour } from '../behaviour.js';

/** What a rule is about. */
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

/** Something that can refuse or shape an answer. */
export interface Rule {
  /** `pets.insert#limit/tooManyPets`, `pets#visibility/0`, `*#fields`. */
  readonly id: string;
  /** `operationId`, where it is a rule of one operation. */
  readonly operation?: string;
  /** Table, where it is a rule of the rows of one. */
  readonly table?: string;
  readonly kind: RuleKind;
  /** Where it stands: `pets.md:132`, or `public`; absent where the spec does not say. */
  readonly source?: string;
  /** What it asks for, in a sentence. */
  readonly text: string;
  /** How to satisfy it, as a sentence that says what to do. */
  readonly fix: string;
}

/** A rule, and how its refusals look. */
export interface RuleSign extends Rule {
  readonly status?: number;
  /** Any of them; absent: all that else fits. */
  readonly reasons?: readonly string[];
  readonly place?: 'parameter' | 'body' | 'header';
  /** Parameter, header or path of the body that its refusals name; `''`: they name none. */
  readonly location?: string;
  /** It is looked at only where this parameter is sent, or this path of the body. */
  readonly parameter?: string;
  readonly path?: string;
  /** What was got, where no place says it; `message`: what was wanted is what the refusal says. */
  readonly got?: string;
  readonly want?: 'message';
  /** Parameter or path of the body that says what was got, where the refusal names no place. */
  readonly subject?: string;
  /** The part of the plan that hides rows, where it does that instead of refusing. */
  readonly hides?: object;
}

/** A rule before it has the whole id and its source. */
export interface RuleDraft extends Omit<RuleSign, 'id' | 'operation' | 'table' | 'source'> {
  /** The part of the id after `#`. */
  readonly name: string;
}

/** The members of an action, whatever its kind. */
export function actionOf({ action }: Behaviour): Readonly<Record<string, unknown>> {
  return typeof action === 'object' ? { ...action } : {};
}

/** The table that an action lists, gets, inserts into, updates or deletes from; undefined for capabilities. */
export function tableOf(behaviour: Behaviour): string | undefined {
  const action = actionOf(behaviour);
  if (action['perform'] !== undefined) return undefined;
  const found = ['list', 'get', 'insert', 'update', 'delete']
    .map((name) => action[name])
    .find((one) => one !== undefined);
  return typeof found === 'string' ? found : undefined;
}

/** Finds where a rule stands: its own source, else that of what it is part of. */
export function sourceIn(sources: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  for (let part = name; part !== ''; part = part.includes('/') ? part.slice(0, part.lastIndexOf('/')) : '') {
    const found = sources?.[part];
    if (found !== undefined) return found;
  }
  return undefined;
}
