import type { Position } from '../../diagnostics.js';
import { operationCodes } from './operation-codes.js';
import { schemaCodes } from './schema-codes.js';

/** The effect of a change on users of the package: their code has to change, can do more, or works as before. */
export type ChangeKind = 'breaking' | 'feature' | 'fix';

/** Which way a value travels, seen by a client. */
export type ChangeDirection = 'sent' | 'received';

const order: readonly ChangeKind[] = ['fix', 'feature', 'breaking'];

/** One change between two descriptions of a service. */
export interface Change {
  readonly kind: ChangeKind;
  readonly code: ChangeCode;
  /** A sentence without its full stop: `the parameter "limit" is gone`. */
  readonly message: string;
  /** Address of the point: `operations.videos.list.parameters.part`, `schemas.Video.snippet.title`. */
  readonly subject: string;
  /** Ids of the operations that it concerns, in the order of the spec. */
  readonly operations: readonly string[];
  /** The way that decides the kind; absent where both do, or where nothing travels. */
  readonly direction?: ChangeDirection;
  readonly at: Position;
  /** Which of the two descriptions `at` points into. */
  readonly side: 'old' | 'new';
}

/** The meaning of a code and the kind of its changes; `specs/README.md` lists exactly this. */
export interface CodeEntry {
  /** The kind, if it is the same for values that are sent and received. */
  readonly kind: ChangeKind | undefined;
  /** Of what a client sends. */
  readonly sent: ChangeKind | undefined;
  /** Of what a client receives. */
  readonly received: ChangeKind | undefined;
  /** Of a schema that no operation reaches: only its exported type counts. */
  readonly unused: ChangeKind | undefined;
  readonly means: string;
  readonly why: string;
}

/** Stable kebab-case name of a kind of change, for tools. */
export type ChangeCode = keyof typeof operationCodes | keyof typeof schemaCodes;

/** All codes of changes, in the order of the documentation. */
// `as`: the keys are those of the tables.
export const changeCodes = Object.fromEntries(
  Object.entries({ ...operationCodes, ...schemaCodes }).map(([code, { why, ...meanings }]) => {
    // The meaning stands under the kind (`breaking`), or under the kinds by direction (`sent: breaking, received: fix`).
    const [[kinds, means] = ['', '']] = Object.entries<string>(meanings);
    const kindAt = (start: string): ChangeKind | undefined => order.find((kind) => kinds.includes(start + kind));
    const directed = { sent: kindAt('sent: '), received: kindAt('received: '), unused: kindAt('unused: ') };
    return [code, { kind: order.find((kind) => kind === kinds), ...directed, means, why }];
  }),
) as Readonly<Record<ChangeCode, CodeEntry>>;

/** The kind of a change of what travels that way; `undefined` where it means nothing there. */
export function findKind(code: ChangeCode, direction: ChangeDirection | 'unused'): ChangeKind | undefined {
  const entry = changeCodes[code];
  return entry[direction] ?? entry.kind;
}

/** Returns whether changes with a code state their direction: the kind depends on it, or they always break. */
export function isDirected(code: ChangeCode): boolean {
  const { sent, received, kind } = changeCodes[code];
  return kind === 'breaking' || sent !== undefined || received !== undefined;
}

/** The kind of a change that has nothing to do with directions. */
export function findPlainKind(code: ChangeCode): ChangeKind {
  const { kind, sent, received } = changeCodes[code];
  return kind ?? worse(sent, received) ?? 'fix';
}

/** The worse of two kinds. */
export function worse(left: ChangeKind | undefined, right: ChangeKind | undefined): ChangeKind | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return order.indexOf(left) >= order.indexOf(right) ? left : right;
}
