import type { OperationParameter } from '../operation.js';
import { typesOf, type ValueType } from '../value-types.js';

/** Splits an encoded string at the delimiter of its style. An escaped comma is part of an item. */
export function splitValue(
  { in: location, style, explode, ...parameter }: OperationParameter,
  raw: string,
): readonly string[] {
  // Names of parts contain no commas, so commas may be percent-encoded, as `URLSearchParams` does.
  if (parameter.default ?? parameter.bodyKeys) return raw ? raw.split(/,|%2c/i) : [];
  if (style === 'spaceDelimited') return raw.split(location === 'header' ? ' ' : '%20');
  if (style === 'tabDelimited') return raw.split(location === 'header' ? '\t' : '%09');
  if (style === 'pipeDelimited') return raw.split(location === 'header' ? '|' : /\||%7c/i);
  if (style === 'label' && explode) return raw.split('.');
  if (location !== 'header') return raw.split(',');
  // Headers may have spaces around commas, as joined headers of one name do.
  return raw.split(',').map((item) => item.replace(/^[\t ]+|[\t ]+$/g, ''));
}

/** An error of decoding, such as `is given more than once`, at a path inside the value. */
export interface DecodeIssue {
  readonly message: string;
  readonly path: readonly string[];
}

/** Records an issue; decoding continues. */
export type Report = (message: string, path?: readonly string[]) => void;

/** Decodes percent-encoding. Reports sequences that are invalid or not UTF-8. */
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

/**
 * Converts a string to the first type that it fits exactly: boolean, integer, number. Otherwise it remains a string, which the
 * validator reports; so do integers that a double cannot represent.
 */
export function convertString(text: string, type: ValueType | undefined): string | number | boolean {
  const types = typesOf(type);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const value = Number(text);
  if (types.includes('integer') && integer.test(text) && Number.isSafeInteger(value)) return value;
  if (types.includes('number') && number.test(text) && Number.isFinite(value)) return value;
  return text;
}
