import type { Position } from '../../diagnostics.js';
import { operationCodes } from './operation-codes.js';
import { schemaCodes } from './schema-codes.js';
import SemVer from 'semver/classes/semver.js';
import parse from 'semver/functions/parse.js';

/** The effect of a change on users of the package: their code has to change, can do more, or works as before. */
export type ChangeKind = 'breaking' | 'feature' | 'fix';

/** The direction in which a value travels, from the view of a client. */
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
  /** The direction that decides the kind; absent if both do, or if no value travels. */
  readonly direction?: ChangeDirection;
  readonly at: Position;
  /** The description that `at` is a position in. */
  readonly side: 'old' | 'new';
}

/** The meaning of a code and the kind of its changes; `specs/README.md` lists exactly this. */
export interface CodeEntry {
  /** The kind, if it is the same for values that are sent and received. */
  readonly kind: ChangeKind | undefined;
  /** Kind for values that a client sends. */
  readonly sent: ChangeKind | undefined;
  /** Kind for values that a client receives. */
  readonly received: ChangeKind | undefined;
  /** Kind for a schema that no operation uses: only its exported type matters. */
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

/** Returns the kind of a change in one direction; `undefined` if it does not matter in that direction. */
export function findKind(code: ChangeCode, direction: ChangeDirection | 'unused'): ChangeKind | undefined {
  const entry = changeCodes[code];
  return entry[direction] ?? entry.kind;
}

/** Returns whether changes with a code state their direction: the kind depends on it, or they always break. */
export function isDirected(code: ChangeCode): boolean {
  const { sent, received, kind } = changeCodes[code];
  return kind === 'breaking' || sent !== undefined || received !== undefined;
}

/** Returns the kind of a change without a direction. */
export function findPlainKind(code: ChangeCode): ChangeKind {
  const { kind, sent, received } = changeCodes[code];
  return kind ?? worse(sent, received) ?? 'fix';
}

/** Returns the worse of two kinds: `breaking` before `feature` before `fix`. */
export function worse(left: ChangeKind | undefined, right: ChangeKind | undefined): ChangeKind | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return order.indexOf(left) >= order.indexOf(right) ? left : right;
}

/** The part of a version that changes require to raise. */
export type Bump = 'major' | 'minor' | 'patch' | 'none';

/** Returns the bump that changes require from version 1.0.0 on. */
export function findBump(changes: readonly Pick<Change, 'kind'>[]): Bump {
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (kinds.has('breaking')) return 'major';
  if (kinds.has('feature')) return 'minor';
  return kinds.has('fix') ? 'patch' : 'none';
}

/** Returns whether a value is a semantic version as npm writes it: `1.2.3`, `2.0.0-beta.1`, but not `v1.2.3`. */
export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && /^\d\S*$/.test(value) && parse(value) !== null;
}

/**
 * Returns the version after these changes. In 0.x, breaking changes and features raise the minor version, fixes the patch.
 * A prerelease is counted on if the version that it precedes is high enough for the changes: `2.0.0-beta.1` → `2.0.0-beta.2`.
 * Throws `TypeError` on a text that is no semantic version.
 */
export function nextVersion(version: string, changes: readonly Pick<Change, 'kind'>[]): string {
  const parsed = parse(version);
  if (parsed === null) throw new TypeError(`${JSON.stringify(version)} is no semantic version`);
  const bump = findBump(changes);
  if (bump === 'none') return parsed.version;
  const part = parsed.major === 0 && bump === 'major' ? 'minor' : bump;
  const { major, minor, patch, prerelease } = parsed;
  if (prerelease.length === 0) return parsed.inc(part).version;
  // `2.0.0-beta.1` precedes a version that is high enough for any change, `2.1.0-beta.1` for a feature or a fix.
  const isMajor = minor === 0 && patch === 0 && major > 0;
  if (part === 'major' ? isMajor : part === 'patch' || patch === 0) return parsed.inc('prerelease').version;
  // A new prerelease begins at 0 under the same name: `beta.3` → `beta.0`.
  const words = prerelease.filter((one) => typeof one === 'string');
  return `${new SemVer(`${major}.${minor}.${patch}`).inc(part).version}-${[...words, 0].join('.')}`;
}
