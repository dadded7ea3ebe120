import { describeCodec } from '../../api/schemas/codecs.js';
import type { JsonType, Schema } from '../../api/types/schema.js';
import type { ChangeCode } from '../changes/change.js';
import { isOfType, type Json } from '../../json.js';
import { keywords, type NamedKeyword, readLimits } from '../../keywords/keywords.js';
import {
  classifyChange,
  classifyLimit,
  listFirst,
  quote,
  say,
  sayFact,
  tellTurn,
  type Tell,
} from '../sides/finding.js';
import { tellNew, type SchemaBoth, type SchemaWalk } from '../sides/side.js';
import { valueKey } from '../sides/fingerprint.js';
import { pairRenamed } from '../sides/pairs.js';

/** Compares the values that two schemas take. Returns whether their types are alike enough to compare parts of the values. */
export function diffValues(walk: SchemaWalk, both: SchemaBoth): boolean {
  const tell = tellNew(walk, both);
  const hasValues = both.before.enum !== undefined || both.after.enum !== undefined;
  if (hasValues) {
    if (!diffEnums(tell, both)) return false;
  } else if (!diffTypes(tell, both)) return false;
  diffStrings(tell, both);
  diffCodecs(tell, both);
  for (const keyword of counted) diffCount(tell, both, keyword);
  for (const isLower of [true, false]) diffBounds(tell, both, isLower);
  for (const keyword of unmeasured) diffKeyword(tell, both, keyword);
  return true;
}

