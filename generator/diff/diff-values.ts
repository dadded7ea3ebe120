import type { JsonType, Schema } from '../api/schemas/schema.js';
import type { ChangeCode } from './change-codes.js';
import { diffEnums } from './diff-enums.js';
import { keywords } from '../keywords/keywords.js';
import { diffLimits, stated } from './diff-limits.js';
import { inNew, quote } from './finding.js';
import { formatChange } from './formats.js';
import type { SchemaBoth, SchemaWalk } from './schema-walk.js';

/** Compares what single values may be; whether they are alike enough to compare what is inside them. */
export function diffValues(walk: SchemaWalk, both: SchemaBoth): boolean {
  const hasValues = both.before.enum !== undefined || both.after.enum !== undefined;
  if (hasValues) {
    if (!diffEnums(walk, both)) return false;
  } else if (!diffTypes(walk, both)) return false;
  diffStrings(walk, both);
  diffLimits(walk, both);
  return true;
}

const numbers = {
  'fractions-allowed': 'numbers may have fractions, and were whole ones',
  'whole-numbers-only': 'numbers are whole ones, and could have fractions',
};

function diffTypes({ report }: SchemaWalk, { before, after, subject }: SchemaBoth): boolean {
  const [old, now] = [typesOf(before), typesOf(after)];
  const code = typeChange(old, now);
  if (code === undefined) return true;
  const message =
    code === 'whole-numbers-only' || code === 'fractions-allowed'
      ? numbers[code]
      : `the type is ${sayTypes(now)}, and was ${sayTypes(old)}`;
  report({ code, message, subject, ...inNew(after) });
  return code !== 'type-changed';
}

/** What says something about members only is about objects. */
function typesOf({ types, object, array }: Schema): readonly JsonType[] | undefined {
  if (types !== undefined) return types;
  if (object?.properties !== undefined) return ['object'];
  return array?.items === undefined ? undefined : ['array'];
}

function typeChange(
  before: readonly JsonType[] | undefined,
  after: readonly JsonType[] | undefined,
): ChangeCode | undefined {
  const [old, now] = [new Set(before), new Set(after)];
  if (before === undefined || after === undefined) {
    if (before === after) return undefined;
    return before === undefined ? 'type-narrowed' : 'type-widened';
  }
  const gone = before.filter((type) => !takes(now, type));
  const come = after.filter((type) => !takes(old, type));
  if (gone.length === 0 && come.length === 0) return undefined;
  const isFractions = (types: readonly JsonType[], other: ReadonlySet<JsonType>): boolean =>
    types.length === 1 && types[0] === 'number' && other.has('integer');
  if (gone.length === 0) return isFractions(come, old) ? 'fractions-allowed' : 'type-widened';
  if (come.length === 0) return isFractions(gone, now) ? 'whole-numbers-only' : 'type-narrowed';
  return 'type-changed';
}

function takes(types: ReadonlySet<JsonType>, type: JsonType): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function sayTypes(types: readonly JsonType[] | undefined): string {
  if (types === undefined) return 'any';
  return types.length === 0 ? 'none at all' : types.join(' or ');
}

const texts = [...keywords.values()].filter(({ comparison }) => comparison?.kind === 'text');

function diffStrings(walk: SchemaWalk, { before, after, subject }: SchemaBoth): void {
  const where = { subject, ...inNew(after) };
  const [old, now] = [before.string?.format, after.string?.format];
  const format = formatChange(old, now);
  if (format !== undefined) walk.report({ code: format, message: sayText('format', old, now), ...where });
  for (const keyword of texts) {
    const { name, comparison } = keyword;
    // The table says that it takes text.
    const [was, is] = [stated(before, keyword), stated(after, keyword)].map((value) => value as string | undefined);
    if (comparison?.kind !== 'text' || was === is) continue;
    if (comparison.code === 'pattern') {
      const code = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
      walk.report({ code: `pattern-${code}`, message: sayText(name, was, is), ...where });
    } else walk.report({ code: 'encoding-changed', message: sayText(`"${name}"`, was, is), ...where });
  }
}

function sayText(what: string, before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `the ${what} is ${quote(after ?? '')}, and there was none`;
  return after === undefined
    ? `there is no ${what} any more; it was ${quote(before)}`
    : `the ${what} is ${quote(after)}, and was ${quote(before)}`;
}
