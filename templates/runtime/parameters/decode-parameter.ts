import { splitPair } from '../client/params/values.js';
import { isJsonType } from '../client/body/json-text.js';
import { readMember, type Json } from '../json.js';
import type { OperationParameter } from '../operation.js';
import { typesOf, type ParameterType, type ValueType } from '../value-types.js';
import { decodeDeepObject, isDeepName } from './decode-deep-object.js';
import { convertString, decodeEscapes, type DecodeIssue, type Report, splitValue } from './decode-string.js';
import { parseJson } from './parse-json.js';
import type { QueryPair } from './query.js';

/** The name of a member, and its value, still encoded. */
type Pair = readonly [name: string, raw: string];

/** The pairs of a request among which those of a parameter are: of the query, of the cookies, or one for a path segment or header. */
interface Sent {
  readonly pairs: readonly QueryPair[];
  /** Tests if a name belongs to another parameter, so that an exploded object must not take it. */
  readonly isTaken: (name: string) => boolean;
}

/** The decoded value, if one was sent, and its issues. */
export interface Decoded {
  readonly value?: Json | undefined;
  readonly issues: readonly DecodeIssue[];
}

/**
 * Decodes a parameter by its style and the types of its schema: the inverse of the client's encoder. Never throws: errors are
 * returned as issues, and a string that fits no type remains a string, which the validator reports.
 */
export function decodeParameter(
  parameter: OperationParameter,
  sent: Sent,
  parse: typeof parseJson = parseJson,
): Decoded {
  const decoding = openParameter(parameter, parse);
  return { issues: decoding.issues, value: read(decoding, sent) };
}

/** A parameter with its defaults, and the functions that decode its pieces and record its issues. */
type Decoding = ReturnType<typeof openParameter>;

function openParameter(parameter: OperationParameter, parse: typeof parseJson) {
  const issues: DecodeIssue[] = [];
  const report: Report = (message, path = []) => void issues.push({ message, path });
  const { in: location, type } = parameter;
  const { style = location === 'query' || location === 'cookie' ? 'form' : 'simple', explode = style === 'form' } =
    parameter;
  // Headers have no escapes.
  const decode = (raw: string) => (location === 'header' ? raw : decodeEscapes(raw, report));
  const convert = (raw: string, as: ValueType | undefined): Json => convertString(decode(raw), as);
  return { ...parameter, style, explode, types: typesOf(type), decode, convert, parse, report, issues };
}

/** Tests if a parameter reads a name of the query or the cookies, apart from the additional names of an exploded object. */
export function readsName(parameter: OperationParameter, name: string): boolean {
  if (parameter.style === 'deepObject' && parameter.contentType === undefined) return isDeepName(parameter.name, name);
  return name === parameter.name;
}

/** Tests if a parameter is an exploded object in the query or the cookies: each property has its own name there. */
export function isSpread({
  in: location,
  contentType,
  type,
  style = 'form',
  explode = style === 'form',
}: OperationParameter): boolean {
  const isPairs = contentType === undefined && (location === 'query' || location === 'cookie');
  return isPairs && explode && style !== 'deepObject' && typesOf(type).includes('object');
}

