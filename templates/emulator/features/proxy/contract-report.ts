import type { Violation } from '../../plan/violation.js';

/** A violation, and the call that it was found in. */
export interface FoundViolation extends Violation {
  readonly method: string;
  /** Path template of the operation, else the path that was asked for. */
  readonly path: string;
  readonly operation?: string;
  /** Status of the response. */
  readonly status: number;
}

/** Violations that are the same but for the position in a list. */
export interface ViolationGroup {
  /** The first of them. */
  readonly first: FoundViolation;
  readonly count: number;
}

/** What is known of the traffic so far. */
export interface ContractSummary {
  readonly requests: number;
  readonly errors: number;
  readonly warnings: number;
  readonly violations: readonly ViolationGroup[];
}

const mostGroups = 10_000;

/** Counts calls and what is wrong with them. */
export class ContractReport {
  readonly #groups = new Map<string, { readonly first: FoundViolation; count: number }>();
  #requests = 0;
  #errors = 0;
  #warnings = 0;

  /** Adds a call. Returns those of its violations that are the first of their kind. */
  note(violations: readonly FoundViolation[]): readonly FoundViolation[] {
    this.#requests += 1;
    return violations.filter((one) => this.#isNew(one));
  }

  #isNew(one: FoundViolation): boolean {
    if (one.severity === 'error') this.#errors += 1;
    else this.#warnings += 1;
    const key = JSON.stringify([one.method, one.path, one.status, one.code, kindOf(one), one.pointer]);
    const group = this.#groups.get(key);
    if (group !== undefined) {
      group.count += 1;
      return false;
    }
    if (this.#groups.size < mostGroups) this.#groups.set(key, { first: one, count: 1 });
    return this.#groups.size < mostGroups;
  }

  summary(): ContractSummary {
    const groups = [...this.#groups.values()].map(({ first, count }) => ({ first, count }));
    return { requests: this.#requests, errors: this.#errors, warnings: this.#warnings, violations: groups };
  }
}

/** The location without the numbers of items. */
function kindOf({ of, location = '' }: FoundViolation): string {
  return `${of} ${location.replace(/\.\d+(?=\.|$)| \d+(?=\.|$)/g, ' *')}`;
}

/** One line for a violation: what it was found in, what is wrong, and where the spec says so. */
export function formatViolation(one: FoundViolation): string {
  const { severity, method, path, status } = one;
  return visible(`${severity}: ${method} ${path} ${status === 0 ? 'no response' : status}: ${aboutOf(one)}`);
}

function aboutOf({ of, location, message, position, pointer }: FoundViolation): string {
  const where = location === undefined ? of : location === 'status' ? 'status' : `${of} ${location}`;
  const at = position ?? pointer;
  return `${where}: ${message}${at === undefined ? '' : ` (${at})`}`;
}

/** The summary for the end: by operation, the worst first. */
export function formatSummary({ requests, errors, warnings, violations }: ContractSummary): string {
  const counted = `${plural(requests, 'request')}, ${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
  const byCall = new Map<string, ViolationGroup[]>();
  for (const group of violations) {
    const { method, path, status } = group.first;
    const call = `${method} ${path} ${status === 0 ? 'no response' : status}`;
    byCall.set(call, [...(byCall.get(call) ?? []), group]);
  }
  const lines = [...byCall].flatMap(([call, groups]) => [
    `  ${visible(call)}`,
    ...groups
      .toSorted((left, right) => rank(left) - rank(right) || right.count - left.count)
      .map(
        ({ first, count }) =>
          `    ${first.severity.padEnd(7)} ${String(count).padStart(4)} x  ${visible(aboutOf(first))}`,
      ),
  ]);
  return [`Contract: ${counted}.`, ...lines, ''].join('\n');
}

function rank({ first }: ViolationGroup): number {
  return first.severity === 'error' ? 0 : 1;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Without characters that would control a terminal. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
