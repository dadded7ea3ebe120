import { splitPair } from '../client/params/values.js';
import { isJsonType } from '../client/body/json-text.js';
import { deepest } from '../client/params/write-styles.js';
import { parseJson, readMember, type Json } from '../json.js';
import type { OperationParameter } from '../operation.js';
import { toValueTypes, listTypes, type ParameterType, type ValueType } from '../value-types.js';
import type { QueryPair } from './query.js';

/** The name of a member, and its value, still encoded. */
type Pair = readonly [name: string, raw: string];

/** The pairs of a request at the location of a parameter: those of the query or the cookies, or one for a path segment or header. */
interface Sent {
  readonly pairs: readonly QueryPair[];
  /** Returns whether a name is that of another parameter, which an exploded object must not take. */
  readonly isTaken: (name: string) => boolean;
}

/** The decoded value, `undefined` if none was sent, and its issues. */
export interface Decoded {
  readonly value?: Json | undefined;
  readonly issues: readonly DecodeIssue[];
}

/**
 * Decodes a parameter by its style and the types of its schema, as clients write it. Never throws: it returns errors as issues, and leaves
 * a string that fits no type as a string, which the validator reports.
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
  const report = (message: string, path: readonly string[] = []) => void issues.push({ message, path });
  const {
    style = parameter.in === 'query' || parameter.in === 'cookie' ? 'form' : 'simple',
    explode = style === 'form',
  } = parameter;
  const decode = (raw: string, path?: readonly string[]) => {
    // Headers have no escapes.
    if (parameter.in === 'header') return raw;
    try {
      return decodeURIComponent(raw);
    } catch {
      report('is not properly percent-encoded', path);
      return raw;
    }
  };
  const convert = (raw: string, as: ValueType | undefined, path?: readonly string[]): Json =>
    convertString(decode(raw, path), as);
  return { ...parameter, style, explode, types: listTypes(parameter.type), decode, convert, parse, report, issues };
}

/** Returns whether a name in the query or the cookies is that of a parameter, apart from properties of exploded objects. */
export function readsName(parameter: OperationParameter, name: string): boolean {
  if (parameter.style === 'deepObject' && parameter.contentType === undefined) return isDeepName(parameter.name, name);
  return name === parameter.name;
}

/** Returns whether a parameter is an exploded object in the query or the cookies, whose properties are sent under their own names. */
export function isSpread({
  in: location,
  contentType,
  type,
  style = 'form',
  explode = style === 'form',
}: OperationParameter): boolean {
  const isPairs = contentType === undefined && (location === 'query' || location === 'cookie');
  return isPairs && explode && style !== 'deepObject' && listTypes(type).includes('object');
}

