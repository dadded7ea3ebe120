import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Verdict } from './try-spec.js';

/** A spec that is refused for a fault of its own. */
export interface KnownRefusal {
  readonly spec: string;
  /** Code of the first diagnostic. */
  readonly code: string;
  /** What is wrong with the spec. */
  readonly reason: string;
}

/** Reads `known.yaml`; throws where an entry lacks a field. */
export function readKnown(): readonly KnownRefusal[] {
  const entries: unknown = parse(readFileSync(new URL('known.yaml', import.meta.url), 'utf8'));
  if (!Array.isArray(entries)) throw new Error('known.yaml has to be a list');
  return entries.map((entry: Partial<Record<keyof KnownRefusal, unknown>>) => {
    const { spec, code, reason } = entry;
    if (typeof spec === 'string' && typeof code === 'string' && typeof reason === 'string')
      return { spec, code, reason };
    throw new Error(`known.yaml: an entry needs "spec", "code" and "reason": ${JSON.stringify(entry)}`);
  });
}

/** What is not as it is known to be: failures without an entry, entries without a failure, in words. */
export function compareWithKnown(verdicts: readonly Verdict[], known: readonly KnownRefusal[]): readonly string[] {
  const complaints = verdicts.flatMap((verdict) => {
    const { spec, state, reasons } = verdict;
    const entry = known.find((one) => one.spec === spec.name);
    if (state === 'good') return entry === undefined ? [] : [`${spec.name}: its entry in known.yaml is not needed`];
    if (state === 'refused' && entry !== undefined && reasons[0]?.includes(` error ${entry.code}: `)) return [];
    return [[`${spec.name}: ${state}`, ...reasons.map((reason) => `    ${reason}`)].join('\n')];
  });
  const twice = known.filter(({ spec }, index) => known.findIndex((one) => one.spec === spec) !== index);
  return [...complaints, ...twice.map(({ spec }) => `${spec}: stands twice in known.yaml`)];
}
