import type { Operation, OperationParameter } from '../operation.js';
import { InvalidParameterError } from './errors.js';
import { isAbsent, toContent, toInline, toText, type Refuse } from './parameter-text.js';
import { readOwn } from './read-own.js';

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
    const rules = operation.parameters?.find((one) => one.in === 'path' && one.name === name);
    const property = rules?.property ?? name;
    const refuse: Refuse = (message) => new InvalidParameterError(operation.id, property, message);
    const value = readOwn(params, property);
    if (isAbsent(value)) throw refuse('is required');
    const pattern = template ?? (plus === '' ? undefined : '**');
    return pattern === undefined ? expandValue(name, value, rules, refuse) : expandTemplate(pattern, value, refuse);
  });
}

function expandValue(name: string, value: unknown, rules: OperationParameter | undefined, refuse: Refuse): string {
  const encode = (text: string): string => encodeSegment(text, refuse);
  if (rules?.contentType !== undefined) return encode(toContent(rules.contentType, value, refuse));
  const text = toInline(name, value, {
    style: rules?.style ?? 'simple',
    explode: rules?.explode ?? false,
    encode,
    refuse,
  });
  if (text === '') throw refuse('must not be empty');
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
  if (text === '') throw refuse('must not be empty');
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
