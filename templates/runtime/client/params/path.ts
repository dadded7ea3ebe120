import type { Operation } from '../../operation.js';
import { isAbsent, type Refuse } from './parameter-text.js';
import { readOwn } from './read-own.js';
import { refuser } from './refuser.js';
import { writeParameter } from './write-parameter.js';

/** Fills in a variable that says what its segments are: `accounts/*`. */
export type ExpandTemplate = (template: string, value: unknown, refuse: Refuse) => string;

/** `{id}`, `{+name}` or `{name=accounts/*}` */
const variable = /\{(\+?)([^{}=]+)=?([^{}]*)\}/g;

/**
 * Control characters, and dot segments: plainly or in any depth of percent-encoding, as `%252e` is a dot to a server that
 * decodes twice; also where a server reads `..;x` as one.
 */
const unsafe =
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  /[\u0000-\u001f\u007f-\u009f]|(^|[/\\]|%(25)*(2f|5c))(\.|%(25)*2e){1,2}($|[/\\;]|%(25)*(2f|5c|3b))/i;

/** The path of a call with every variable filled in and encoded; no value can leave its place. */
export function expandPath(
  operation: Operation<never, unknown>,
  params: object,
  path: string,
  expandTemplate?: ExpandTemplate,
): string {
  return path.replace(variable, (_, plus: string, name: string, template: string) => {
    const one = operation.parameters?.find((other) => other.in === 'path' && other.name === name) ?? {
      name,
      in: 'path',
    };
    const { property = name } = one;
    const refuse = refuser(operation, property);
    const value = readOwn(params, property);
    if (isAbsent(value)) throw refuse('is required');
    if (expandTemplate && plus + template !== '') return expandTemplate(template || '**', value, refuse);
    const encode = (item: string): string => encodeSegment(item, refuse);
    const text = writeParameter(operation, one, value, { encode, refuse }).join('');
    // A label of nothing is a dot, of two empty items two: an address drops such a segment.
    if (/^\.{0,2}$/.test(text)) throw refuse('must not be empty');
    return text;
  });
}

/** A segment of a path; refuses what could lead out of its place. */
export function encodeSegment(text: string, refuse: Refuse): string {
  if (unsafe.test(text)) throw refuse('must not hold control characters, `.` or `..`');
  return encodeURIComponent(text);
}
