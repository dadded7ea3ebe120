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
 * Finds the paging of a list in the emulator (`PagingRules` of the emulator), as the client finds it; of lists whose next page
 * has an address, by the parameters of this address. `members` are the further members of a response, with the facts that they
 * state.
 */
export function findPaging(
  api: Api,
  operation: Operation,
  { items, properties, around }: Pick<Listed, 'items' | 'properties' | 'around'>,
): JsonObject | false {
  const rule = operation.extensions['x-paging'];
  const stated = listFacts(api.schemas, operation, { item: properties, around });
  const paging: Paging = operation.paging ?? findPages(stated).paging;
  // Texts may be numbers here: the emulator knows that its pages have them.
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

/** The start of the names of headers that says nothing: `X-Total-Count`, `X-WP-Total`, `Pagination-Page`. */
const headerLead = /^(?:x-)?(?:wp-|pagination-)?/i;

/** Headers are numbers, or the addresses that `Link` has, too. */
const counted: Schema = { at: { file: '', line: 0, column: 0 }, types: ['integer'], doc: {} };

/** Finds the parameters that ask for a page, by their properties of the params, and where its token is. */
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
  // The emulator begins at page 1 and offset 0 where nothing else is said.
  const begin = first !== Number(kind === 'page') && { first };
  if (parameter !== undefined) return { [kind]: parameter, ...begin, ...(kind === 'offset' && end && { end }) };
  const habit = link ? 'token' : 'after';
  const other = find(habit, 'string');
  return other === undefined ? {} : { [habit]: other };
}

/** Lists the facts that members of a response, or its headers, state; `all` are those beside which they stand. */
function listStated(members: readonly PagingMember[], all: readonly PagingMember[]): JsonObject | undefined {
  const entries = members.flatMap((member) => {
    const fact = findFact(member, all);
    return fact ? [[writePath(member.path), fact] as const] : [];
  });
  return nonEmpty(Object.fromEntries(entries));
}

/** Finds the fact that a member states; a count is the total where no other member is, and `from` an offset without a `to`. */
function findFact(member: PagingMember, all: readonly PagingMember[]): PageFact | undefined {
  // Object.keys does not say which keys an object has.
  const fact = (Object.keys(memberHabits) as PageFact[]).find((one) => findCalled([member], ...memberHabits[one]));
  if (fact === 'start' && !all.some(({ names }) => names.includes('to'))) return 'offset';
  const isCount = fact === 'total' && member.names.includes('count');
  const [total] = memberHabits.total;
  return isCount && all.some((one) => !one.names.includes('count') && isCalled(one, total)) ? 'count' : fact;
}

/** Returns a path of the emulator, where dots in names have a backslash: `@odata\.nextLink`. */
function writePath(path: string): string {
  return path.startsWith('@') || path.startsWith('odata.') ? path.replaceAll('.', '\\.') : path;
}
