import { type JsonObject, compact, listEntries, nonEmpty } from '../../json.js';
import type { Api, Operation } from '../api.js';
import type { JsonType, Schema } from '../types/schema.js';
import { findNumbers, findPages, findSize, listFacts, type ListFacts } from '../paging/find-pages.js';
import {
  findCalled,
  isCalled,
  renameParameter,
  memberHabits,
  parameterHabits,
  plainName,
  takes,
  type PageFact,
  type PagingMember,
  type ParameterHabit,
} from '../paging/habits.js';
import type { Paging } from '../types/paging.js';
import type { Listed } from './exchanged.js';

/**
 * Finds the paging of a list for the emulator (`PagingRules`), by the same habits as the client. For lists whose next page has an
 * address, it finds the parameters of this address. `members` of the result maps further members of a response to the facts that
 * they state: `{ total: 'total' }`. Returns false for a list without pages.
 */
export function findPaging(
  api: Api,
  operation: Operation,
  { items, properties, around }: Pick<Listed, 'items' | 'properties' | 'around'>,
): JsonObject | false {
  const rule = operation.extensions['x-paging'];
  const stated = listFacts(api.schemas, operation, { item: properties, around });
  const paging: Paging = operation.paging ?? findPages(stated).paging;
  // A parameter of type `string` may be a page number here: the emulator numbers its own pages.
  const parameters = stated.parameters.map((one) => {
    const { types, string, enum: values } = one.schema;
    const isAny = types?.includes('string') === true && !types.includes('integer') && values === undefined;
    if (!isAny || string?.format !== undefined) return one;
    return { ...one, schema: { ...one.schema, types: [...types, 'integer' as const] } };
  });
  const facts = { ...stated, parameters };
  const name = (path: string): string => renameParameter(operation.parameters, path, ({ property }) => property);
  const way = rule === false ? {} : findWay(facts, paging, name);
  const size = rule === false ? undefined : (paging.size ?? findSize(facts, true));
  const counts = findCalled(parameters, parameterHabits.counts, 'boolean');
  const headers = facts.headers
    .filter((header) => header !== way['header'])
    .map((path) => ({ path, names: [plainName(path.replace(headerLead, ''))], schema: counted }));
  const members = facts.members.filter(({ path }) => path !== items && path !== way['next']);
  const rules = compact({
    size: size && name(size.parameter),
    ...way,
    counts: counts && name(counts.path),
    default: size?.default,
    max: size?.max,
    whole: nonEmpty(way) ? undefined : (true as const),
    members: listStated(members, facts.members),
    headers: listStated(headers, []),
    ...Object.fromEntries(listEntries(rule)),
  });
  return Object.keys(rules).join() === 'whole' ? false : rules;
}

/** Starts of header names that are left out before names are compared: `X-Total-Count`, `X-WP-Total`, `Pagination-Page`. */
const headerLead = /^(?:x-)?(?:wp-|pagination-)?/i;

/** The schema that is assumed for headers: a number. */
const counted: Schema = { at: { file: '', line: 0, column: 0 }, types: ['integer'], doc: {} };

/** Finds the parameters that select a page, by their names in the params object, and the place of the next page's token in the response. */
function findWay(facts: ListFacts, { token, after, link }: Paging, name: (path: string) => string): JsonObject {
  const { parameters } = facts;
  const find = (habit: ParameterHabit, type: JsonType): string | undefined => {
    const found = findCalled(parameters, parameterHabits[habit], type);
    return found && name(found.path);
  };
  const numbers = findNumbers(facts);
  const taker = parameters.find(({ path }) => path === token?.parameter);
  const isText = taker && (numbers?.parameter !== token?.parameter || takes(taker.schema, 'string'));
  if (token && isText) {
    const { parameter, property, header = (link ?? property) ? undefined : `X-Next-${parameter}` } = token;
    const isRelay = isCalled(taker, parameterHabits.after) || isCalled(taker, /^pageafter$/);
    const back = isRelay && { before: find('before', 'string'), backwards: find('backwards', 'integer') };
    return compact({ token: name(parameter), next: property && writePath(property), header, ...back });
  }
  if (after !== undefined) {
    const { parameter, before, id } = after;
    return compact({ after: name(parameter), before: before && name(before), id: id === 'id' ? undefined : id });
  }
  const end = find('end', 'integer');
  const { kind = 'offset', first = 0 } = numbers ?? {};
  const parameter = numbers ? name(numbers.parameter) : end && find('offsetBeside', 'integer');
  // The emulator's defaults are page 1 and offset 0, so only another start is stated.
  const begin = first !== Number(kind === 'page') && { first };
  if (parameter !== undefined) return { [kind]: parameter, ...begin, ...(kind === 'offset' && end && { end }) };
  const habit = link ? 'token' : 'after';
  const other = find(habit, 'string');
  return other === undefined ? {} : { [habit]: other };
}

/** Maps the members or headers of a response to the facts that they state; `all` are the members of the whole response. */
function listStated(members: readonly PagingMember[], all: readonly PagingMember[]): JsonObject | undefined {
  const entries = members.flatMap((member) => {
    const fact = findFact(member, all);
    return fact ? [[writePath(member.path), fact] as const] : [];
  });
  return nonEmpty(Object.fromEntries(entries));
}

/** Finds the fact that a member states. `count` is the total if no other member states it, and `from` is an offset if there is no `to`. */
function findFact(member: PagingMember, all: readonly PagingMember[]): PageFact | undefined {
  // `Object.keys` returns `string[]`, not the type of the keys.
  const fact = (Object.keys(memberHabits) as PageFact[]).find((one) => findCalled([member], ...memberHabits[one]));
  if (fact === 'start' && !all.some(({ names }) => names.includes('to'))) return 'offset';
  const isCount = fact === 'total' && member.names.includes('count');
  const [total] = memberHabits.total;
  return isCount && all.some((one) => !one.names.includes('count') && isCalled(one, total)) ? 'count' : fact;
}

/** Escapes the dots of a name that begins with `@` or `odata`, since dots separate names in paths: `@odata.nextLink` → `@odata\.nextLink`. */
function writePath(path: string): string {
  return path.startsWith('@') || path.startsWith('odata.') ? path.replaceAll('.', '\\.') : path;
}
