import { splitPair } from '../client/params/values.js';
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
  splitValue,
} from './decode-string.js';
import { parseJson } from './parse-json.js';
import type { QueryPair } from './query.js';

/** The encoded value of a parameter: pairs of the query or cookies, or the string of a path segment or header. */
export type Sent =
  | {
      readonly kind: 'pairs';
      readonly pairs: readonly QueryPair[];
      /** Tests if a name belongs to another parameter, so that an exploded object must not take it. */
      readonly isTaken: (name: string) => boolean;
    }
  | { readonly kind: 'text'; readonly text: string };

/** The decoded value, if one was sent, and its issues. */
export interface Decoded {
  readonly value?: Json;
  readonly issues: readonly DecodeIssue[];
}

type Style = NonNullable<OperationParameter['style']>;

/** A parameter with its defaults, and the function that records its issues. */
interface Decoding {
  readonly parameter: OperationParameter;
  readonly style: Style;
  readonly explode: boolean;
  readonly types: readonly ParameterType[];
  readonly decode: (raw: string) => string;
  readonly parse: (text: string) => Json | undefined;
  readonly report: Report;
}

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
  return { issues, ...(value !== undefined && { value }) };
}

/** Tests if a parameter reads a name of the query or the cookies, apart from the additional names of an exploded object. */
export function readsName(parameter: OperationParameter, name: string): boolean {
  if (parameter.style === 'deepObject' && parameter.contentType === undefined) return isDeepName(parameter.name, name);
  return name === parameter.name;
}

/** Tests if a parameter is an exploded object in the query or the cookies: each property has its own name there. */
export function isSpread({ style, explode, contentType, type, in: location }: OperationParameter): boolean {
  if (contentType !== undefined || style === 'deepObject' || !typesOf(type).includes('object')) return false;
  return (location === 'query' || location === 'cookie') && (explode ?? (style ?? 'form') === 'form');
}

/** Tests if an exploded object takes a name: that of a property, `home`, or in a whole query `home[road]`, too. */
export function takesName({ properties = {}, additional, encoding }: OperationParameter, name: string): boolean {
  const field = encoding === undefined ? name : name.replace(/(?!^)\[[^]*$/, '');
  return additional !== undefined || Object.hasOwn(properties, name) || Object.hasOwn(properties, field);
}

function read(decoding: Decoding, sent: Sent): Json | undefined {
  const { parameter, style, types, report } = decoding;
  const { name, contentType } = parameter;
  if (sent.kind === 'text')
    return contentType === undefined ? decodeText(decoding, sent.text) : readContent(decoding, contentType, sent.text);
  const { pairs, isTaken } = sent;
  if (contentType === undefined && style === 'deepObject') return decodeDeepObject(name, parameter, pairs, report);
  const raws = pairs.filter((pair) => pair.name === name).map(({ raw }) => raw);
  const [first] = raws;
  if (isSpread(parameter) && (first === undefined || types.length === 1)) {
    // Declared properties and, if additional ones are allowed, all names that no other parameter takes.
    const { properties = {} } = parameter;
    const own = pairs.filter(
      ({ name: key }) => Object.hasOwn(properties, key) || (takesName(parameter, key) && !isTaken(key)),
    );
    const members = own.map((pair) => [pair.name, pair.raw] as const);
    // These names are decoded already.
    return members.length === 0 ? undefined : decodeObject(decoding, members, (key) => key);
  }
  if (first === undefined) return undefined;
  if (contentType === undefined) return decodeValues(decoding, raws, first);
  if (raws.length > 1) report('is given more than once');
  return readContent(decoding, contentType, first);
}

function readContent({ parameter, decode, parse, report }: Decoding, contentType: string, raw: string): Json {
  const text = decode(raw);
  if (!isJsonType(contentType)) return convertString(text, parameter.type);
  const value = parse(text);
  if (value === undefined) report('is not JSON');
  return value ?? null;
}

/** Decodes the values that were sent under the name of a parameter of the query or cookies. */
function decodeValues(decoding: Decoding, raws: readonly string[], first: string): Json {
  const { parameter, explode, types } = decoding;
  // A list in several pieces is joined; no information is lost.
  const pieces = explode ? raws : raws.flatMap((raw) => splitValue(parameter, raw));
  const isList = raws.length > 1 && types.includes(explode ? 'unknown' : 'array');
  return isList ? decodeList(decoding, pieces) : decodeRepeated(decoding, raws, first);
}

/** Decodes the text of a path segment or header. */
function decodeText(decoding: Decoding, text: string): Json {
  const { parameter, style, explode, types, decode, report } = decoding;
  if (style === 'label' && !text.startsWith('.')) report('has to begin with `.`');
  if (style !== 'matrix') return decodePieces(decoding, style === 'label' ? text.slice(1) : text);
  // A repeated `;color=…`, or an exploded object.
  const pairs = splitMatrix(text, report);
  const isOwn = pairs.every(([name]) => decode(name) === parameter.name);
  if (explode && types.includes('object') && (types.length === 1 || !isOwn)) return decodeObject(decoding, pairs);
  if (!isOwn) report(`has to begin with \`;${parameter.name}\``);
  const raws = pairs.map(([, raw]) => raw);
  return decodeRepeated(decoding, raws, raws[0] ?? '');
}

/** Decodes values of which only an exploded list may have several. */
function decodeRepeated(decoding: Decoding, raws: readonly string[], first: string): Json {
  const { explode, types, report } = decoding;
  const isMany = raws.length > 1;
  if (explode && types.includes('array') && (isMany || !hasScalar(types))) return decodeList(decoding, raws);
  if (isMany) report('is given more than once');
  return explode ? decodeOne(decoding, first) : decodePieces(decoding, first);
}

/** Splits a string as the types allow: one piece is a primitive, several are a list, else an object. */
function decodePieces(decoding: Decoding, raw: string): Json {
  const { parameter, types, explode, report } = decoding;
  const pieces = splitValue(parameter, raw);
  const isObject = types.includes('object') && explode && pieces.every((piece) => piece.includes('='));
  if (hasScalar(types) && (pieces.length === 1 || !types.some(isStructured)) && !isObject)
    return decodeOne(decoding, raw);
  if (types.includes('array') && !isObject) return decodeList(decoding, pieces);
  if (explode) return decodeObject(decoding, pieces.map(splitPair));
  if (pieces.length % 2 === 1) report('has to hold names and values in turn');
  const pairs: Pair[] = [];
  for (let index = 0; index < pieces.length; index += 2) pairs.push([pieces[index] ?? '', pieces[index + 1] ?? '']);
  return decodeObject(decoding, pairs);
}

function decodeOne({ parameter, decode }: Decoding, raw: string): Json {
  return convertString(decode(raw), parameter.type);
}

function decodeList({ parameter, decode }: Decoding, raws: readonly string[]): Json {
  return raws.map((raw) => convertString(decode(raw), parameter.items));
}

function decodeObject(
  decoding: Decoding,
  pairs: readonly Pair[],
  decodeName: Decoding['decode'] = decoding.decode,
): Json {
  const { parameter, decode, report } = decoding;
  const { properties = {}, additional } = parameter;
  const members = new Map<string, Json>();
  for (const [rawName, raw] of pairs) {
    const name = decodeName(rawName);
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
