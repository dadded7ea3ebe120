import type { JsonType, Schema } from '../../api/schemas/schema.js';
import type { ChangeCode } from '../change.js';
import { diffLimits, stated } from './diff-limits.js';
import { keywords } from '../../keywords/keywords.js';
import { inNew, quote, say } from '../finding.js';
import type { SchemaBoth, SchemaWalk } from '../side.js';
import type { Json } from '../../spec/read/json.js';
import { valueKey } from './fingerprint.js';

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
function formatChange(before: string | undefined, after: string | undefined): ChangeCode | undefined {
  if (before === after) return undefined;
  if (after === undefined || isWider(before, after)) return 'format-widened';
  if (before === undefined || isWider(after, before)) return 'format-narrowed';
  return 'format-changed';
}

function isWider(narrow: string | undefined, wide: string): boolean {
  return wider.some(([from, to]) => from === narrow && to === wide);
}

/** Compares enums and constants; whether the values are of a type as before. */
function diffEnums({ report }: SchemaWalk, { before, after, subject }: SchemaBoth): boolean {
  const [old, now] = [before.enum, after.enum];
  const where = { subject, ...inNew(after) };
  if (old === undefined || now === undefined) return diffPresence({ report }, { before, after, subject });
  const [oldKeys, nowKeys] = [new Set(old.map(valueKey)), new Set(now.map(valueKey))];
  for (const value of now.filter((one) => !oldKeys.has(valueKey(one)))) {
    const code: ChangeCode = isOpen(old) ? 'enum-value-added' : 'closed-enum-value-added';
    report({ code, message: `${say(value)} is a new value`, ...where });
  }
  for (const value of old.filter((one) => !nowKeys.has(valueKey(one)))) {
    const code: ChangeCode = isOpen(now) ? 'enum-value-removed' : 'closed-enum-value-removed';
    report({ code, message: `${say(value)} is not a value any more`, ...where });
  }
  return true;
}

/** Only one side names values: the other takes all of a type, or none of them. */
function diffPresence({ report }: Pick<SchemaWalk, 'report'>, { before, after, subject }: SchemaBoth): boolean {
  const where = { subject, ...inNew(after) };
  const values = after.enum ?? before.enum ?? [];
  const types = after.enum === undefined ? after.types : before.types;
  if (types !== undefined && !values.every((value) => types.some((type) => isOf(value, type)))) {
    const [old, now] = [before, after].map((one) => (one.enum ? sayValues(one.enum) : (one.types?.join(' or ') ?? '')));
    report({ code: 'type-changed', message: `the type is ${now}, and was ${old}`, ...where });
    return false;
  }
  const message =
    after.enum === undefined
      ? `values are not limited to ${sayValues(values)} any more`
      : `values are limited to ${sayValues(values)}, and were not`;
  const dropped: ChangeCode = isOpen(values) ? 'enum-dropped' : 'closed-enum-dropped';
  report({ code: after.enum === undefined ? dropped : 'enum-stated', message, ...where });
  return true;
}

/** Types of responses leave enums of several strings open; a single one tells members of a union apart and stays closed. */
function isOpen(values: readonly Json[]): boolean {
  return values.filter((value) => typeof value === 'string').length > 1;
}

function sayValues(values: readonly Json[]): string {
  const shown = values.slice(0, 6).map(say).join(', ');
  return values.length > 6 ? `${shown} and ${values.length - 6} more` : shown;
}

function isOf(value: Json, type: string): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
