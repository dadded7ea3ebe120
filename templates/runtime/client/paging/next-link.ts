import type { FindNext, OperationParameter } from '../../operation.js';
import { PagingError } from './paging-error.js';

/**
 * The page after this one, from the header `Link` (RFC 8288) with `rel="next"`: the parameters of the query in its address
 * that the operation declares are the params that ask for it. Those that are lists or objects stay as they are.
 */
export const nextLink: FindNext = ({ id, parameters = [] }, { headers }) => {
  const address = findNext(headers?.get('link') ?? '');
  if (address === undefined) return undefined;
  const query = new URLSearchParams(address.replace(/^[^?]*\??/, '').replace(/#[^]*$/, ''));
  const params: Record<string, unknown> = {};
  for (const one of parameters) {
    const value = one.in === 'query' && isPlain(one) ? query.get(one.name) : null;
    if (value !== null) params[one.property ?? one.name] = valueOf(one, value);
  }
  if (Object.keys(params).length === 0)
    throw new PagingError(id, `${id}: no parameter of the operation asks for the next page`);
  return { params, name: address };
};

const link = /<([^<>]*)>((?:\s*;\s*[^\s;,="<>]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;
const rule = /;\s*([^\s;,="<>]+)(?:\s*=\s*(?:"([^"]*)"|([^\s;,"]*)))?/g;

/** `<https://…?page=2>; rel="next"`, apart by commas. */
function findNext(header: string): string | undefined {
  for (const [, address, rules = ''] of header.matchAll(link)) {
    for (const [, name = '', quoted, bare] of rules.matchAll(rule)) {
      if (name.toLowerCase() !== 'rel') continue;
      if ((quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes('next')) return address;
    }
  }
  return undefined;
}

function isPlain({ style = 'form', type = 'string', contentType }: OperationParameter): boolean {
  return contentType === undefined && style === 'form' && type !== 'array' && type !== 'object';
}

function valueOf({ type }: OperationParameter, text: string): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return (type === 'integer' || type === 'number') && text.trim() !== '' && !Number.isNaN(Number(text))
    ? Number(text)
    : text;
}
