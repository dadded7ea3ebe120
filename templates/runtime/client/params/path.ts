import { expandParameters } from '../../expand-parameters.js';
import type { Operation } from '../../operation.js';
import { parameterError } from '../errors/errors.js';
import { type ToError, toStringValue } from './serialize.js';
import { readOwn, isAbsent } from './values.js';
import { writeParameter } from './write-parameter.js';

/** Writes the value of a variable with a template of its segments: `accounts/*`. */
export type ExpandTemplate = (template: string, value: unknown, invalid: ToError) => string;

/** Matches a variable: `{id}`, `{+name}` or `{name=accounts/*}`. */
const variable = /\{(\+?)([^{}=]+)=?([^{}]*)\}/g;

/**
 * Matches control characters and dot segments: `..`, percent-encoded any number of times (`%252e` is a dot to a server that decodes
 * twice), and `..;x`, which some servers read as `..`.
 */
const unsafe =
  // eslint-disable-next-line no-control-regex -- control characters are what is rejected
  /[\u0000-\u001f\u007f-\u009f]|(^|[/\\]|%(25)*(2f|5c))(\.|%(25)*2e){1,2}($|[/\\;]|%(25)*(2f|5c|3b))/i;

/** Fills in the variables of a path: `/pets/{id}` → `/pets/a%2Fb`. Throws `InvalidParameterError` for values that would change the path. */
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
    // In style `label`, an empty value is `.` and two empty items are `..`: URLs drop such segments.
    if (/^\.{0,2}$/.test(text)) throw invalid('must not be empty');
    return text;
  });
}

/** Encodes a segment of a path; throws for control characters and dot segments. */
function encodeSegment(text: string, invalid: ToError) {
  if (unsafe.test(text)) throw invalid('must not contain control characters, `.` or `..`');
  return encodeURIComponent(text);
}

/** Fills in the variables of a path, also resource names: `/v1/{name=accounts/*}` → `/v1/accounts/pub-1`. */
export function expandNames(operation: Operation, params: object, path: string): string {
  return expandPath(operation, params, path, expandTemplate);
}

/** Writes a resource name. Throws if it does not match its template, or if a segment has characters that would change the path. */
const expandTemplate: ExpandTemplate = (template, value, invalid) => {
  const segments = toStringValue(value, invalid).split('/');
  if (!matches(template.split('/'), segments)) {
    const isIdAlone = segments.length === 1 && template.includes('/');
    const hint = isIdAlone ? ': the whole resource name, not only its last part' : '';
    throw invalid(`must have the form \`${template}\`${hint}`);
  }
  // Also encoded: for a server that decodes twice, it would be another resource.
  if (segments.some((segment) => /[\\?#]|%(25)*(2f|5c|3f|23)/i.test(segment)))
    throw invalid('must not contain `/`, `\\`, `?` or `#` inside a segment, encoded or not');
  if (segments.includes('')) throw invalid('must not be empty');
  return segments.map((segment) => encodeSegment(segment, invalid)).join('/');
};

function matches([head, ...rest]: readonly string[], segments: readonly string[]): boolean {
  if (head === undefined) return !segments.length;
  if (head === '**') return segments.some((_, index) => matches(rest, segments.slice(index + 1)));
  return !!segments.length && (head === '*' || head === segments[0]) && matches(rest, segments.slice(1));
}
