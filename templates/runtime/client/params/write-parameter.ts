import { expandParameters } from '../../expand-parameters.js';
import type { Operation, OperationParameter, WriteAny, SerializeRules } from '../../operation.js';
import { type ToError, writeForm, writeSimple, writeTexts } from './serialize.js';
import { isPlainObject } from './values.js';

/** Writes a parameter of the query, a header or a cookie in any style. Only operations with other than plain parameters need it. */
export const writeAnyParameter: WriteAny = (operation, one, value, { query, headers, invalid }) => {
  const { name, in: location, allowReserved } = one;
  const encodeOther = (allowReserved && location === 'query' && operation.writers?.reserved) || encodeURIComponent;
  const encode = location === 'header' ? encodeHeader(invalid) : encodeOther;
  const pieces = writeParameter(operation, one, value, { encode, invalid });
  if (location === 'header') {
    for (const text of pieces) headers[name] = text;
    return;
  }
  // Exploded members of an object are sent under their own names, which may be those of other parameters.
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

/** Returns the encoder of a header. Headers have no escapes: it throws for text that they cannot contain. */
function encodeHeader(invalid: ToError): SerializeRules['encode'] {
  return (text, beside = '') => {
    if (/^[\t ]|[\t ]$|[^\t\u0020-\u007e\u0080-\u00ff]/.test(text))
      throw invalid('contains characters that headers cannot contain');
    for (const delimiter of beside)
      if (text.includes(delimiter)) throw invalid(`contains \`${delimiter}\`, which separates items`);
    return text;
  };
}

/** Writes a parameter: `name=value` pieces for query and cookies, one string for path and headers, nothing for an empty value. */
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
    throw invalid(`cannot be written: the operation has no writer for \`${contentType ?? style}\``);
  return write(name, value, { in: location, explode, encode, invalid });
}
