import { expandParameters } from '../../expand-parameters.js';
import type { Operation, OperationParameter, WriteAny, SerializeRules } from '../../operation.js';
import { type ToError, writeForm, writeSimple, writeTexts } from './serialize.js';
import { isPlainObject } from './values.js';

/** Writes a parameter of a query, a header or a cookie in any style: plain parameters of a query do not need it. */
export const writeAnyParameter: WriteAny = (operation, one, value, { query, headers, invalid }) => {
  const { name, in: location, allowReserved } = one;
  const encodeOther = (allowReserved && location === 'query' && operation.writers?.reserved) || encodeURIComponent;
  const encode = location === 'header' ? encodeHeader(invalid) : encodeOther;
  const pieces = writeParameter(operation, one, value, { encode, invalid });
  if (location === 'header') {
    for (const text of pieces) headers[name] = text;
    return;
  }
  // Members of an object may be sent under their own names.
  for (const other of isPlainObject(value) ? expandParameters(operation) : []) {
    const start = `${encodeURIComponent(other.name)}=`;
    if (other.name !== one.name && other.in === location && pieces.some((piece) => piece.startsWith(start)))
      throw invalid(`would be sent as \`${other.name}\`, which is another parameter`);
  }
  if (location === 'query') query.push(...pieces);
  else if (pieces.length) headers['cookie'] = [headers['cookie'] ?? [], pieces].flat().join('; ');
};

/** Writes a header that is text or a list, in style `simple`. */
export const writeHeader: WriteAny = (_operation, { name }, value, { headers, invalid }) => {
  const texts = writeTexts(value, { encode: encodeHeader(invalid), invalid }, ',');
  if (texts.length) headers[name] = texts.join(',');
};

/** Makes the encoder of a header, which has no escapes: it rejects what a header cannot carry unchanged. */
function encodeHeader(invalid: ToError): SerializeRules['encode'] {
  return (text, beside = '') => {
    if (/^[\t ]|[\t ]$|[^\t\u0020-\u007e\u0080-\u00ff]/.test(text)) throw invalid('holds what a header cannot carry');
    for (const delimiter of beside)
      if (text.includes(delimiter)) throw invalid(`holds \`${delimiter}\`, which separates items`);
    return text;
  };
}

/** Writes a value of a parameter: as `name=value` pieces in query and cookies, else as at most one text; as none where nothing is left. */
export function writeParameter(
  { writers }: Operation,
  one: OperationParameter,
  value: unknown,
  { encode, invalid }: Pick<SerializeRules, 'encode' | 'invalid'>,
): readonly string[] {
  const { name, contentType, in: location } = one;
  const isPair = location === 'query' || location === 'cookie';
  const { style = isPair ? 'form' : 'simple', explode = style === 'form' } = one;
  if (contentType !== undefined && writers?.content) {
    const text = encode(writers.content(contentType, value, invalid));
    return [isPair ? `${encodeURIComponent(name)}=${text}` : text];
  }
  if (one.encoding && writers?.fields) return writers.fields(value, invalid, one).split('&');
  const write = { form: writeForm, simple: writeSimple, ...writers }[style];
  if (!write || contentType !== undefined)
    throw invalid(`has no writer of \`${contentType ?? style}\` in its operation`);
  return write(name, value, { in: location, explode, encode, invalid });
}
