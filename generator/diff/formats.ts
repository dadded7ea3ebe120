import type { ChangeCode } from './change-codes.js';

/** Formats that take all that the other one takes, and more. */
const wider: readonly (readonly [narrow: string, wide: string])[] = [
  ['int32', 'int64'],
  ['float', 'double'],
  ['email', 'idn-email'],
  ['hostname', 'idn-hostname'],
  ['uri', 'uri-reference'],
  ['uri', 'iri'],
  ['uri-reference', 'iri-reference'],
];

/** What a change of the format of a value is; nothing where it stays. */
export function formatChange(before: string | undefined, after: string | undefined): ChangeCode | undefined {
  if (before === after) return undefined;
  if (after === undefined || isWider(before, after)) return 'format-widened';
  if (before === undefined || isWider(after, before)) return 'format-narrowed';
  return 'format-changed';
}

function isWider(narrow: string | undefined, wide: string): boolean {
  return wider.some(([from, to]) => from === narrow && to === wide);
}
