import type { Operation, OperationParameter, WriteAny, TextRules } from '../../operation.js';
import { type Refuse, textsOf, writeForm, writeSimple } from './serialize.js';
import { isPlainObject } from './values.js';

/** Writes a parameter of a query, a header or a cookie in any style: what plain parameters of a query do not need. */
export const writeAnyParameter: WriteAny = (operation, one, value, { query, headers, refuse }) => {
  const { name, in: place } = one;
  if (place === 'header')
    for (const text of writeParameter(operation, one, value, { encode: headerText(refuse), refuse }))
      headers[name] = text;
  else {
    const pieces = assignments(operation, one, value, refuse);
    if (place === 'query') query.push(...pieces);
    else if (pieces.length > 0) headers['cookie'] = [headers['cookie'] ?? [], pieces].flat().join('; ');
  }
};

function assignments(
  operation: Operation<never, unknown>,
  one: OperationParameter,
  value: unknown,
  refuse: Refuse,
): readonly string[] {
  const { parameters = [], writers } = operation;
  const encode = (one.allowReserved && one.in === 'query' && writers?.reserved) || encodeURIComponent;
  const pieces = writeParameter(operation, one, value, { encode, refuse });
  // Members of an object may be sent under their own names.
  for (const { name } of isPlainObject(value)
    ? parameters.filter((other) => other !== one && other.in === one.in)
    : []) {
    if (pieces.some((piece) => piece.startsWith(`${encodeURIComponent(name)}=`)))
      throw refuse(`would be sent as \`${name}\`, which is another parameter`);
  }
  return pieces;
}

/** Writes a header that is text or a list, in style `simple`. */
export const writeHeader: WriteAny = (_operation, { name }, value, { headers, refuse }) => {
  const texts = textsOf(value, headerText(refuse), refuse, ',');
  if (texts.length > 0) headers[name] = texts.join(',');
};

/** A header has no escapes: what it cannot carry as it stands is refused. */
export function headerText(refuse: Refuse): TextRules['encode'] {
  return (text, beside = '') => {
    if (/^[\t ]|[\t ]$|[^\t\u0020-\u007e\u0080-\u00ff]/.test(text)) throw refuse('holds what a header cannot carry');
    for (const delimiter of beside) {
      if (text.includes(delimiter)) throw refuse(`holds \`${delimiter}\`, which separates items`);
    }
    return text;
  };
}

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
