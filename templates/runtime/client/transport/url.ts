import { expandParameters } from '../../expand-parameters.js';
import type { Operation } from '../../operation.js';
import type { UploadTarget } from '../body/sent-body.js';
import { parameterError } from '../errors/errors.js';
import { writePlain } from '../params/serialize.js';
import { isAbsent, readOwn } from '../params/values.js';
import { readBaseUrl } from './base-url.js';
import type { Call, BaseUrl } from '../options/options.js';

/** The URL and the headers of a call, without credentials. */
export interface WrittenCall {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** Returns the base URL of a call: that of its client, or of its operation if it has one of its own. */
export function chooseBase({
  settings,
  operation,
  options,
}: Pick<Call, 'settings' | 'operation' | 'options'>): BaseUrl {
  const { base } = settings;
  return operation.baseUrl ? readBaseUrl(options.baseUrl, operation.baseUrl, base.origin) : base;
}

/** Writes the parameters of a call; throws `InvalidParameterError` if one is missing, invalid or unknown. */
export function writeCall(
  base: BaseUrl,
  operation: Operation<never, unknown>,
  params: object,
  target: UploadTarget = {},
): WrittenCall {
  const query = [base.query];
  const headers: Record<string, string> = {};
  const { path, expandPath, writers: { any, header } = {} } = operation;
  let unread = Object.keys(params).length;
  for (const one of expandParameters(operation)) {
    const { name, property = name, in: at, explode = true } = one;
    const value = readOwn(params, property);
    if (!isAbsent(value)) unread -= 1;
    else if (one.required !== true) continue;
    // `expandPath` fills in the variables of the path.
    if (at === 'path') continue;
    const invalid = parameterError(operation, property);
    if (isAbsent(value)) throw invalid('is required');
    const write = any ?? (at === 'header' && header);
    if (write) write(operation, one, value, { query, headers, invalid });
    else query.push(...writePlain(name, value, { explode, encode: encodeURIComponent, invalid }));
  }
  if (unread > 0) query.push(...openAssignments(operation, params));
  const own = target.path ?? (target.prefix ?? '') + base.path + (expandPath?.(operation, params, path) ?? path);
  query.push(target.query ?? '');
  return { url: addQuery(base.origin + own, query), headers };
}

/** Returns the URL of a call, without credentials. */
export function buildUrl(base: BaseUrl, operation: Operation<never, unknown>, params: object): string {
  return writeCall(base, operation, params).url;
}

/** Adds encoded `name=value` pieces to a URL. */
export function addQuery(url: string, pieces: readonly string[]): string {
  const query = pieces.filter((piece) => piece !== '').join('&');
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

/** Writes parameters that the operation does not declare; throws `InvalidParameterError` unless the spec allows any. */
function openAssignments(operation: Operation<never, unknown>, params: object) {
  const { path, body, media, openParameters } = operation;
  const known: readonly unknown[] = [
    ...expandParameters(operation).map(({ name, property = name }) => property),
    ...(path.match(/[^{}=+]+(?=[=}])/g) ?? []),
    (body ?? media?.metadata) && 'body',
    media && 'media',
    body?.[1] && 'contentType',
  ];
  return Object.entries(params).flatMap(([name, value]) => {
    if (isAbsent(value) || known.includes(name)) return [];
    const invalid = parameterError(operation, name);
    if (openParameters !== true) throw invalid('is not a parameter of this operation');
    return writePlain(name, value, { explode: true, encode: encodeURIComponent, invalid });
  });
}