function diffTypes(tell: Tell, { before, after }: SchemaBoth): boolean {
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

/** Compares the types that codecs give to values. */
function diffCodecs(tell: Tell, { before, after }: SchemaBoth): void {
  const [old, now] = [sayCodec(before), sayCodec(after)];
  if (old === now) return;
  const message =
    old === undefined
      ? `callers have it as ${now}, and had what is on the wire`
      : now === undefined
        ? `callers have what is on the wire, and had it as ${old}`
        : `callers have it as ${now}, and had it as ${old}`;
  tell('codec-changed', message);
}

function sayCodec({ codec }: Schema): string | undefined {
  if (codec === undefined) return undefined;
  const types = new Set(Object.values(codec).map((id) => `${describeCodec(id).type} (${id})`));
  return [...types].join(' or ');
}

function diffStrings(tell: Tell, { before, after }: SchemaBoth): void {
  const [old, now] = [before.string?.format, after.string?.format];
  if (old !== now) {
    // From `int32` to `int64`, the format is wider.
    const isWidened = now === undefined || isWider(old, now);
    const isNarrowed = old === undefined || isWider(now, old);
    const code = isWidened ? 'format-widened' : isNarrowed ? 'format-narrowed' : 'format-changed';
    tell(code, sayText('format', old, now));
  }
  for (const keyword of texts) {
    const { name, comparison } = keyword;
    // The table says that it takes text.
    const [was, is] = [stated(before, keyword), stated(after, keyword)].map((value) => value as string | undefined);
    if (comparison?.kind !== 'text' || was === is) continue;
    if (comparison.code === 'pattern') tell(`pattern-${classifyChange(was, is)}`, sayText(name, was, is));
    else tell('encoding-changed', sayText(`"${name}"`, was, is));
  }
}

function sayText(what: string, before: string | undefined, after: string | undefined): string {
  const texts = [before, after].map((text) => (text === undefined ? undefined : quote(text)));
  return sayFact(`the ${what}`, texts, { lost: `there is no ${what} any more` });
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

function isWider(narrow: string | undefined, wide: string | undefined): boolean {
  return wider.some(([from, to]) => from === narrow && to === wide);
}

/** Compares enums and constants. Returns whether the values are of a type as before. */
function diffEnums(tell: Tell, { before, after }: SchemaBoth): boolean {
  const [old, now] = [before.enum, after.enum];
  if (old === undefined || now === undefined) return diffPresence(tell, before, after);
  const [oldKeys, nowKeys] = [new Set(old.map(valueKey)), new Set(now.map(valueKey))];
  const come = now.filter((one) => !oldKeys.has(valueKey(one)));
  const gone = old.filter((one) => !nowKeys.has(valueKey(one)));
  // A value that is written in another way can be told by nothing but similar strings.
  const isString = (value: Json): value is string => typeof value === 'string';
  const rule = { readName: String, printShape: () => '', isTelling: () => false };
  const { renamed } = pairRenamed<Json>({ gone: gone.filter(isString), come: come.filter(isString) }, rule);
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

/** Compares an enum with a schema that takes any values of a type. */
function diffPresence(tell: Tell, before: Schema, after: Schema): boolean {
  const values = after.enum ?? before.enum ?? [];
  const types = after.enum === undefined ? after.types : before.types;
  if (types !== undefined && !values.every((value) => types.some((type) => isOfType(value, type)))) {
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
  return listFirst(values.map(say), 6);
}

/** Keywords that limit the number of items, properties or characters. */
const counted = [...keywords.values()].filter(({ limit }) => limit?.of !== undefined);

const unmeasured = [...keywords.values()].filter(({ comparison }) => ['step', 'flag'].includes(comparison?.kind ?? ''));

/** Returns the value of a keyword of a type: `stated(schema, maxLength)` is `schema.string?.maxLength`. */
function stated(schema: Schema, { group, name }: NamedKeyword): unknown {
  const rules = group === undefined ? undefined : schema[group];
  return rules === undefined ? undefined : Reflect.get(rules, name);
}

function diffCount(tell: Tell, { before, after }: SchemaBoth, keyword: NamedKeyword): void {
  const isLower = keyword.limit?.isLower === true;
  const [old, now] = [before, after].map((schema) => {
    const limit = toNumber(stated(schema, keyword));
    // At least none is no limit.
    return isLower && limit === 0 ? undefined : limit;
  });
  if (old !== now) tell(classifyLimit(old, now, isLower), sayFact(keyword.name, [old, now]));
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

interface Bound {
  readonly value: number;
  readonly excluded: boolean;
}

function diffBounds(tell: Tell, { before, after }: SchemaBoth, isLower: boolean): void {
  const [old, now] = [readBound(before, isLower), readBound(after, isLower)];
  const isSameValue = old?.value === now?.value;
  if (isSameValue && old?.excluded === now?.excluded) return;
  const excludedCode = now?.excluded === true ? 'limit-tightened' : 'limit-loosened';
  const message = sayFact(
    isLower ? 'minimum' : 'maximum',
    [before, after].map((schema) => {
      const bound = statedBound(schema, isLower);
      return bound?.excluded === true ? `${bound.value} (excluded)` : bound?.value;
    }),
  );
  tell(isSameValue ? excludedCode : classifyLimit(old?.value, now?.value, isLower), message);
}

/** Reads a bound; of whole numbers as one that is included: below 31 is up to 30. */
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

/** Compares a keyword that is a step or a flag. */
function diffKeyword(tell: Tell, { before, after }: SchemaBoth, keyword: NamedKeyword): void {
  const { name, comparison } = keyword;
  const [old, now] = [stated(before, keyword), stated(after, keyword)];
  if (comparison?.kind === 'step' && old !== now) {
    const [was, is] = [toNumber(old), toNumber(now)];
    let code = classifyLimit(was, is);
    if (was !== undefined && is !== undefined) {
      // Multiples of 10 are multiples of 5.
      const isTighter = Number.isInteger(is / was);
      code = isTighter ? 'limit-tightened' : Number.isInteger(was / is) ? 'limit-loosened' : 'limit-changed';
    }
    tell(code, sayFact(name, [was, is]));
  }
  if (comparison?.kind === 'flag')
    tellTurn(
      tell,
      [old === true, now === true],
      ['limit-tightened', comparison.stated],
      ['limit-loosened', comparison.dropped],
    );
}
