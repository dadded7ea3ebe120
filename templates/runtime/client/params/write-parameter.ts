import type { Operation, OperationParameter, TextRules } from '../../operation.js';
import { writeForm, writeSimple } from './parameter-text.js';

/** A value of a parameter as pieces: `name=value` in query and cookies, else at most one text; none where nothing is left. */
export function writeParameter(
  { writers }: Operation<never, unknown>,
  one: OperationParameter,
  value: unknown,
  { encode, refuse }: Omit<TextRules, 'explode'>,
): readonly string[] {
  const { name, contentType, in: place } = one;
  const isPair = place === 'query' || place === 'cookie';
  const style = one.style ?? (isPair ? 'form' : 'simple');
  if (contentType !== undefined && writers?.content !== undefined) {
    const text = encode(writers.content(contentType, value, refuse));
    return [isPair ? `${encodeURIComponent(name)}=${text}` : text];
  }
  const write = style === 'form' ? writeForm : style === 'simple' ? writeSimple : writers?.[style];
  if (write === undefined || contentType !== undefined)
    throw refuse(`has no writer of \`${contentType ?? style}\` in its operation`);
  return write(name, value, { explode: one.explode ?? style === 'form', encode, refuse });
}
