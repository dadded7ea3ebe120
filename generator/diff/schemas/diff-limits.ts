import type { Schema } from '../../api/schemas/schema.js';
import type { ChangeCode } from '../change.js';
import { inNew } from '../finding.js';
import type { SchemaBoth, SchemaWalk } from '../side.js';

interface Limit {
  readonly name: string;
  /** Whether values must be at least or at most this. */
  readonly isLower: boolean;
  readonly of: (schema: Schema) => number | undefined;
}

const limits: readonly Limit[] = [
  { name: 'minLength', isLower: true, of: ({ string }) => string?.minLength },
  { name: 'maxLength', isLower: false, of: ({ string }) => string?.maxLength },
  { name: 'minItems', isLower: true, of: ({ array }) => array?.minItems },
  { name: 'maxItems', isLower: false, of: ({ array }) => array?.maxItems },
  { name: 'minProperties', isLower: true, of: ({ object }) => object?.minProperties },
  { name: 'maxProperties', isLower: false, of: ({ object }) => object?.maxProperties },
];

/** Compares all that counts or measures values. */
export function diffLimits(walk: SchemaWalk, both: SchemaBoth): void {
  for (const { name, isLower, of } of limits) {
    const [old, now] = [of(both.before), of(both.after)].map((value) => ignoreZero(value, isLower));
    if (old === now) continue;
    const code = limitChange(compare(old, now, isLower));
    report(walk, both, { code, message: sayLimit(name, old, now) });
  }
  for (const isLower of [true, false]) diffBounds(walk, both, isLower);
  diffSteps(walk, both);
  diffUnique(walk, both);
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
  const [old, now] = [boundOf(both.before, isLower), boundOf(both.after, isLower)];
  const order = compare(old?.value, now?.value, isLower) || Number(now?.excluded) - Number(old?.excluded);
  if ((old === undefined && now === undefined) || order === 0) return;
  const [was, is] = [statedBound(both.before, isLower), statedBound(both.after, isLower)];
  const message = sayLimit(isLower ? 'minimum' : 'maximum', sayBound(was), sayBound(is));
  report(walk, both, { code: limitChange(order), message });
}

/** Below 31 and up to 30 are the same for whole numbers. */
function boundOf(schema: Schema, isLower: boolean): Bound | undefined {
  const bound = statedBound(schema, isLower);
  const isWhole = schema.types?.length === 1 && schema.types[0] === 'integer';
  if (bound === undefined || !bound.excluded || !isWhole || !Number.isSafeInteger(bound.value)) return bound;
  return { value: bound.value + (isLower ? 1 : -1), excluded: false };
}

function statedBound({ number = {} }: Schema, isLower: boolean): Bound | undefined {
  const value = isLower ? number.minimum : number.maximum;
  const excluded = isLower ? number.exclusiveMinimum : number.exclusiveMaximum;
  if (excluded === undefined) return value === undefined ? undefined : { value, excluded: false };
  const isStricter = value === undefined || (isLower ? excluded >= value : excluded <= value);
  return isStricter ? { value: excluded, excluded: true } : { value, excluded: false };
}

function sayBound(bound: Bound | undefined): string | undefined {
  if (bound === undefined) return undefined;
  return bound.excluded ? `${bound.value} (excluded)` : String(bound.value);
}

function diffSteps(walk: SchemaWalk, both: SchemaBoth): void {
  const [old, now] = [both.before.number?.multipleOf, both.after.number?.multipleOf];
  if (old === now) return;
  report(walk, both, { code: stepChange(old, now), message: sayLimit('multipleOf', old, now) });
}

function stepChange(before: number | undefined, after: number | undefined): ChangeCode {
  if (before === undefined || after === undefined) return before === undefined ? 'limit-tightened' : 'limit-loosened';
  if (Number.isInteger(after / before)) return 'limit-tightened';
  return Number.isInteger(before / after) ? 'limit-loosened' : 'limit-changed';
}

function diffUnique(walk: SchemaWalk, both: SchemaBoth): void {
  const [old, now] = [both.before, both.after].map(({ array }) => array?.uniqueItems === true);
  if (old === now) return;
  const message = now === true ? 'items must differ from each other' : 'items need not differ from each other any more';
  report(walk, both, { code: now === true ? 'limit-tightened' : 'limit-loosened', message });
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
