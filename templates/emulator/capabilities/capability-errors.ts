import type { CapabilityError } from './define-capability.js';

/** The error (404) where the row of a table that a request names does not exist, or the caller may not see it. */
export function notFoundIn(table: string): CapabilityError {
  return {
    name: 'target',
    kind: 'target',
    status: 404,
    location: '',
    text: `The entry of ${table} that the request names is there.`,
    fix: `Name an entry of ${table} that is there and that the caller may see.`,
  };
}

/** The error (403) where what a request is about, `the book`, belongs to somebody else. */
export function notOwnerOf(what: string): CapabilityError {
  return {
    name: 'owner',
    kind: 'owner',
    got: 'another caller',
    status: 403,
    location: '',
    text: `What the request is about belongs to the caller: ${what}.`,
    fix: 'Send the token of the owner, or name what is your own.',
  };
}

/** The error (400) where a parameter is missing. */
export function missingInput(parameter: string): CapabilityError {
  return {
    name: `input/${parameter}/required`,
    kind: 'parameter',
    status: 400,
    reasons: ['missingRequiredParameter'],
    location: parameter,
    text: `The request has ${parameter}.`,
    fix: `Send ${parameter} in the query.`,
  };
}

/** What a parameter has to be. */
export interface InputRule {
  /** Reason of the error. */
  readonly reason: string;
  /** Ends the sentence "The parameter … is": `a number of stars`. */
  readonly is: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
}

/** The error (400) where a parameter has a value that it cannot have. */
export function invalidInput(parameter: string, { reason, is, fix }: InputRule): CapabilityError {
  return {
    name: `input/${parameter}`,
    kind: 'parameter',
    status: 400,
    reasons: [reason],
    location: parameter,
    parameter,
    text: `The parameter ${parameter} is ${is}.`,
    fix,
  };
}
