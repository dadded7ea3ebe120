import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import {
  bodyError,
  follow,
  headerError,
  HttpError,
  mediaTypeOf,
  parseExactly,
  type Path,
} from '@speccast/runtime/requests';
import { membersAt } from '../../values/members-at.js';
import { didYouMean, findNearest } from '../../values/did-you-mean.js';
import { readBytes } from '../../receive/read-body.js';
import { controlSchemas } from '../document/control-schemas.js';
import { toSchema } from '../document/draft-schema.js';
import type { ControlOperation } from './controlled-emulator.js';

/** The conditions under which requests may use the control plane. */
export interface Admission {
  /** Must be sent as `Authorization: Bearer` or `x-mock-token`. Default: requests from this machine need no token. */
  readonly token?: string | undefined;
  /** Host of the emulator's `baseUrl`, which is in no network. */
  readonly ownHost: string;
}

const loopback = /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Rejects (401, 403) requests that may not use the control plane: without the token, if there is one; else with another host
 * name (DNS rebinding); and from pages of other origins.
 */
export function admit({ method, headers, url }: Request, { token, ownHost }: Admission): void {
  const { host, hostname, origin, pathname } = new URL(url);
  const forbid = (message: string): never => {
    throw new HttpError(403, 'forbidden', message);
  };
  // Without a token, only the host name shows that a caller is on this machine.
  if (token === undefined && host !== ownHost && !loopback.test(hostname))
    forbid(`The control plane does not respond under the host name ${hostname}; use localhost, or a control token.`);
  const from = headers.get('origin');
  const site = headers.get('sec-fetch-site') ?? 'none';
  const isNavigation = headers.get('sec-fetch-mode') === 'navigate' && method === 'GET';
  if ((from !== null && from !== origin) || !(isNavigation || site === 'none' || site === 'same-origin'))
    forbid('The control plane does not respond to pages of other origins.');
  // The page itself contains no data. It requests data with the token.
  if (token === undefined || pathname.endsWith('/__mock/ui')) return;
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1];
  if ((headers.get('x-mock-token') ?? bearer) === token) return;
  throw new HttpError(401, 'required', 'The control plane needs its token: Authorization: Bearer, or x-mock-token.', {
    headers: { 'www-authenticate': 'Bearer realm="control"' },
    location: 'Authorization',
    locationType: 'header',
  });
}

const maxBytes = 64 * 1024 * 1024;

/** Reads the JSON object of a request; empty without a body. Rejects anything else (400, 413, 415). */
export async function readControlBody(request: Request): Promise<JsonObject> {
  const bytes = await readBytes(request, maxBytes);
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  // Other sites can send forms without a preflight request, but not JSON.
  if (type !== '' && type !== 'application/json')
    throw headerError(
      415,
      'unsupportedMediaType',
      `The control plane takes application/json, not ${type}.`,
      'Content-Type',
    );
  if (bytes.length === 0) return {};
  if (type === '') throw wrongBody('it needs the content type application/json');
  const body = parseExactly(new TextDecoder().decode(bytes));
  if (body !== undefined && isJsonObject(body)) return body;
  throw wrongBody('it has to be a JSON object');
}

/** Rejects (400) parameters and members of the body that an operation of the control plane does not declare. */
export function checkMembers(
  { parameters = [], body: schema }: ControlOperation,
  query: URLSearchParams,
  body: JsonObject,
): void {
  const declared = new Map(parameters.filter((one) => one['in'] === 'query').map((one) => [String(one['name']), one]));
  for (const [name, value] of query) {
    const parameter = declared.get(name);
    if (!parameter) throw wrongParameter(name, `There is no parameter ${name}${didYouMean(name, declared.keys())}`);
    const values = follow(parameter, '#/schema/enum');
    if (Array.isArray(values) && !values.includes(value))
      throw wrongParameter(name, `${name} is ${values.join(' or ')}, not ${value}.`);
  }
  const [first] = Object.keys(body);
  if (schema !== undefined) checkBody({ ...toSchema(schema), components: { schemas: controlSchemas } }, body, []);
  else if (first !== undefined) throw wrongBody(`there is no ${first} here`, first);
}

function checkBody(root: JsonObject, value: Json, path: Path): void {
  if (Array.isArray(value)) value.forEach((one: Json, index) => checkBody(root, one, [...path, index]));
  const members = isJsonObject(value) ? membersAt(root, path) : undefined;
  if (!isJsonObject(value) || !members) return;
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, name];
    if (members.has(name)) {
      checkBody(root, member, at);
      continue;
    }
    const location = at.join('.');
    const siblings = Array.from(members.keys(), (sibling) => [...path, sibling].join('.'));
    const meant =
      listPaths(root, []).find((other) => other.split('.').at(-1) === name) ?? findNearest(location, siblings);
    throw wrongBody(`there is no ${location}${meant ? `; did you mean ${meant}?` : ''}`, location);
  }
}

/** Lists the members of a body by their paths: `hits`, `hits.times`. */
function listPaths(root: JsonObject, path: Path): readonly string[] {
  const names = path.length > 2 ? [] : [...(membersAt(root, path)?.keys() ?? [])];
  return names.flatMap((name) => [[...path, name].join('.'), ...listPaths(root, [...path, name])]);
}

/** Returns the error (400) for a body. */
export function wrongBody(why: string, location?: string): HttpError {
  const message = `The body does not fit: ${why}${why.endsWith('?') ? '' : '.'}`;
  return bodyError('invalidBody', message, location === undefined ? {} : { location });
}

/** Rejects (400) a member of a body that is not a string. `location` is its path: `when.caller`. */
export function requireString(value: Json | undefined, location: string): asserts value is string {
  if (typeof value !== 'string') throw wrongBody(`${location.replace(/^.*\./, '')} has to be a string`, location);
}

/** Rejects (400) a member of a body that is not an object. `location` is its path: `when.parameters`. */
export function requireObject(value: Json | undefined, location: string): asserts value is JsonObject {
  if (!isJsonObject(value)) throw wrongBody(`${location.replace(/^.*\./, '')} has to be an object`, location);
}

/** Runs work with members of the body. A `TypeError`, by which the emulator rejects arguments, becomes an error 400. */
export async function rejecting<Result>(work: () => Result): Promise<Awaited<Result>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TypeError) throw wrongBody(error.message.replace(/\.$/, ''));
    throw error;
  }
}

/** Reads the whole number of a parameter; undefined if it is absent. Rejects (400) anything else. */
export function readNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw wrongParameter(name, `${name} has to be a whole number.`);
}

/** Returns the error (400) for a parameter. */
function wrongParameter(location: string, message: string): HttpError {
  return new HttpError(400, 'invalidParameter', message, { location, locationType: 'parameter' });
}

/** Reads the number in a path. Returns -1, a number that no item has, for other text. */
export function readId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

/** Reads the parameter `limit`. */
export function readLimit(query: URLSearchParams): number {
  return readNumber(query, 'limit') ?? 100;
}

/** Returns the last items of a list, at most `limit` (a parameter). */
export function takeLast<Item>(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  return items.slice(Math.max(0, items.length - readLimit(query)));
}

/** Returns the result of a search or removal. Rejects (404) undefined and `false`, which report that the item does not exist. */
export function requireFound<Found>(found: Found | false | undefined, message: string): Found {
  if (found === undefined || found === false) throw notFound(message);
  return found;
}

/** Returns the error (404) for an unknown name, key or number. */
export function notFound(message: string): HttpError {
  return new HttpError(404, 'notFound', message);
}
