import type { Api, Operation } from '../api.js';
import { plainName } from '../paging/habits.js';
import type { Property } from '../types/schema.js';
import { type Exchange, hasType, listSingulars, listValueMembers } from './exchanged.js';
import type { Placed } from './collections.js';
import { compact, type JsonObject } from '../../json.js';

/** Members that hold what callers write, as in JSON:API: `{id, type, attributes: {name}}`. */
const attributes = /^(?:attributes|properties|fields)$/;

/** Returns the member of a row that a body is; or that of the body, below the member that holds the thing, that the row is. */
export function intoAttributes({ api, target }: Placed, { sent }: Exchange): { into?: string; bodyWithin?: string } {
  if (sent === undefined) return {};
  const listNames = (properties: readonly Property[]): readonly string[] => properties.map(({ name }) => name);
  const [own, held] = [listNames(sent.properties), listNames(target.properties)];
  const into = target.properties.find(({ name }) => attributes.test(name) && !own.includes(name));
  const inner = listNames(listValueMembers(api, into?.schema));
  if (into && own.some((name) => inner.includes(name) && !held.includes(name))) return { into: into.name };
  const outer = sent.properties.find(({ name }) => attributes.test(name) && !held.includes(name));
  const isRow = listValueMembers(api, outer?.schema).some(({ name }) => held.includes(name));
  if (outer === undefined || !isRow) return {};
  return { bodyWithin: sent.within === undefined ? outer.name : `${sent.within}.${outer.name}` };
}

/** Names of variables that say nothing of the thing that they name. */
const general = /^(?:id|uuid|uid|gid|sid|key|slug|name|code|number)$/;

/** Returns the members of a row that hold the variables of its path: with `/posts/{postId}/comments`, `postId` or `post_id`. */
export function parentMembers(
  { api, collection: { parameter }, target }: Placed,
  { path, parameters }: Operation,
): JsonObject {
  const found = [...path.matchAll(/([^/{}]+)\/\{([^{}=]+)\}/g)].flatMap(([, above = '', variable = '']) => {
    const own = plainName(variable);
    const wanted = listSingulars(above).map((one) => plainName(`${one}id`));
    if (!general.test(own)) wanted.push(own);
    const member = target.properties.find(
      ({ name, schema }) =>
        name !== target.key &&
        wanted.includes(plainName(name)) &&
        !hasType(api, schema, 'object') &&
        !hasType(api, schema, 'array'),
    );
    if (member === undefined || variable === parameter) return [];
    return [[parameters.find((one) => one.in === 'path' && one.name === variable)?.property ?? variable, member.name]];
  });
  return Object.fromEntries(found);
}

/** Returns the member of the response that holds the thing, and that of the body, if it is not the same. */
export function locateThing(
  api: Api,
  { sent }: Exchange,
  within: string | undefined,
): { within?: string; bodyWithin?: string } {
  const member = sent?.properties.find(({ name }) => name === within);
  const isWhole = member !== undefined && !hasType(api, member.schema, 'object');
  const isSame = sent === undefined || sent.within === within;
  return compact({ within, bodyWithin: isSame ? undefined : (sent.within ?? (isWhole ? '' : undefined)) });
}
