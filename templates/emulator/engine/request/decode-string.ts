import type { OperationParameter, ParameterType, ValueType } from '@speccast/runtime';

/** A name and a value, still encoded. */
export type Pair = readonly [name: string, value: string];

/** The pieces of one text, still encoded: split at the delimiter of its style. An escaped comma is part of an item. */
export function splitValue(
  { in: location, style, explode, ...parameter }: OperationParameter,
  raw: string,
): readonly string[] {
  if (parameter.default !== undefined || parameter.bodyKeys !== undefined) return splitParts(raw);
  if (style === 'spaceDelimited') return raw.split('%20');
  if (style === 'pipeDelimited') return raw.split(/\||%7c/i);
  if (style === 'label' && explode === true) return raw.split('.');
  if (location !== 'header') return raw.split(',');
  // Lists of headers may have spaces around commas, as several headers of a name get when they are joined.
  return raw.split(',').map((item) => item.replace(/^[\t ]+|[\t ]+$/g, ''));
}

/** No name of a part holds a comma, so that a comma may come encoded, as `URLSearchParams` does it. */
function splitParts(raw: string): readonly string[] {
  return raw === '' ? [] : raw.split(/,|%2c/i);
}

/** `;color=blue;color=black` as pairs. */
export function splitMatrix(raw: string, report: Report): readonly Pair[] {
  if (!raw.startsWith(';')) report('has to begin with `;`');
  return raw.replace(/^;/, '').split(';').map(splitPair);
}

/** `name=value` in two; without `=` the value is empty. */
export function splitPair(text: string): Pair {
  const equals = text.indexOf('=');
  return equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)];
}

/** Why a parameter cannot be decoded: `is given more than once`, at a path inside its value. */
export interface DecodeIssue {
  readonly message: string;
  readonly path: readonly string[];
}

/** Takes down an issue; decoding goes on. */
export type Report = (message: string, path?: readonly string[]) => void;

/** Decodes percent escapes; an escape that is broken, or is not UTF-8, is an issue. */
export function decodeEscapes(raw: string, report: Report, path?: readonly string[]): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    report('is not properly percent-encoded', path);
    return raw;
  }
}

const integer = /^-?(?:0|[1-9]\d*)$/;

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The types that a value may have; text where the descriptor says nothing. */
export function typesOf(type: ValueType | undefined): readonly ParameterType[] {
  if (type === undefined) return ['string'];
  if (typeof type === 'string') return [type];
  // Array.isArray does not narrow a readonly list away from the object beside it.
  return 'length' in type ? type : typesOf(type.type);
}

/**
 * Text as the first of its types that it fits, exactly: boolean, integer, number, then text. What fits none stays text,
 * so that the validator names it; so do whole numbers that a double cannot hold.
 */
export function convertString(text: string, type: ValueType | undefined): string | number | boolean {
  const types = typesOf(type);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const value = Number(text);
  if (types.includes('integer') && integer.test(text) && Number.isSafeInteger(value)) return value;
  if (types.includes('number') && number.test(text) && Number.isFinite(value)) return value;
  return text;
}
