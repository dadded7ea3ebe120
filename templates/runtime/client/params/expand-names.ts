import type { Operation } from '../../operation.js';
import { toText, type Refuse } from './parameter-text.js';
import { encodeSegment, expandPath } from './path.js';

/** The path of a call whose variables are resource names: `{name=accounts/*}` takes `accounts/pub-1`. */
export function expandNames(operation: Operation<never, unknown>, params: object, path: string): string {
  return expandPath(operation, params, path, expandTemplate);
}

/** A resource name: the slashes of its template stay, and no segment can become several or end the path. */
function expandTemplate(template: string, value: unknown, refuse: Refuse): string {
  const segments = toText(value, refuse).split('/');
  if (!matches(template.split('/'), segments))
    throw refuse(`must have the form \`${template}\`${hint(template, segments)}`);
  // Encoded, too: to a server that decodes once more it would be another resource.
  if (segments.some((segment) => /[\\?#]|%(25)*(2f|5c|3f|23)/i.test(segment)))
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
