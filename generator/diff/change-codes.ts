import type { ChangeDirection, ChangeKind } from './change.js';
import { operationCodes } from './operation-codes.js';
import { schemaCodes } from './schema-codes.js';
import { valueCodes } from './value-codes.js';

/** What a code says, and what kind of change it is; `specs/README.md` lists exactly this. */
export interface CodeEntry {
  /** Where it is the same whichever way a value travels. */
  readonly kind?: ChangeKind;
  /** Of what a client sends. */
  readonly sent?: ChangeKind;
  /** Of what a client receives. */
  readonly received?: ChangeKind;
  /** Of a schema that no operation reaches: only its exported type counts. */
  readonly unused?: ChangeKind;
  readonly means: string;
  readonly why: string;
}

/** All codes of changes, in the order of the documentation. */
export const changeCodes: typeof operationCodes & typeof schemaCodes & typeof valueCodes = {
  ...operationCodes,
  ...schemaCodes,
  ...valueCodes,
};

/** Stable kebab-case name of a kind of change, for tools. */
export type ChangeCode = keyof typeof changeCodes;

const order: readonly ChangeKind[] = ['fix', 'feature', 'breaking'];

/** The kind of a change of what travels that way; `undefined` where it means nothing there. */
export function kindOf(code: ChangeCode, direction: ChangeDirection | 'unused'): ChangeKind | undefined {
  const entry: CodeEntry = changeCodes[code];
  return entry[direction] ?? entry.kind;
}

/** Whether the way that values travel says anything about a change. */
export function isDirected(code: ChangeCode): boolean {
  const { sent, received, kind }: CodeEntry = changeCodes[code];
  return kind === 'breaking' || sent !== undefined || received !== undefined;
}

/** The kind of a change that has nothing to do with directions. */
export function plainKindOf(code: ChangeCode): ChangeKind {
  const { kind, sent, received }: CodeEntry = changeCodes[code];
  return kind ?? worse(sent, received) ?? 'fix';
}

/** The worse of two kinds. */
export function worse(left: ChangeKind | undefined, right: ChangeKind | undefined): ChangeKind | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return order.indexOf(left) >= order.indexOf(right) ? left : right;
}
