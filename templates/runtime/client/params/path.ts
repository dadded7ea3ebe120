import { expandParameters } from '../../expand-parameters.js';
import type { Operation } from '../../operation.js';
import { parameterError } from '../errors/errors.js';
import { type ToError, toStringValue } from './serialize.js';
import { readOwn, isAbsent } from './values.js';
import { writeParameter } from './write-parameter.js';

/** Fills in a variable that says what its segments are: `accounts/*`. */
export type ExpandTemplate = (template: string, value: unknown, invalid: ToError) => string;

/** `{id}`, `{+name}` or `{name=accounts/*}` */
const variable = /\{(\+?)([^{}=]+)=?([^{}]*)\}/g;

/**
 * Control characters, and dot segments: plainly or in any depth of percent-encoding, as `%252e` is a dot to a server that
 * decodes twice; also where a server reads `..;x` as one.
 */
const unsafe =
  // eslint-disable-next-line no-control-regex -- control characters are what is rejected
  /[\u0000-\u001f\u007f-\u009f]|(^|[/\\]|%(25)*(2f|5c))(\.|%(25)*2e){1,2}($|[/\\;]|%(25)*(2f|5c|3b))/i;

/** Fills in and encodes the variables of a path; no value can escape its segment. */
export function expandPath(
  operation: Operation,
  params: object,
  path: string,
  expandTemplate?: ExpandTemplate,
): string {
  return path.replace(variable, (_, plus: string, name: string, template: string) => {
    const declared = expandParameters(operation).find((other) => other.in === 'path' && other.name === name);
    const property = declared?.property ?? name;
    const invalid = parameterError(operation, property);
    const value = readOwn(params, property);
    if (isAbsent(value)) throw invalid('is required');
    if (expandTemplate && plus + template) return expandTemplate(template || '**', value, invalid);
    const encode = (item: string) => encodeSegment(item, invalid);
    const text = writeParameter(operation, declared ?? { name, in: 'path' }, value, { encode, invalid }).join('');
    // A label of nothing is a dot, of two empty items two: an address drops such a segment.
    if (/^\.{0,2}$/.test(text)) throw invalid('must not be empty');
    return text;
  });
}

/** Encodes a segment of a path; rejects what could escape it. */
function encodeSegment(text: string, invalid: ToError) {
  if (unsafe.test(text)) throw invalid('must not hold control characters, `.` or `..`');
  return encodeURIComponent(text);
}

/** Fills in the variables of a path that are resource names: `{name=accounts/*}` takes `accounts/pub-1`. */
export function expandNames(operation: Operation, params: object, path: string): string {
  return expandPath(operation, params, path, expandTemplate);
}

/** Writes a resource name: the slashes of its template stay, and no segment can become several or end the path. */
const expandTemplate: ExpandTemplate = (template, value, invalid) => {
  const segments = toStringValue(value, invalid).split('/');
  if (!matches(template.split('/'), segments)) {
    const isIdAlone = segments.length === 1 && template.includes('/');
    const hint = isIdAlone ? ': the whole resource name, not its last part alone' : '';
    throw invalid(`must have the form \`${template}\`${hint}`);
  }
  // Encoded, too: to a server that decodes once more it would be another resource.
  if (segments.some((segment) => /[\\?#]|%(25)*(2f|5c|3f|23)/i.test(segment)))
    throw invalid('must not hold `/`, `\\`, `?` or `#` inside a segment, encoded or not');
  if (segments.includes('')) throw invalid('must not be empty');
  return segments.map((segment) => encodeSegment(segment, invalid)).join('/');
};

function matches([head, ...rest]: readonly string[], segments: readonly string[]): boolean {
  if (head === undefined) return !segments.length;
  if (head === '**') return segments.some((_, index) => matches(rest, segments.slice(index + 1)));
  return !!segments.length && (head === '*' || head === segments[0]) && matches(rest, segments.slice(1));
}
