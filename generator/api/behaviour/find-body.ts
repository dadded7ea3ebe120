import { dataContent } from '../schemas/media-type.js';
import type { Api, Operation } from '../api.js';
import { plainName } from '../paging/habits.js';
import type { JsonObject } from '../../json.js';
import type { Property } from '../types/schema.js';
import { listValueMembers, listSingulars, type Thing, thingSent, listValueTypes } from './exchanged.js';
import type { Placed } from './collections.js';

/** Finds the thing that a body describes. */
export function findSentThing(api: Api, operation: Operation | undefined, path: string): Thing | undefined {
  const contents = operation?.body?.contents ?? [];
  const content = dataContent(contents) ?? contents.find(({ kind }) => kind === 'form' || kind === 'multipart');
  return thingSent(api, content?.schema, path);
}

/** Members that hold what callers write, as in JSON:API: `{id, type, attributes: {name}}`. */
const attributes = /^(?:attributes|properties|fields)$/;

/** Returns the member of a row that a body is; or that of the body, below the member that holds the thing, that the row is. */
export function intoAttributes({ api, collection, target }: Placed, operation: Operation): JsonObject {
  const body = findSentThing(api, operation, collection.path);
  if (body === undefined) return {};
  const namesIn = (properties: readonly Property[]): readonly string[] => properties.map(({ name }) => name);
  const [own, held] = [namesIn(body.properties), namesIn(target.properties)];
  const into = target.properties.find(({ name }) => attributes.test(name) && !own.includes(name));
  const inner = into === undefined ? [] : namesIn(listValueMembers(api, into.schema));
  if (into !== undefined && own.some((name) => inner.includes(name) && !held.includes(name)))
    return { into: into.name };
  const sent = body.properties.find(({ name }) => attributes.test(name) && !held.includes(name));
  if (sent === undefined || !namesIn(listValueMembers(api, sent.schema)).some((name) => held.includes(name))) return {};
  return { bodyWithin: body.within === undefined ? sent.name : `${body.within}.${sent.name}` };
}

/** Names of variables that say nothing of the thing that they name. */
const general = /^(?:id|uuid|uid|gid|sid|key|slug|name|code|number)$/;

/** Returns the members of a row that hold the variables of its path: with `/posts/{postId}/comments`, `postId` or `post_id`. */
export function parentMembers(
  { api, collection: { parameter }, target }: Placed,
  { path, parameters }: Operation,
): JsonObject {
  const found = [...path.matchAll(/([^/{}]*)\/\{([^{}=]+)\}/g)].flatMap(([, above = '', variable = '']) => {
    const own = plainName(variable);
    const wanted = [...(general.test(own) ? [] : [own]), ...listSingulars(above).map((one) => plainName(`${one}id`))];
    const member = target.properties.find(
      ({ name, schema }) =>
        name !== target.key &&
        wanted.includes(plainName(name)) &&
        !/object|array/.test([...listValueTypes(api, schema)].join()),
    );
    if (member === undefined || variable === parameter || above === '') return [];
    return [[parameters.find((one) => one.in === 'path' && one.name === variable)?.property ?? variable, member.name]];
  });
  return Object.fromEntries(found);
}

/** Returns the member of the body that holds the thing, if it is not the same as in the response. */
export function bodyWithin(api: Api, operation: Operation, path: string, within: string | undefined): JsonObject {
  const body = findSentThing(api, operation, path);
  if (body?.within === within || body === undefined) return {};
  if (body.within !== undefined) return { bodyWithin: body.within };
  const member = body.properties.find(({ name }) => name === within);
  return member === undefined || listValueTypes(api, member.schema).has('object') ? {} : { bodyWithin: '' };
}
