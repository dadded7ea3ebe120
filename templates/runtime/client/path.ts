import type { Operation, OperationParameter } from '../operation.js';
import { InvalidParameterError } from './errors.js';
import { isAbsent, toContent, toInline, toText, type Refuse } from './parameter-text.js';
import { readOwn } from './read-own.js';

/** `{id}`, `{+name}` or `{name=accounts/*}` */
const variable = /\{(\+?)([^{}=]+)(?:=([^{}]*))?\}/g;

/** A dot segment, plainly or in any depth of percent-encoding, also where a server reads `..;x` as one. */
const dotSegment = /(?:^|[/\\])\.{1,2}(?:$|[/\\;])/;

/** The path of a call with every variable filled in and encoded; no value can leave its place. */
export function expandPath(operation: Operation<never, unknown>, params: object): string {
  return operation.path.replace(variable, (_, plus: string, name: string, template: string | undefined) => {
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

function expandTemplate(template: string, value: unknown, refuse: Refuse): string {
  const segments = toText(value, refuse).split('/');
  if (!matches(template.split('/'), segments)) throw refuse(`must have the form \`${template}\``);
  // To a server that decodes once more it would be another resource.
  if (segments.some((segment) => decodeDeeply(segment).includes('/'))) throw refuse('must not hold an encoded slash');
  return segments.map((segment) => encodeSegment(segment, refuse)).join('/');
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

// `%252e` is a dot to a server that decodes twice.
function decodeDeeply(text: string): string {
  return text.replace(/%(?:25)*(2e|2f|5c|3b)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
