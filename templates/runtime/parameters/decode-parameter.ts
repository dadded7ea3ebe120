import { isJsonType } from '../client/body/json-text.js';
import type { Json } from '../json.js';
import type { OperationParameter } from '../operation.js';
import { typesOf, type ParameterType } from '../value-types.js';
import { decodeDeepObject, isDeepName } from './decode-deep-object.js';
import {
  convertString,
  decodeEscapes,
  type DecodeIssue,
  type Pair,
  type Report,
  splitMatrix,
  splitPair,
  splitValue,
} from './decode-string.js';
import { parseJson } from './parse-json.js';
import type { QueryPair } from './query.js';

/** The encoded value of a parameter: pairs of the query or cookies, or the string of a path segment or header. */
export type Sent =
  | {
      readonly kind: 'pairs';
      readonly pairs: readonly QueryPair[];
      /** Whether a name belongs to another parameter, so that an exploded object must not take it. */
      readonly isTaken: (name: string) => boolean;
    }
  | { readonly kind: 'text'; readonly text: string };

/** The decoded value, if one was sent, and its issues. */
export interface Decoded {
  readonly value?: Json;
  readonly issues: readonly DecodeIssue[];
}

type Style = NonNullable<OperationParameter['style']>;

/** A parameter with its defaults, and where its issues go. */
interface Decoding {
  readonly parameter: OperationParameter;
  readonly style: Style;
  readonly explode: boolean;
  readonly types: readonly ParameterType[];
  readonly decode: (raw: string) => string;
  readonly parse: (text: string) => Json | undefined;
  readonly report: Report;
}

/** The pieces of a value, still encoded, independent of the style. */
type Pieces =
  | { readonly kind: 'one'; readonly raw: string }
  | { readonly kind: 'list'; readonly raws: readonly string[] }
  | { readonly kind: 'object'; readonly pairs: readonly Pair[] };

/**
 * Decodes a parameter by its style and the types of its schema: the inverse of the client's encoder. Never throws: errors are
 * returned as issues, and a string that fits no type remains a string, which the validator reports.
 */
export function decodeParameter(
  parameter: OperationParameter,
  sent: Sent,
  parse: (text: string) => Json | undefined = parseJson,
): Decoded {
  const issues: DecodeIssue[] = [];
  const report: Report = (message, path = []) => void issues.push({ message, path });
  const style = parameter.style ?? (parameter.in === 'query' || parameter.in === 'cookie' ? 'form' : 'simple');
  const value = read(
    {
      parameter,
      style,
      explode: parameter.explode ?? style === 'form',
      types: typesOf(parameter.type),
      // Headers have no escapes.
      decode: parameter.in === 'header' ? (raw) => raw : (raw) => decodeEscapes(raw, report),
      parse,
      report,
    },
    sent,
  );
  return { issues, ...(value === undefined ? {} : { value }) };
}

/** Whether a parameter reads a name of the query or the cookies, apart from the additional names of an exploded object. */
export function readsName(parameter: OperationParameter, name: string): boolean {
  if (parameter.style === 'deepObject' && parameter.contentType === undefined) return isDeepName(parameter.name, name);
  return name === parameter.name;
}

/** Whether a parameter is an exploded object in the query or the cookies: each property has its own name there. */
export function isSpread({ style, explode, contentType, type, in: location }: OperationParameter): boolean {
  if (contentType !== undefined || style === 'deepObject' || !typesOf(type).includes('object')) return false;
  return (location === 'query' || location === 'cookie') && (explode ?? (style ?? 'form') === 'form');
}