/** Returns whether an exploded object takes a name: `home` if that is a property, in a whole query also `home[road]`. */
export function takesName({ properties = {}, additional, encoding }: OperationParameter, name: string): boolean {
  const field = encoding ? name.replace(/(?!^)\[[^]*$/, '') : name;
  return additional !== undefined || Object.hasOwn(properties, name) || Object.hasOwn(properties, field);
}

function read(decoding: Decoding, { pairs, isTaken }: Sent): Json | undefined {
  const { name, style, contentType, type, types, properties = {}, additional, decode, parse, report } = decoding;
  if (contentType === undefined && style === 'deepObject') return decodeDeepObject(decoding, pairs);
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
 * Decodes the values that were sent under the name of a parameter, by its types: as a primitive, a list or an object. Values that are not
 * exploded are split at their delimiter first.
 */
function decodeValues(decoding: Decoding, raws: readonly string[]): Json {
  const { style, type, items, types, explode, decode, convert, report } = decoding;
  const [first = '', ...more] = raws;
  const isSplit = !explode || style === 'simple' || style === 'label';
  const pieces = isSplit ? raws.flatMap((raw) => splitValue(decoding, raw)) : raws;
  const isObject = isSplit && explode && types.includes('object') && pieces.every((piece) => piece.includes('='));
  const isOne = pieces.length === 1 && types.some(isScalar);
  // A list may be sent in several values, which are joined.
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

function isScalar(type: ParameterType) {
  return type !== 'array' && type !== 'object';
}

/** The values at a path of brackets: strings, or members in further brackets. Both together are an error. */
interface Branch {
  readonly raws: string[];
  readonly members: Map<string, Branch>;
}

/**
 * Decodes `color[R]=100&color[at][0]=x` → `{ R: 100, at: ['x'] }`, by the types of the parameter. Objects may have unknown names. Items of
 * lists are numbered from 0 without gaps, or have empty brackets. Returns `undefined` if the parameter was not sent.
 */
function decodeDeepObject(decoding: Decoding, pairs: readonly QueryPair[]): Json | undefined {
  const { name, report } = decoding;
  const root = createBranch();
  for (const { name: key, raw } of pairs) {
    if (!isDeepName(name, key)) continue;
    const brackets = key.slice(name.length);
    const steps = brackets ? brackets.slice(1, -1).split('][') : [];
    if (!/^(?:\[[^[\]]*\])*$/.test(brackets)) report('is written with brackets that do not match');
    else if (steps.length > deepest) report('is nested too deeply');
    else {
      let branch = root;
      for (const step of steps) {
        const next = branch.members.get(step) ?? createBranch();
        branch.members.set(step, next);
        branch = next;
      }
      branch.raws.push(raw);
    }
  }
  return root.raws.length || root.members.size ? readBranch(root, decoding, [], decoding) : undefined;
}

/** Returns whether a name in the query is that of a `deepObject` parameter: `color[R]` of `color`. */
export function isDeepName(name: string, key: string): boolean {
  return key === name || key.startsWith(`${name}[`);
}

function createBranch(): Branch {
  return { raws: [], members: new Map() };
}

function readBranch(
  { raws, members }: Branch,
  type: ValueType = 'string',
  path: readonly string[],
  decoding: Decoding,
): Json {
  const { convert, report } = decoding;
  const [raw] = raws;
  if (raw !== undefined) {
    if (members.size) report('is given both as one value and in brackets', path);
    else if (raws.length > 1) report('is given more than once', path);
    return convert(raw, type, path);
  }
  const { items, properties, additional } = toValueTypes(type);
  const types = listTypes(type);
  const isNumbered = [...members.keys()].every((_, index) => members.has(String(index)));
  // If the type allows both, items numbered without gaps are a list.
  if (types.includes('array') && (!types.includes('object') || members.has('') || isNumbered)) {
    const appended = members.get('');
    if (appended && members.size === 1 && !appended.members.size)
      return appended.raws.map((one) => convert(one, items, path));
    if (!isNumbered) report('has items that are not numbered from 0 on', path);
    return Array.from({ length: members.size }, (_, index) => {
      const key = String(index);
      return readBranch(members.get(key) ?? createBranch(), items, [...path, key], decoding);
    });
  }
  const entries = [...members].map(([key, member]): [string, Json] => {
    const part = readMember(properties, key) ?? additional;
    return [key, readBranch(member, part, [...path, key], decoding)];
  });
  return Object.fromEntries(entries);
}

/** Splits an encoded string at the delimiter of its style. An escaped comma is part of an item. */
function splitValue(
  { in: location, style, explode, default: parts, bodyKeys }: OperationParameter,
  raw: string,
): readonly string[] {
  // Names of parts contain no commas. `URLSearchParams` percent-encodes the commas between them.
  if (parts ?? bodyKeys) return raw ? raw.split(/,|%2c/i) : [];
  if (style === 'spaceDelimited') return raw.split(location === 'header' ? ' ' : '%20');
  if (style === 'tabDelimited') return raw.split(location === 'header' ? '\t' : '%09');
  if (style === 'pipeDelimited') return raw.split(location === 'header' ? '|' : /\||%7c/i);
  if (style === 'label' && explode) return raw.split('.');
  if (location !== 'header') return raw.split(',');
  // Repeated headers are joined with `, `.
  return raw.split(',').map((item) => item.replace(/^[\t ]+|[\t ]+$/g, ''));
}

/** An error in decoding, such as `is given more than once`, at a path inside the value. */
export interface DecodeIssue {
  readonly message: string;
  readonly path: readonly string[];
}

/**
 * Converts a string to the first type that it fits: boolean, integer, number. Otherwise it stays a string, which the validator reports, as
 * do integers that a double cannot hold.
 */
export function convertString(text: string, type: ValueType | undefined): string | number | boolean {
  const types = listTypes(type);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const value = Number(text);
  if (types.includes('integer') && /^-?(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(value)) return value;
  if (types.includes('number') && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && Number.isFinite(value))
    return value;
  return text;
}
