import type { OperationParameter } from '@speccast/runtime';
import type { Report } from './decode-issues.js';

/** A name and a value, still encoded. */
export type Pair = readonly [name: string, value: string];

/** The pieces of one text, still encoded: split at the delimiter of its style. An escaped comma is part of an item. */
export function splitText(
  { in: place, style, explode, ...parameter }: OperationParameter,
  raw: string,
): readonly string[] {
  if (parameter.default !== undefined || parameter.bodyKeys !== undefined) return splitParts(raw);
  if (style === 'spaceDelimited') return raw.split('%20');
  if (style === 'pipeDelimited') return raw.split(/\||%7c/i);
  if (style === 'label' && explode === true) return raw.split('.');
  if (place !== 'header') return raw.split(',');
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