/** Tests if an exploded object takes a name: that of a property, `home`, or in a whole query `home[road]`, too. */
export function takesName({ properties = {}, additional, encoding }: OperationParameter, name: string): boolean {
  const field = encoding === undefined ? name : name.replace(/(?!^)\[[^]*$/, '');
  return additional !== undefined || Object.hasOwn(properties, name) || Object.hasOwn(properties, field);
}

function read(decoding: Decoding, { pairs, isTaken }: Sent): Json | undefined {
  const { name, style, contentType, type, types, properties = {}, additional, decode, parse, report } = decoding;
  if (contentType === undefined && style === 'deepObject') return decodeDeepObject(name, decoding, pairs, report);
  const raws = pairs.filter((pair) => pair.name === name).map(({ raw }) => raw);
  const [first] = raws;
  if (isSpread(decoding) && (first === undefined || types.length === 1)) {
    // Declared properties and, if additional ones are allowed, all names that no other parameter takes.
    const isOwn = (key: string) => Object.hasOwn(properties, key) || (additional !== undefined && !isTaken(key));
    const own = pairs.filter((pair) => isOwn(pair.name)).map((pair) => [pair.name, pair.raw] as const);
    return own.length ? decodeObject(decoding, own) : undefined;
  }
  if (first === undefined) return undefined;
  if (contentType !== undefined) {
    if (raws.length > 1) report('is given more than once');
    const text = decode(first);
    if (!isJsonType(contentType)) return convertString(text, type);
    const value = parse(text);
    if (value === undefined) report('is not JSON');
    return value ?? null;
  }
  if (style === 'matrix') return decodeMatrix(decoding, first);
  if (style === 'label' && !first.startsWith('.')) report('has to begin with `.`');
  return decodeValues(decoding, style === 'label' ? [first.slice(1)] : raws);
}

/** Decodes `;color=blue`, repeated for a list, or an exploded object: `;R=100;G=200`. */
function decodeMatrix(decoding: Decoding, text: string): Json {
  const { name, explode, types, report } = decoding;
  if (!text.startsWith(';')) report('has to begin with `;`');
  const pairs = splitPairs(decoding, text.replace(/^;/, '').split(';'));
  const isOwn = pairs.every(([own]) => own === name);
  if (explode && types.includes('object') && (types.length === 1 || !isOwn)) return decodeObject(decoding, pairs);
  if (!isOwn) report(`has to begin with \`;${name}\``);
  const raws = pairs.map(([, raw]) => raw);
  // Without `explode`, a list is one text: `;color=blue,black`.
  if (!explode && raws.length > 1) report('is given more than once');
  return decodeValues(decoding, explode ? raws : raws.slice(0, 1));
}

/**
 * Decodes the values that were sent under the name of a parameter: exploded ones as they are, others split into pieces. One piece is a
 * primitive, several are a list, else an object.
 */
function decodeValues(decoding: Decoding, raws: readonly string[]): Json {
  const { style, type, items, types, explode, decode, convert, report } = decoding;
  const [first = '', ...more] = raws;
  const isSplit = !explode || style === 'simple' || style === 'label';
  const pieces = isSplit ? raws.flatMap((raw) => splitValue(decoding, raw)) : raws;
  const isObject = isSplit && explode && types.includes('object') && pieces.every((piece) => piece.includes('='));
  const isOne = pieces.length === 1 && types.some(isScalar);
  // A list in several pieces is joined; no information is lost.
  const isList = (types.includes('array') && !isOne && !isObject) || (types.includes('unknown') && !isSplit && !isOne);
  if (isList) return pieces.map((piece) => convert(piece, items));
  if (more.length) {
    report('is given more than once');
    return decodeValues(decoding, [first]);
  }
  if (!isObject && (isOne || types.every(isScalar))) return convert(first, type);
  if (explode) return decodeObject(decoding, splitPairs(decoding, pieces));
  if (pieces.length % 2 === 1) report('has to hold names and values in turn');
  const names = pieces.filter((_, index) => index % 2 === 0);
  const pairs = names.map((name, index) => [decode(name), pieces[2 * index + 1] ?? ''] as const);
  return decodeObject(decoding, pairs);
}

/** Splits pieces into decoded names and encoded values: `%61=%62` → `['a', '%62']`. */
function splitPairs({ decode }: Decoding, pieces: readonly string[]): readonly Pair[] {
  return pieces.map(splitPair).map(([name, raw]) => [decode(name), raw]);
}

/** Decodes the values of an object. */
function decodeObject({ properties, additional, convert, report }: Decoding, pairs: readonly Pair[]): Json {
  const members = new Map<string, Json>();
  for (const [name, raw] of pairs) {
    if (members.has(name)) report('is given more than once', [name]);
    members.set(name, convert(raw, readMember(properties, name) ?? additional));
  }
  return Object.fromEntries(members);
}

function isScalar(type: ParameterType): boolean {
  return type !== 'array' && type !== 'object';
}
