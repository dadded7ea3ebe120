import type { Operation, OperationParameter, TextRules } from '../operation.js';
import { toContent, writeForm, writeSimple } from './parameter-text.js';

/** A value of a parameter as pieces: `name=value` in query and cookies, else at most one text; none where nothing is left. */
export function writeParameter(
  { writers }: Operation<never, unknown>,
  one: OperationParameter,
  value: unknown,
  { encode, refuse }: Omit<TextRules, 'explode'>,
): readonly string[] {
  const { name, contentType } = one;
  const isPair = one.in === 'query' || one.in === 'cookie';
  if (contentType !== undefined) {
    const text = encode(toContent(contentType, value, refuse));
    return [isPair ? `${encodeURIComponent(name)}=${text}` : text];
  }
  const style = one.style ?? (isPair ? 'form' : 'simple');
  const write = style === 'form' ? writeForm : style === 'simple' ? writeSimple : writers?.[style];
  if (write === undefined) throw refuse(`cannot be written: its operation has no writer of style \`${style}\``);
  return write(name, value, { explode: one.explode ?? style === 'form', encode, refuse });
}
