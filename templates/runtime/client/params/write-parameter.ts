import { expandParameters } from '../../expand-parameters.js';
import type { Operation, OperationParameter, WriteAny, SerializeRules } from '../../operation.js';
import { type ToError, stringsOf, writeForm, writeSimple } from './serialize.js';
import { isPlainObject } from './values.js';

/** Writes a parameter of a query, a header or a cookie in any style: what plain parameters of a query do not need. */
export const writeAnyParameter: WriteAny = (operation, one, value, { query, headers, invalid }) => {
  const { name, in: location } = one;
  if (location === 'header')
    for (const text of writeParameter(operation, one, value, { encode: encodeHeader(invalid), invalid }))
      headers[name] = text;
  else {
    const pieces = assignments(operation, one, value, invalid);
    if (location === 'query') query.push(...pieces);
    else if (pieces.length > 0) headers['cookie'] = [headers['cookie'] ?? [], pieces].flat().join('; ');
  }
};

function assignments(
  operation: Operation<never, unknown>,
  one: OperationParameter,
  value: unknown,
  invalid: ToError,
): readonly string[] {
  const encode = (one.allowReserved && one.in === 'query' && operation.writers?.reserved) || encodeURIComponent;
  const pieces = writeParameter(operation, one, value, { encode, invalid });
  // Members of an object may be sent under their own names.
  for (const { name } of isPlainObject(value)
    ? expandParameters(operation).filter((other) => other.name !== one.name && other.in === one.in)
    : []) {
    if (pieces.some((piece) => piece.startsWith(`${encodeURIComponent(name)}=`)))
      throw invalid(`would be sent as \`${name}\`, which is another parameter`);
  }
  return pieces;
}

/** Writes a header that is text or a list, in style `simple`. */
export const writeHeader: WriteAny = (_operation, { name }, value, { headers, invalid }) => {
  const texts = stringsOf(value, encodeHeader(invalid), invalid, ',');
  if (texts.length > 0) headers[name] = texts.join(',');
};

/** A header has no escapes: what it cannot carry unchanged is rejected. */
export function encodeHeader(invalid: ToError): SerializeRules['encode'] {
  return (text, beside = '') => {
    if (/^[\t ]|[\t ]$|[^\t\u0020-\u007e\u0080-\u00ff]/.test(text)) throw invalid('holds what a header cannot carry');
    for (const delimiter of beside) {
      if (text.includes(delimiter)) throw invalid(`holds \`${delimiter}\`, which separates items`);
    }
    return text;
  };
}

/** A value of a parameter as pieces: `name=value` in query and cookies, else at most one text; none where nothing is left. */
export function writeParameter(
  { writers }: Operation<never, unknown>,
  one: OperationParameter,
  value: unknown,
  { encode, invalid }: Omit<SerializeRules, 'in' | 'explode'>,
): readonly string[] {
  const { name, contentType, in: location } = one;
  const isPair = location === 'query' || location === 'cookie';
  const style = one.style ?? (isPair ? 'form' : 'simple');
  if (contentType !== undefined && writers?.content !== undefined) {
    const text = encode(writers.content(contentType, value, invalid));
    return [isPair ? `${encodeURIComponent(name)}=${text}` : text];
  }
  if (one.encoding && writers?.fields) return writers.fields(value, invalid, one).split('&');
  const write = style === 'form' ? writeForm : style === 'simple' ? writeSimple : writers?.[style];
  if (write === undefined || contentType !== undefined)
    throw invalid(`has no writer of \`${contentType ?? style}\` in its operation`);
  return write(name, value, { in: location, explode: one.explode ?? style === 'form', encode, invalid });
}
