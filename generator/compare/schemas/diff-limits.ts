import type { Schema } from '../../api/types/schema.js';
import type { ChangeCode } from '../changes/change.js';
import { inNew } from '../sides/finding.js';
import type { SchemaBoth, SchemaWalk } from '../sides/side.js';
import { keywords } from '../../keywords/keywords.js';
import type { NamedKeyword } from '../../keywords/keywords.js';
import { readLimits } from '../../keywords/limits.js';

/** Compares all that counts or measures values, as the table of keywords says. */
export function diffLimits(walk: SchemaWalk, both: SchemaBoth): void {
  for (const keyword of counted) diffCount(walk, both, keyword);
  for (const isLower of [true, false]) diffBounds(walk, both, isLower);
  for (const keyword of unmeasured) diffKeyword(walk, both, keyword);
}

/** Limits of how many there are of what a value consists of. */
const counted = [...keywords.values()].filter(({ limit }) => limit?.of !== undefined);

const unmeasured = [...keywords.values()].filter(({ comparison }) => ['step', 'flag'].includes(comparison?.kind ?? ''));

/** Returns the value of a keyword of a type: `stated(schema, maxLength)` is `schema.string?.maxLength`. */
export function stated(schema: Schema, { group, name }: NamedKeyword): unknown {
  const rules = group === undefined ? undefined : schema[group];
  return rules === undefined ? undefined : Reflect.get(rules, name);
}

function diffCount(walk: SchemaWalk, both: SchemaBoth, keyword: NamedKeyword): void {
  const isLower = keyword.limit?.isLower === true;
  const [old, now] = [both.before, both.after].map((schema) => ignoreZero(toNumber(stated(schema, keyword)), isLower));
  if (old === now) return;
  const code = limitChange(compare(old, now, isLower));
  report(walk, both, { code, message: sayLimit(keyword.name, old, now) });
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** At least none is no limit. */
function ignoreZero(value: number | undefined, isLower: boolean): number | undefined {
  return isLower && value === 0 ? undefined : value;
}

/** Above zero where the limit takes fewer values than before. */
function compare(before: number | undefined, after: number | undefined, isLower: boolean): number {
  if (before === undefined || after === undefined) return before === undefined ? 1 : -1;
  return isLower ? after - before : before - after;
}

function limitChange(order: number): ChangeCode {
  return order > 0 ? 'limit-tightened' : 'limit-loosened';
}

interface Bound {
  readonly value: number;
  readonly excluded: boolean;
}

function diffBounds(walk: SchemaWalk, both: SchemaBoth, isLower: boolean): void {
  const [old, now] = [readBound(both.before, isLower), readBound(both.after, isLower)];
  const order = compare(old?.value, now?.value, isLower) || Number(now?.excluded) - Number(old?.excluded);
  if ((old === undefined && now === undefined) || order === 0) return;
  const [was, is] = [statedBound(both.before, isLower), statedBound(both.after, isLower)];
  const message = sayLimit(isLower ? 'minimum' : 'maximum', sayBound(was), sayBound(is));
  report(walk, both, { code: limitChange(order), message });
}

/** Below 31 and up to 30 are the same for whole numbers. */
function readBound(schema: Schema, isLower: boolean): Bound | undefined {
  const bound = statedBound(schema, isLower);
  const isWhole = schema.types?.length === 1 && schema.types[0] === 'integer';
  if (bound === undefined || !bound.excluded || !isWhole || !Number.isSafeInteger(bound.value)) return bound;
  return { value: bound.value + (isLower ? 1 : -1), excluded: false };
}

function statedBound({ number }: Schema, isLower: boolean): Bound | undefined {
  const { least, most, above, below } = readLimits('number', number);
  const [value, excluded] = isLower ? [least, above] : [most, below];
  if (excluded === undefined) return value === undefined ? undefined : { value, excluded: false };
  const isStricter = value === undefined || (isLower ? excluded >= value : excluded <= value);
  return isStricter ? { value: excluded, excluded: true } : { value, excluded: false };
}

function sayBound(bound: Bound | undefined): string | undefined {
  if (bound === undefined) return undefined;
  return bound.excluded ? `${bound.value} (excluded)` : String(bound.value);
}

/** Compares a keyword that is a step or a flag. */
function diffKeyword(walk: SchemaWalk, both: SchemaBoth, keyword: NamedKeyword): void {
  const { name, comparison } = keyword;
  const [old, now] = [stated(both.before, keyword), stated(both.after, keyword)];
  if (comparison?.kind === 'step' && old !== now) {
    const [before, after] = [toNumber(old), toNumber(now)];
    report(walk, both, { code: stepChange(before, after), message: sayLimit(name, before, after) });
  }
  if (comparison?.kind !== 'flag' || (old === true) === (now === true)) return;
  const { stated: isStated, dropped } = comparison;
  const what = now === true ? ({ code: 'limit-tightened', message: isStated } as const) : undefined;
  report(walk, both, what ?? { code: 'limit-loosened', message: dropped });
}

function stepChange(before: number | undefined, after: number | undefined): ChangeCode {
  if (before === undefined || after === undefined) return before === undefined ? 'limit-tightened' : 'limit-loosened';
  if (Number.isInteger(after / before)) return 'limit-tightened';
  return Number.isInteger(before / after) ? 'limit-loosened' : 'limit-changed';
}

function report(
  { report: tell }: SchemaWalk,
  { after, subject }: SchemaBoth,
  what: { readonly code: ChangeCode; readonly message: string },
): void {
  tell({ ...what, subject, ...inNew(after) });
}

function sayLimit(name: string, before: number | string | undefined, after: number | string | undefined): string {
  if (before === undefined) return `${name} is ${after}, and there was none`;
  return after === undefined
    ? `there is no ${name} any more; it was ${before}`
    : `${name} is ${after}, and was ${before}`;
}