/** Whether an exploded object takes a name: that of a property, `home`, or in a whole query `home[road]`, too. */
export function takesName({ properties = {}, additional, encoding }: OperationParameter, name: string): boolean {
  const field = encoding === undefined ? name : name.replace(/(?!^)\[[^]*$/, '');
  return additional !== undefined || Object.hasOwn(properties, name) || Object.hasOwn(properties, field);
}

function read(decoding: Decoding, sent: Sent): Json | undefined {
  const { parameter, style, report } = decoding;
  if (sent.kind === 'text') {
    if (parameter.contentType !== undefined) return readContent(decoding, parameter.contentType, sent.text);
    return build(decoding, piecesOfText(decoding, sent.text));
  }
  const { pairs } = sent;
  if (parameter.contentType === undefined && style === 'deepObject') {
    return decodeDeepObject(parameter.name, parameter, pairs, report);
  }
  const raws = pairs.filter(({ name }) => name === parameter.name).map(({ raw }) => raw);
  const [first] = raws;
  if (isSpread(parameter) && (first === undefined || decoding.types.length === 1)) {
    return spreadOf(decoding, pairs, sent.isTaken);
  }
  if (first === undefined) return undefined;
  if (parameter.contentType === undefined) return build(decoding, piecesOfValues(decoding, raws, first));
  if (raws.length > 1) report('is given more than once');
  return readContent(decoding, parameter.contentType, first);
}

function readContent({ parameter, decode, parse, report }: Decoding, contentType: string, raw: string): Json {
  const text = decode(raw);
  if (!isJsonType(contentType)) return convertString(text, parameter.type);
  const value = parse(text);
  if (value === undefined) report('is not JSON');
  return value ?? null;
}

/** The declared properties and, if additional ones are allowed, all names that no other parameter takes. */
function spreadOf(
  decoding: Decoding,
  pairs: readonly QueryPair[],
  isTaken: (name: string) => boolean,
): Json | undefined {
  const { parameter } = decoding;
  const { properties = {} } = parameter;
  const own = pairs.filter(
    ({ name }) => Object.hasOwn(properties, name) || (takesName(parameter, name) && !isTaken(name)),
  );
  if (own.length === 0) return undefined;
  return objectOf(
    decoding,
    own.map(({ name, raw }) => [name, raw]),
    (name) => name,
  );
}

/** The values that were sent under the name of a parameter of the query or cookies. */
function piecesOfValues(decoding: Decoding, raws: readonly string[], first: string): Pieces {
  const { parameter, types, report } = decoding;
  if (decoding.explode) {
    if (types.includes('array') && (raws.length > 1 || !hasScalar(types))) return { kind: 'list', raws };
    if (types.includes('unknown') && raws.length > 1) return { kind: 'list', raws };
  } else if (raws.length > 1 && types.includes('array')) {
    // A list in several pieces is joined; no information is lost.
    return { kind: 'list', raws: raws.flatMap((raw) => splitValue(parameter, raw)) };
  }
  if (raws.length > 1) report('is given more than once');
  if (decoding.explode) return { kind: 'one', raw: first };
  return choose(decoding, first, splitValue(parameter, first));
}

function piecesOfText(decoding: Decoding, raw: string): Pieces {
  const { parameter, style, report } = decoding;
  if (style === 'matrix') return piecesOfMatrix(decoding, splitMatrix(raw, report));
  if (style !== 'label') return choose(decoding, raw, splitValue(parameter, raw));
  if (!raw.startsWith('.')) report('has to begin with `.`');
  return choose(decoding, raw.slice(1), splitValue(parameter, raw.slice(1)));
}

/** A repeated `;color=…`, or an exploded object. */
function piecesOfMatrix(decoding: Decoding, pairs: readonly Pair[]): Pieces {
  const { parameter, explode, types, decode, report } = decoding;
  const isOwn = pairs.every(([name]) => decode(name) === parameter.name);
  if (explode && types.includes('object') && (types.length === 1 || !isOwn)) return { kind: 'object', pairs };
  if (!isOwn) report(`has to begin with \`;${parameter.name}\``);
  const values = pairs.map(([, value]) => value);
  const [first = ''] = values;
  if (explode && types.includes('array') && (values.length > 1 || !hasScalar(types)))
    return { kind: 'list', raws: values };
  if (values.length > 1) report('is given more than once');
  return explode ? { kind: 'one', raw: first } : choose(decoding, first, splitValue(parameter, first));
}

/** Splits a string as the types allow: one piece is a primitive, several are a list, else an object. */
function choose(decoding: Decoding, raw: string, pieces: readonly string[]): Pieces {
  const { types, explode } = decoding;
  const isObject = types.includes('object') && explode && pieces.every((piece) => piece.includes('='));
  if (hasScalar(types) && (pieces.length === 1 || !types.some(isStructured)) && !isObject) return { kind: 'one', raw };
  if (types.includes('array') && !isObject) return { kind: 'list', raws: pieces };
  return { kind: 'object', pairs: explode ? pieces.map(splitPair) : pairUp(pieces, decoding.report) };
}

function pairUp(pieces: readonly string[], report: Report): readonly Pair[] {
  if (pieces.length % 2 === 1) report('has to hold names and values in turn');
  return pieces.flatMap((piece, index) => (index % 2 === 0 ? [[piece, pieces[index + 1] ?? ''] as const] : []));
}

function build(decoding: Decoding, pieces: Pieces): Json {
  const { parameter, decode } = decoding;
  if (pieces.kind === 'one') return convertString(decode(pieces.raw), parameter.type);
  if (pieces.kind === 'list') return pieces.raws.map((raw) => convertString(decode(raw), parameter.items));
  return objectOf(decoding, pieces.pairs, decode);
}

function objectOf(
  { parameter, decode, report }: Decoding,
  pairs: readonly Pair[],
  nameOf: (raw: string) => string,
): Json {
  const { properties = {}, additional } = parameter;
  const members = new Map<string, Json>();
  for (const [rawName, raw] of pairs) {
    const name = nameOf(rawName);
    if (members.has(name)) report('is given more than once', [name]);
    members.set(name, convertString(decode(raw), Object.hasOwn(properties, name) ? properties[name] : additional));
  }
  return Object.fromEntries(members);
}

function hasScalar(types: readonly ParameterType[]): boolean {
  return !types.every(isStructured);
}

function isStructured(type: ParameterType): boolean {
  return type === 'array' || type === 'object';
}
