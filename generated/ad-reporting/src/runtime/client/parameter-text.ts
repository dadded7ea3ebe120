import type { ParameterStyle } from '../operation.js';
import { essenceOf } from './media.js';

/** Makes the error that refuses a parameter; callers throw it. */
export type Refuse = (message: string) => Error;

/** How one value is written. */
export interface TextRules {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** Makes a piece of text safe for where it goes. */
  readonly encode: (text: string) => string;
  readonly refuse: Refuse;
}

/** A value taken apart: what all styles are written from. */
type Parts =
  | { readonly kind: 'one'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | { readonly kind: 'pairs'; readonly pairs: readonly (readonly [string, string])[] };

const separators: Partial<Record<ParameterStyle, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

// Deeper objects are taken for circular ones.
const deepest = 32;

/** Whether a value stands for "not given". */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** A primitive as text; dates in ISO 8601. */
export function toText(value: unknown, refuse: Refuse): string {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) throw refuse('holds half a surrogate pair');
    return value;
  }
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  throw refuse(`cannot be written as text: it is ${describe(value)}`);
}

/** A value as JSON. */
export function toJson(value: unknown, refuse: Refuse): string {
  const text = stringify(value);
  if (text === undefined) throw refuse(`cannot be written as JSON: it is ${describe(value)}`);
  return text;
}

/** A value in a media type: JSON where that is declared, else plain text. */
export function toContent(mediaType: string, value: unknown, refuse: Refuse): string {
  return isJsonType(mediaType) ? toJson(value, refuse) : toText(value, refuse);
}

/** Whether a media type is JSON or of its family: `application/problem+json`. */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}

/** A parameter of the query or a cookie as `name=value` pieces; none where nothing is left to send. */
export function toAssignments(name: string, value: unknown, rules: TextRules): readonly string[] {
  const key = encodeURIComponent(name);
  if (rules.style === 'deepObject') return deepAssignments(name, value, rules, 0);
  const parts = takeApart(value, rules);
  if (parts.kind === 'one') return [`${key}=${parts.text}`];
  const pieces = piecesOf(parts, rules.explode, (text) => `${key}=${text}`);
  if (rules.explode || pieces.length === 0) return pieces;
  return [`${key}=${pieces.join(separators[rules.style] ?? ',')}`];
}

/** A parameter of the path or a header as one text; empty where nothing is left to send. */
export function toInline(name: string, value: unknown, rules: TextRules): string {
  const parts = takeApart(value, rules);
  if (rules.style === 'matrix') return matrix(encodeURIComponent(name), parts, rules.explode);
  const label = rules.style === 'label';
  const text =
    parts.kind === 'one' ? parts.text : piecesOf(parts, rules.explode, same).join(label && rules.explode ? '.' : ',');
  return label && text !== '' ? `.${text}` : text;
}

function matrix(key: string, parts: Parts, explode: boolean): string {
  const assign = (text: string): string => (text === '' ? key : `${key}=${text}`);
  if (parts.kind === 'one') return `;${assign(parts.text)}`;
  const pieces = piecesOf(parts, explode, assign);
  if (pieces.length === 0) return '';
  return explode ? pieces.map((piece) => `;${piece}`).join('') : `;${key}=${pieces.join(',')}`;
}

// Exploded lists name every item, exploded objects are `key=value`, others are laid out flat.
function piecesOf(
  parts: Exclude<Parts, { kind: 'one' }>,
  explode: boolean,
  assign: (text: string) => string,
): readonly string[] {
  if (parts.kind === 'list') return explode ? parts.texts.map(assign) : parts.texts;
  return explode ? parts.pairs.map(([key, text]) => `${key}=${text}`) : parts.pairs.flat();
}

function takeApart(value: unknown, { encode, refuse }: TextRules): Parts {
  const write = (item: unknown): string => encode(toText(item, refuse));
  if (Array.isArray(value)) return { kind: 'list', texts: value.filter((item) => !isAbsent(item)).map(write) };
  if (!isPlainObject(value)) return { kind: 'one', text: write(value) };
  return { kind: 'pairs', pairs: presentEntries(value).map(([key, item]) => [write(key), write(item)] as const) };
}

/** A nested value with its path in brackets: `filter[date][from]=…`, list items by number. */
function deepAssignments(name: string, value: unknown, rules: TextRules, depth: number): readonly string[] {
  if (depth > deepest) throw rules.refuse('is nested too deeply');
  if (!Array.isArray(value) && !isPlainObject(value)) {
    return [`${encodeURIComponent(name)}=${rules.encode(toText(value, rules.refuse))}`];
  }
  return presentEntries(value).flatMap(([key, item]) =>
    deepAssignments(`${name}[${toText(key, rules.refuse)}]`, item, rules, depth + 1),
  );
}

// Circular values and bigints throw; functions give nothing.
function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function presentEntries(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, item]) => !isAbsent(item));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'an invalid date';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'number' ? 'not a finite number' : `a ${typeof value}`;
}

function same(text: string): string {
  return text;
}
