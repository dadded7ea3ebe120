import { describeCodec } from '../../api/codecs/built-in-codecs.js';
import type { JsonType, Schema } from '../../api/types/schema.js';
import type { ChangeCode } from '../changes/change.js';
import { diffLimits, stated } from './diff-limits.js';
import { keywords } from '../../keywords/keywords.js';
import { inNew, quote, say, tellAt } from '../sides/finding.js';
import type { Tell } from '../sides/finding.js';
import type { SchemaBoth, SchemaWalk } from '../sides/side.js';
import type { Json } from '../../json.js';
import { valueKey } from '../sides/fingerprint.js';
import { hasJsonType } from '../sides/normalize-schema.js';
import { pairRenamed } from '../sides/pair-renamed.js';

/** Compares what single values may be; whether they are alike enough to compare what is inside them. */
export function diffValues(walk: SchemaWalk, both: SchemaBoth): boolean {
  const hasValues = both.before.enum !== undefined || both.after.enum !== undefined;
  if (hasValues) {
    if (!diffEnums(walk, both)) return false;
  } else if (!diffTypes(walk, both)) return false;
  diffStrings(walk, both);
  diffCodecs(walk, both);
  diffLimits(walk, both);
  return true;
}

function diffTypes({ report }: SchemaWalk, { before, after, subject }: SchemaBoth): boolean {
  const tell = tellAt(report, { subject, ...inNew(after) });
  const [old, now] = [inferTypes(before), inferTypes(after)];
  const code = typeChange(old, now);
  if (code === 'fractions-allowed') tell(code, 'numbers may have fractions, and were whole ones');
  else if (code === 'whole-numbers-only') tell(code, 'numbers are whole ones, and could have fractions');
  else if (code !== undefined) tell(code, `the type is ${sayTypes(now)}, and was ${sayTypes(old)}`);
  return code !== 'type-changed';
}

/** Returns the types of a schema; without `type`, `properties` mean `object`, and `items` mean `array`. */
function inferTypes({ types, object, array }: Schema): readonly JsonType[] | undefined {
  if (types !== undefined) return types;
  if (object?.properties !== undefined) return ['object'];
  return array?.items === undefined ? undefined : ['array'];
}

function typeChange(
  old: readonly JsonType[] | undefined,
  now: readonly JsonType[] | undefined,
): ChangeCode | undefined {
  if (old === undefined || now === undefined) {
    if (old === now) return undefined;
    return old === undefined ? 'type-narrowed' : 'type-widened';
  }
  const gone = old.filter((type) => !takes(now, type));
  const come = now.filter((type) => !takes(old, type));
  if (gone.length === 0 && come.length === 0) return undefined;
  if (gone.length > 0 && come.length > 0) return 'type-changed';
  const isNumber = [...gone, ...come].join() === 'number';
  if (gone.length === 0) return isNumber && old.includes('integer') ? 'fractions-allowed' : 'type-widened';
  return isNumber && now.includes('integer') ? 'whole-numbers-only' : 'type-narrowed';
}

function takes(types: readonly JsonType[], type: JsonType): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function sayTypes(types: readonly JsonType[] | undefined): string {
  if (types === undefined) return 'any';
  return types.length === 0 ? 'none at all' : types.join(' or ');
}

const texts = [...keywords.values()].filter(({ comparison }) => comparison?.kind === 'text');

/** Callers have values in the type that a codec gives. */
function diffCodecs({ report }: SchemaWalk, { before, after, subject }: SchemaBoth): void {
  const [old, now] = [sayCodec(before), sayCodec(after)];
  if (old === now) return;
  const message =
    old === undefined
      ? `callers have it as ${now}, and had what is on the wire`
      : now === undefined
        ? `callers have what is on the wire, and had it as ${old}`
        : `callers have it as ${now}, and had it as ${old}`;
  report({ code: 'codec-changed', message, subject, ...inNew(after) });
}

function sayCodec({ codec }: Schema): string | undefined {
  if (codec === undefined) return undefined;
  const types = new Set(Object.values(codec).map((id) => `${describeCodec(id).type} (${id})`));
  return [...types].join(' or ');
}

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

/** Returns the code of a change of `format`; `undefined` if it stays: `int32` -> `int64` is `format-widened`. */
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
  const tell = tellAt(report, { subject, ...inNew(after) });
  const [old, now] = [before.enum, after.enum];
  if (old === undefined || now === undefined) return diffPresence(tell, before, after);
  const [oldKeys, nowKeys] = [new Set(old.map(valueKey)), new Set(now.map(valueKey))];
  const come = now.filter((one) => !oldKeys.has(valueKey(one)));
  const gone = old.filter((one) => !nowKeys.has(valueKey(one)));
  const renamed = findRenamed(gone, come);
  const former = new Set(renamed.values());
  for (const value of come) {
    const was = renamed.get(value);
    if (was !== undefined)
      tell(
        isOpen(now) ? 'enum-value-renamed' : 'closed-enum-value-renamed',
        `${say(value)} is the value that was ${say(was)}`,
      );
    else tell(isOpen(old) ? 'enum-value-added' : 'closed-enum-value-added', `${say(value)} is a new value`);
  }
  for (const value of gone.filter((one) => !former.has(one)))
    tell(isOpen(now) ? 'enum-value-removed' : 'closed-enum-value-removed', `${say(value)} is not a value any more`);
  return true;
}

/** Values that are written in another way, by how they are now; nothing but similar strings tells that. */
function findRenamed(gone: readonly Json[], come: readonly Json[]): ReadonlyMap<Json, Json> {
  const isString = (value: Json): value is string => typeof value === 'string';
  const strings = { gone: gone.filter(isString), come: come.filter(isString) };
  return pairRenamed<Json>(strings, { nameOf: String, shapeOf: () => '', isTelling: () => false });
}

/** Only one side names values: the other takes all of a type, or none of them. */
function diffPresence(tell: Tell, before: Schema, after: Schema): boolean {
  const values = after.enum ?? before.enum ?? [];
  const types = after.enum === undefined ? after.types : before.types;
  if (types !== undefined && !values.every((value) => types.some((type) => hasJsonType(value, type)))) {
    const [old, now] = [before, after].map((one) => (one.enum ? sayValues(one.enum) : (one.types?.join(' or ') ?? '')));
    tell('type-changed', `the type is ${now}, and was ${old}`);
    return false;
  }
  if (after.enum !== undefined) tell('enum-stated', `values are limited to ${sayValues(values)}, and were not`);
  else {
    const code = isOpen(values) ? 'enum-dropped' : 'closed-enum-dropped';
    tell(code, `values are not limited to ${sayValues(values)} any more`);
  }
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
