import type { CapabilityError } from './define-capability.js';

/** Describes the error (404) for a row of a table that does not exist, or that the caller may not see. */
export function notFoundIn(table: string): CapabilityError {
  return {
    name: 'target',
    kind: 'target',
    status: 404,
    location: '',
    text: `The entry of ${table} that the request names exists.`,
    fix: `Name an entry of ${table} that exists and that the caller may see.`,
  };
}

/** Describes the error (403) for a row of another caller: `notOwnerOf('the book')`. */
export function notOwnerOf(what: string): CapabilityError {
  return {
    name: 'owner',
    kind: 'owner',
    got: 'another caller',
    status: 403,
    location: '',
    text: `The caller owns ${what}.`,
    fix: 'Send the token of the owner, or name one that the caller owns.',
  };
}

/** Describes the error (400) for a missing parameter. */
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

/** The values that a parameter can have. */
export interface InputRule {
  /** Reason of the error. */
  readonly reason: string;
  /** Ends the sentence "The parameter … is": `a number of stars`. */
  readonly is: string;
  /** Advice, as a sentence. */
  readonly fix: string;
}

/** Describes the error (400) for a wrong value of a parameter. */
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
