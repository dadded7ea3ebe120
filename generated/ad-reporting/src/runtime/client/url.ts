import type { Operation, OperationParameter, TextRules } from '../operation.js';
import type { BaseUrl } from './base-url.js';
import { isAbsent, isPlainObject, writeForm, type Refuse } from './parameter-text.js';
import { readOwn } from './read-own.js';
import { refuser } from './refuser.js';
import { writeParameter } from './write-parameter.js';

/** Where bytes are sent, as far as it is another place than JSON is sent to. */
export interface UploadPlace {
  /** What stands before the path of the base: `/upload`. */
  readonly prefix?: string;
  /** Path from the root of the base's host, instead of the base's path and the operation's. */
  readonly path?: string;
  /** A piece of the query: `uploadType=media`. */
  readonly query?: string;
}

/** What a call is sent as, without credentials. */
export interface WrittenCall {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** Writes the parameters of a call, in one pass. */
export function writeCall(
  base: BaseUrl,
  operation: Operation<never, unknown>,
  params: object,
  place: UploadPlace = {},
): WrittenCall {
  const pieces = { query: [base.query], cookie: [] as string[] };
  const headers: Record<string, string> = {};
  let unread = Object.keys(params).length;
  for (const one of operation.parameters ?? []) {
    const { name, property = name, in: at } = one;
    const value = readOwn(params, property);
    if (!isAbsent(value)) unread -= 1;
    else if (one.required !== true) continue;
    // Variables are filled in by themselves.
    if (at === 'path') continue;
    const refuse = refuser(operation, property);
    if (isAbsent(value)) throw refuse('is required');
    if (at !== 'header') pieces[at].push(...assignments(operation, one, value, refuse));
    else
      for (const text of writeParameter(operation, one, value, { encode: headerText(refuse), refuse }))
        headers[name] = text;
  }
  if (unread > 0) pieces.query.push(...openAssignments(operation, params));
  if (pieces.cookie.length > 0) headers['cookie'] = pieces.cookie.join('; ');
  const { path, expandPath } = operation;
  const own = place.path ?? (place.prefix ?? '') + base.path + (expandPath?.(operation, params, path) ?? path);
  return { url: addQuery(base.origin + own, [...pieces.query, place.query ?? '']), headers };
}

/** The address of a call, without credentials. */
export function buildUrl(base: BaseUrl, operation: Operation<never, unknown>, params: object): string {
  return writeCall(base, operation, params).url;
}

/** Adds `name=value` pieces, already encoded, to a URL. */
export function addQuery(url: string, pieces: readonly string[]): string {
  const query = pieces.filter((piece) => piece !== '').join('&');
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

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

/** Parameters that the spec does not list: sent repeated where it leaves them open, else refused. */
function openAssignments(operation: Operation<never, unknown>, params: object): readonly string[] {
  const { parameters = [], path, body, media, openParameters } = operation;
  const known = new Set(parameters.map(({ name, property = name }) => property));
  for (const [name] of path.matchAll(/[^{}=+]+(?=[=}])/g)) known.add(name);
  if (body !== undefined || media?.metadata === true) known.add('body');
  if (media !== undefined) known.add('media');
  if ((body?.length ?? 0) > 1) known.add('contentType');
  return Object.entries(params).flatMap(([name, value]) => {
    if (isAbsent(value) || known.has(name)) return [];
    const refuse = refuser(operation, name);
    if (openParameters !== true) throw refuse('is not a parameter of this operation');
    if (isPlainObject(value)) throw refuse('must be text, a number, a boolean or a list of these');
    return writeForm(name, value, { explode: true, encode: encodeURIComponent, refuse });
  });
}

/** A header has no escapes: what it cannot carry as it stands is refused. */
function headerText(refuse: Refuse): TextRules['encode'] {
  return (text, beside = '') => {
    if (/^[\t ]|[\t ]$|[^\t\u0020-\u007e\u0080-\u00ff]/.test(text))
      throw refuse('holds characters that a header cannot carry');
    for (const delimiter of beside) {
      if (text.includes(delimiter)) throw refuse(`holds \`${delimiter}\`, which separates items`);
    }
    return text;
  };
}
