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

/** Compares the values that two schemas allow. Returns whether their types are alike enough to compare properties and items, too. */
export function diffValues(walk: SchemaWalk, both: SchemaBoth): boolean {
  const tell = tellNew(walk, both);
  const diffKinds = both.before.enum || both.after.enum ? diffEnums : diffTypes;
  if (!diffKinds(tell, both)) return false;
  diffFormats(tell, both);
  for (const keyword of texts) diffKeyword(tell, both, keyword);
  const [old, now] = [sayCodec(both.before), sayCodec(both.after)];
  if (old !== now) tell('codec-changed', `callers have ${now ?? onWire}, and had ${old ?? onWire}`);
  for (const keyword of counted) diffKeyword(tell, both, keyword);
  for (const isLower of [true, false]) diffBounds(tell, both, isLower);
  for (const keyword of unmeasured) diffKeyword(tell, both, keyword);
  return true;
}

const all = [...keywords.values()];

const texts = all.filter(({ comparison }) => comparison?.kind === 'text');

/** Keywords that limit the number of items, properties or characters. */
const counted = all.filter(({ limit }) => limit?.of !== undefined);

const unmeasured = all.filter(({ comparison }) => comparison?.kind === 'step' || comparison?.kind === 'flag');

const onWire = 'what is on the wire';

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

function sayCodec({ codec }: Schema): string | undefined {
  if (codec === undefined) return undefined;
  const types = new Set(Object.values(codec).map((id) => `${describeCodec(id).type} (${id})`));
  return `it as ${[...types].join(' or ')}`;
}

function diffFormats(tell: Tell, { before, after }: SchemaBoth): void {
  const [old, now] = [before.string?.format, after.string?.format];
  if (old === now) return;
  // From `int32` to `int64`, the format is wider.
  const isWidened = now === undefined || isWider(old, now);
  const isNarrowed = old === undefined || isWider(now, old);
  const code = isWidened ? 'format-widened' : isNarrowed ? 'format-narrowed' : 'format-changed';
  tell(code, sayText('format', old, now));
}

function sayText(what: string, before: string | undefined, after: string | undefined): string {
  const quoted = [before, after].map((text) => (text === undefined ? text : quote(text)));
  return sayFact(`the ${what}`, quoted, { lost: `there is no ${what} any more` });
}

/** Pairs of formats of which the second one allows all values of the first, and more. */
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

/** Compares enums and constants. Returns false if the type of the values changed. */
function diffEnums(tell: Tell, { before, after }: SchemaBoth): boolean {
  const [old, now] = [before.enum, after.enum];
  if (old === undefined || now === undefined) return diffPresence(tell, before, after);
  const [oldKeys, nowKeys] = [new Set(old.map(valueKey)), new Set(now.map(valueKey))];
  const come = now.filter((one) => !oldKeys.has(valueKey(one)));
  const gone = old.filter((one) => !nowKeys.has(valueKey(one)));
  // A renamed value can be recognized only if both values are similar strings.
  const [lost, found] = [gone, come].map((values) => values.filter((one) => typeof one === 'string'));
  const rule = { readName: String, printShape: () => '', isTelling: () => false };
  const { renamed } = pairRenamed<Json>({ gone: lost ?? [], come: found ?? [] }, rule);
  const former = new Set(renamed.values());
  for (const value of come) {
    const was = renamed.get(value);
    if (was === undefined) tell(`${closed(old)}enum-value-added`, `${say(value)} is a new value`);
    else tell(`${closed(now)}enum-value-renamed`, `${say(value)} is the value that was ${say(was)}`);
  }
  for (const value of gone.filter((one) => !former.has(one)))
    tell(`${closed(now)}enum-value-removed`, `${say(value)} is not a value any more`);
  return true;
}

/** Compares an enum with a schema that allows any value of a type. */
function diffPresence(tell: Tell, before: Schema, after: Schema): boolean {
  const values = after.enum ?? before.enum ?? [];
  const types = after.enum === undefined ? after.types : before.types;
  if (types !== undefined && !values.every((value) => types.some((type) => isOfType(value, type)))) {
    const [old, now] = [before, after].map((one) => (one.enum ? sayValues(one.enum) : (one.types?.join(' or ') ?? '')));
    tell('type-changed', `the type is ${now}, and was ${old}`);
    return false;
  }
  if (after.enum !== undefined) tell('enum-added', `values are limited to ${sayValues(values)}, and were not`);
  else tell(`${closed(values)}enum-removed`, `values are not limited to ${sayValues(values)} any more`);
  return true;
}

/**
 * Returns the beginning of codes about closed enums. Types of responses leave enums of several strings open; a single one tells
 * members of a union apart and stays closed.
 */
function closed(values: readonly Json[]): 'closed-' | '' {
  return values.filter((value) => typeof value === 'string').length > 1 ? '' : 'closed-';
}

function sayValues(values: readonly Json[]): string {
  return listFirst(values.map(say), 6);
}

/** Returns the value of a keyword of a type: `stated(schema, maxLength)` is `schema.string?.maxLength`. */
function stated(schema: Schema, { group, name }: NamedKeyword): unknown {
  const rules = group && schema[group];
  return rules && Reflect.get(rules, name);
}

/** Compares a keyword by its rule in the table of keywords; a keyword without a rule is a limit. */
function diffKeyword(tell: Tell, { before, after }: SchemaBoth, keyword: NamedKeyword): void {
  const { name, comparison, limit } = keyword;
  const [old, now] = [stated(before, keyword), stated(after, keyword)];
  if (comparison?.kind === 'flag')
    return tellTurn(
      tell,
      [old === true, now === true],
      ['limit-tightened', comparison.stated],
      ['limit-loosened', comparison.dropped],
    );
  if (comparison?.kind === 'text') {
    // `as`: by the table of keywords, the values are strings.
    const [was, is] = [old, now].map((value) => value as string | undefined);
    if (was === is) return;
    if (comparison.code === 'pattern') return tell(`pattern-${classifyChange(was, is)}`, sayText(name, was, is));
    return tell('encoding-changed', sayText(`"${name}"`, was, is));
  }
  // `minLength: 0` is no limit.
  const isNone = (value: unknown): boolean => typeof value !== 'number' || (limit?.isLower === true && value === 0);
  const [was, is] = [old, now].map((value) => (isNone(value) ? undefined : Number(value)));
  if (was === is) return;
  // `multipleOf: 10` instead of 5 is tighter, as multiples of 10 are multiples of 5.
  const isStep = comparison?.kind === 'step' && was !== undefined && is !== undefined;
  const ofSteps =
    isStep &&
    (Number.isInteger(is / was) ? 'limit-tightened' : Number.isInteger(was / is) ? 'limit-loosened' : 'limit-changed');
  tell(ofSteps || classifyLimit(was, is, limit?.isLower), sayFact(name, [was, is]));
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

/** Reads a bound. For whole numbers, an exclusive bound becomes an inclusive one: below 31 → up to 30. */
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
