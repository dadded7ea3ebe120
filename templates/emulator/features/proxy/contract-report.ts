import type { JsonObject } from '@speccast/runtime';
import { locateMember } from '@speccast/runtime/validators';
import type { Violation } from '../../plan/violation.js';

/** A violation, and the call that it was found in. */
export interface FoundViolation extends Violation {
  readonly method: string;
  /** Path template of the operation, or the path of the request if there is no operation. */
  readonly path: string;
  readonly operation?: string;
  /** Status of the response. */
  readonly status: number;
}

/** Violations that differ at most in the position in a list. */
export interface ViolationGroup {
  /** The first of them. */
  readonly first: FoundViolation;
  readonly count: number;
}

/** Numbers and violations of the traffic so far. */
export interface ContractSummary {
  readonly requests: number;
  readonly errors: number;
  readonly warnings: number;
  readonly violations: readonly ViolationGroup[];
}

/** Called with the violations of a call, and with those of them that are new. */
export type OnCall = (violations: readonly FoundViolation[], fresh: readonly FoundViolation[]) => void;

/** Finds the position in the spec of a JSON pointer of the document: `openapi.yaml:12:7`; undefined if it is unknown. */
export type Locate = (pointer: string) => Promise<string | undefined> | string | undefined;

/** Finds positions in `openapi.json` of a package. */
export function locateIn(document: JsonObject): Locate {
  return (pointer) => {
    if (!pointer.startsWith('#/')) return undefined;
    const steps = pointer.slice(2).split('/');
    const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const { line, column } = locateMember(document, names);
    return `openapi.json:${line}:${column}`;
  };
}

const mostGroups = 10_000;

/** Counts calls and their violations. */
export interface ContractReport {
  /** Adds a call. Returns those of its violations that are the first of their kind. */
  readonly note: (violations: readonly FoundViolation[]) => readonly FoundViolation[];
  readonly summary: () => ContractSummary;
}

/** Creates an empty report. */
export function createContractReport(): ContractReport {
  const groups = new Map<string, { readonly first: FoundViolation; count: number }>();
  let [requests, errors, warnings] = [0, 0, 0];
  return {
    note: (violations) => {
      requests += 1;
      return violations.filter((first) => {
        const { severity, method, path, status, code, of, location = '', pointer } = first;
        if (severity === 'error') errors += 1;
        else warnings += 1;
        const kind = location.replace(/\.\d+(?=\.|$)| \d+(?=\.|$)/g, ' *');
        const key = JSON.stringify([method, path, status, code, of, kind, pointer]);
        const group = groups.get(key);
        if (group) group.count += 1;
        if (group || groups.size === mostGroups) return false;
        groups.set(key, { first, count: 1 });
        return true;
      });
    },
    summary: () => ({ requests, errors, warnings, violations: [...groups.values()].map((group) => ({ ...group })) }),
  };
}

/** Writes a violation as a line: `error: GET /pets 200: response body 0.id: Must be a string (openapi.yaml:12:7)`. */
export function formatViolation(violation: FoundViolation): string {
  return visible(`${violation.severity}: ${writeCall(violation)}: ${writeReason(violation)}`);
}

function writeCall({ method, path, status }: FoundViolation) {
  return `${method} ${path} ${status === 0 ? 'no response' : status}`;
}

function writeReason({ of, location, message, position, pointer }: FoundViolation) {
  const place = location === undefined ? of : location === 'status' ? 'status' : `${of} ${location}`;
  const at = position ?? pointer;
  return `${place}: ${message}${at === undefined ? '' : ` (${at})`}`;
}

/** Writes the summary: by operation, errors and frequent violations first. */
export function formatSummary({ requests, errors, warnings, violations }: ContractSummary): string {
  const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const counted = `${plural(requests, 'request')}, ${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
  const byCall = new Map<string, ViolationGroup[]>();
  for (const group of violations) {
    const call = writeCall(group.first);
    byCall.set(call, [...(byCall.get(call) ?? []), group]);
  }
  const rank = ({ first }: ViolationGroup) => (first.severity === 'error' ? 0 : 1);
  const lines = [...byCall].flatMap(([call, groups]) => [
    `  ${visible(call)}`,
    ...groups
      .sort((left, right) => rank(left) - rank(right) || right.count - left.count)
      .map(({ first, count }) => {
        const columns = `${first.severity.padEnd(7)} ${String(count).padStart(4)} x`;
        return `    ${columns}  ${visible(writeReason(first))}`;
      }),
  ]);
  return [`Contract: ${counted}.`, ...lines, ''].join('\n');
}

/** Escapes characters that would control a terminal: a line break → `\u000a`. */
function visible(text: string) {
  return text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
