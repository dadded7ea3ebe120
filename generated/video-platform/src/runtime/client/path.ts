import type { Operation, OperationParameter } from '../operation.js';
import { InvalidParameterError } from './errors.js';
import { isAbsent, toText, type Refuse } from './parameter-text.js';
import { readOwn } from './read-own.js';
import { writeParameter } from './write-parameter.js';

/** `{id}`, `{+name}` or `{name=accounts/*}` */
const variable = /\{(\+?)([^{}=]+)(?:=([^{}]*))?\}/g;

/** A dot segment, plainly or in any depth of percent-encoding, also where a server reads `..;x` as one. */
const dotSegment = /(?:^|[/\\])\.{1,2}(?:$|[/\\;])/;

/** The path of a call with every variable filled in and encoded; no value can leave its place. */
export function expandPath(
  operation: Operation<never, unknown>,
  params: object,
  path: string = operation.path,
): string {
  return path.replace(variable, (_, plus: string, name: string, template: string | undefined) => {
    const one = operation.parameters?.find((parameter) => parameter.in === 'path' && parameter.name === name);
    const property = one?.property ?? name;
    const refuse: Refuse = (message) => new InvalidParameterError(operation.id, property, message);
    const value = readOwn(params, property);
    if (isAbsent(value)) throw refuse('is required');
    const pattern = template ?? (plus === '' ? undefined : '**');
    return pattern === undefined
      ? expandValue(operation, one ?? { name, in: 'path' }, value, refuse)
      : expandTemplate(pattern, value, refuse);
  });
}

function expandValue(
  operation: Operation<never, unknown>,
  one: OperationParameter,
  value: unknown,
  refuse: Refuse,
): string {
  const text = writeParameter(operation, one, value, { encode: (item) => encodeSegment(item, refuse), refuse }).join(
    '',
  );
  // A label of nothing is a dot, of two empty items two: an address drops such a segment.
  if (/^\.{0,2}$/.test(text)) throw refuse('must not be empty');
  return text;
}

/** A resource name: the slashes of its template stay, and no segment can become several or end the path. */
function expandTemplate(template: string, value: unknown, refuse: Refuse): string {
  const segments = toText(value, refuse).split('/');
  if (!matches(template.split('/'), segments))
    throw refuse(`must have the form \`${template}\`${hint(template, segments)}`);
  // Encoded, too: to a server that decodes once more it would be another resource.
  if (segments.some((segment) => /[/\\?#]/.test(decodeDeeply(segment))))
    throw refuse('must not hold `/`, `\\`, `?` or `#` inside a segment, encoded or not');
  if (segments.includes('')) throw refuse('must not be empty');
  return segments.map((segment) => encodeSegment(segment, refuse)).join('/');
}

/** Who gives an id alone is told that its place belongs to it. */
function hint(template: string, segments: readonly string[]): string {
  return segments.length === 1 && template.includes('/') ? ': the whole resource name, not its last part alone' : '';
}

function matches([head, ...rest]: readonly string[], segments: readonly string[]): boolean {
  if (head === undefined) return segments.length === 0;
  if (head === '**') return segments.some((_, index) => matches(rest, segments.slice(index + 1)));
  return segments.length > 0 && (head === '*' || head === segments[0]) && matches(rest, segments.slice(1));
}

function encodeSegment(text: string, refuse: Refuse): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) throw refuse('must not hold control characters');
  if (dotSegment.test(decodeDeeply(text))) throw refuse('must not be or hold a `.` or `..` segment');
  return encodeURIComponent(text);
}

// `%252e` is a dot to a server that decodes twice; so it is with the other characters that end a segment.
function decodeDeeply(text: string): string {
  return text.replace(/%(?:25)*(2e|2f|5c|3b|3f|23)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
