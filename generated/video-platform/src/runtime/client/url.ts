import type { Operation, OperationParameter, TextRules } from '../operation.js';
import { InvalidOptionError, InvalidParameterError } from './errors.js';
import { isAbsent, isPlainObject, writeForm, type Refuse } from './parameter-text.js';
import { expandPath } from './path.js';
import { readOwn } from './read-own.js';
import { writeParameter } from './write-parameter.js';

/** A base URL taken apart: the query of the base stands before that of the call. */
export interface BaseUrl {
  /** `https://films.test` */
  readonly origin: string;
  /** Without a slash at the end: `/v3`, or empty. */
  readonly path: string;
  /** Without `?`; empty where there is none. */
  readonly query: string;
}

/** Reads a base URL; in a browser it may be relative to the page. */
export function readBaseUrl(text: string | undefined): BaseUrl {
  if (text === undefined || text === '')
    throw new InvalidOptionError('baseUrl', 'is required: the spec names no address of the service');
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InvalidOptionError('baseUrl', 'must be an http or https URL');
  if (url.username !== '' || url.password !== '')
    throw new InvalidOptionError(
      'baseUrl',
      'must not hold a user name or password: give `auth: basic(user, password)`',
    );
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, ''), query: url.search.slice(1) };
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text, globalThis.location?.href);
  } catch {
    return undefined;
  }
}

/** The address of a call, without credentials. */
export function buildUrl(base: BaseUrl, operation: Operation<never, unknown>, params: object): string {
  const query = queryOf(operation, params);
  const type = uploadTypeOf(operation, params);
  const stated = type === undefined || query.some((piece) => piece.startsWith('uploadType='));
  const pieces = [base.query, ...query, stated ? '' : `uploadType=${type}`];
  return addQuery(
    addressOf(base, operation, params),
    pieces.filter((piece) => piece !== ''),
  );
}

/** Bytes may go to another place than JSON does: one that keeps the base's path, or has a path of its own. */
function addressOf({ origin, path }: BaseUrl, operation: Operation<never, unknown>, params: object): string {
  const { upload = '', uploadPath } = uploadTypeOf(operation, params) === undefined ? {} : (operation.media ?? {});
  if (uploadPath !== undefined) return origin + expandPath(operation, params, uploadPath);
  return origin + upload + path + expandPath(operation, params);
}

/** What is told to a service that takes bytes in a place of their own: bytes alone, or bytes after JSON. */
function uploadTypeOf({ media }: Operation<never, unknown>, params: object): 'media' | 'multipart' | undefined {
  if (media?.upload === undefined && media?.uploadPath === undefined) return undefined;
  if (isAbsent(readOwn(params, 'media'))) return undefined;
  return isAbsent(readOwn(params, 'body')) ? 'media' : 'multipart';
}

/** Adds `name=value` pieces, already encoded, to a URL. */
export function addQuery(url: string, pieces: readonly string[]): string {
  if (pieces.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${pieces.join('&')}`;
}

/** Header and cookie parameters of a call. */
export function buildHeaders(operation: Operation<never, unknown>, params: object): Headers {
  const headers = new Headers();
  for (const one of operation.parameters ?? []) {
    if (one.in !== 'header') continue;
    const [text] = piecesOf(operation, one, params, headerText);
    if (text !== undefined) headers.set(one.name, text);
  }
  const cookies = assignmentsIn('cookie', operation, params);
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  return headers;
}

function queryOf(operation: Operation<never, unknown>, params: object): readonly string[] {
  return [...assignmentsIn('query', operation, params), ...openAssignments(operation, params)];
}

function assignmentsIn(
  place: 'query' | 'cookie',
  operation: Operation<never, unknown>,
  params: object,
): readonly string[] {
  const inPlace = (operation.parameters ?? []).filter((one) => one.in === place);
  return inPlace.flatMap((one) => {
    const reserved = one.allowReserved === true && place === 'query';
    const pieces = piecesOf(operation, one, params, () => (reserved ? encodeReserved : encodeURIComponent));
    for (const other of inPlace) {
      if (other !== one && pieces.some((piece) => piece.startsWith(`${encodeURIComponent(other.name)}=`)))
        throw refuserOf(operation, one)(`would be sent as \`${other.name}\`, which is another parameter`);
    }
    return pieces;
  });
}

/** Parameters that the spec does not list: sent repeated where it leaves them open, else refused. */
function openAssignments(operation: Operation<never, unknown>, params: object): readonly string[] {
  const known = new Set((operation.parameters ?? []).map((one) => one.property ?? one.name));
  for (const [name] of operation.path.matchAll(/[^{}=+]+(?=[=}])/g)) known.add(name);
  if (operation.body !== undefined || operation.media?.metadata === true) known.add('body');
  if (operation.media !== undefined) known.add('media');
  return Object.entries(params).flatMap(([name, value]) => {
    if (known.has(name) || isAbsent(value)) return [];
    const refuse = refuser(operation, name);
    if (operation.openParameters !== true) throw refuse('is not a parameter of this operation');
    if (isPlainObject(value)) throw refuse('must be text, a number, a boolean or a list of these');
    return writeForm(name, value, { explode: true, encode: encodeURIComponent, refuse });
  });
}

/** What is sent for one parameter: nothing where it is not given and need not be. */
function piecesOf(
  operation: Operation<never, unknown>,
  one: OperationParameter,
  params: object,
  encoder: (refuse: Refuse) => TextRules['encode'],
): readonly string[] {
  const value = readOwn(params, one.property ?? one.name);
  const refuse = refuserOf(operation, one);
  if (!isAbsent(value)) return writeParameter(operation, one, value, { encode: encoder(refuse), refuse });
  if (one.required === true) throw refuse('is required');
  return [];
}

function refuserOf(operation: Operation<never, unknown>, { name, property = name }: OperationParameter): Refuse {
  return refuser(operation, property);
}

function refuser(operation: Operation<never, unknown>, property: string): Refuse {
  return (message) => new InvalidParameterError(operation.id, property, message);
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

/** Leaves characters alone that a query may hold, but those that would end the value or change it. */
function encodeReserved(text: string, beside: string = ''): string {
  return encodeURIComponent(text).replace(/%(?:2F|3A|3B|3D|3F|40|24|2C)/g, (code) => {
    const character = decodeURIComponent(code);
    return beside.includes(character) ? code : character;
  });
}
