import type { Operation, OperationParameter, WriteAny } from '../../operation.js';
import { isPlainObject, type Refuse } from './parameter-text.js';
import { headerText } from './write-header.js';
import { writeParameter } from './write-parameter.js';

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
