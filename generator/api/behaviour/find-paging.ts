import { type JsonObject, compact, listEntries } from '../../json.js';
import type { Api, Operation } from '../api.js';
import type { JsonType, Property, Schema } from '../types/schema.js';
import { findNumbers, findPages, findSize, listFacts, type ListFacts } from '../paging/find-pages.js';
import {
  isCalled,
  renameParameter,
  memberHabits,
  parameterHabits,
  plainName,
  takes,
  type PageFact,
  type PagingMember,
} from '../paging/habits.js';
import type { Paging } from '../types/paging.js';

/** A list as the emulator knows it. */
interface EmulatedList {
  /** Member that holds the items. */
  readonly items?: string;
  /** Of an item. */
  readonly properties: readonly Property[];
  /** Of the response. */
  readonly around: readonly Property[];
}

/**
 * Finds the paging of a list in the emulator (`PagingRules` of the emulator), as the client finds it; of lists whose next page
 * has an address, by the parameters of this address. `members` are the further members of a response, with the facts that they
 * state.
 */
export function findPaging(
  api: Api,
  operation: Operation,
  { items, properties, around }: EmulatedList,
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
  const counts = facts.parameters.find((one) => isCalled(one, parameterHabits.counts) && takes(one.schema, 'boolean'));
  const members = Object.fromEntries(
    facts.members.flatMap((member) => {
      const fact = [items, way['next']].includes(member.path) ? undefined : findFact(member, facts.members);
      return fact === undefined ? [] : [[writePath(member.path), fact] as const];
    }),
  );
  const headers = Object.fromEntries(
    facts.headers.flatMap((header) => {
      const names = [plainName(header.replace(headerLead, ''))];
      const fact = header === way['header'] ? undefined : findFact({ path: header, names, schema: counted }, []);
      return fact === undefined ? [] : [[header, fact] as const];
    }),
  );
  const rules = compact({
    size: size && name(size.parameter),
    ...way,
    counts: counts && name(counts.path),
    default: size?.default,
    max: size?.max,
    whole: Object.keys(way).length > 0 ? undefined : (true as const),
    members: Object.keys(members).length === 0 ? undefined : members,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
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
  const numbers = findNumbers(facts);
  const taker = facts.parameters.find(({ path }) => path === token?.parameter);
  const isText = taker !== undefined && (numbers?.parameter !== token?.parameter || takes(taker.schema, 'string'));
  if (token !== undefined && isText) {
    const { parameter, property, header = (link ?? property) ? undefined : `X-Next-${parameter}` } = token;
    const find = (habit: 'before' | 'backwards', type: JsonType): string | undefined => {
      const found = facts.parameters.find((one) => isCalled(one, parameterHabits[habit]) && takes(one.schema, type));
      return found && name(found.path);
    };
    const isRelay = isCalled(taker, parameterHabits.after) || isCalled(taker, /^pageafter$/);
    const back = isRelay ? { before: find('before', 'string'), backwards: find('backwards', 'integer') } : {};
    return compact({ token: name(parameter), next: property && writePath(property), header, ...back });
  }
  if (after !== undefined) {
    const { parameter, before, id } = after;
    return compact({ after: name(parameter), before: before && name(before), id: id === 'id' ? undefined : id });
  }
  const [start, end] = [parameterHabits.offsetBeside, parameterHabits.end].map((habit) =>
    facts.parameters.find((one) => isCalled(one, habit) && takes(one.schema, 'integer')),
  );
  const { kind = 'offset', parameter = end && start?.path, first = 0 } = numbers ?? {};
  if (parameter !== undefined) {
    // The emulator begins at page 1 and offset 0 where nothing else is said.
    const begin = first !== Number(kind === 'page') && { first };
    return { [kind]: name(parameter), ...begin, ...(kind === 'offset' && end && { end: name(end.path) }) };
  }
  const other = facts.parameters.find((one) => isCalled(one, link ? parameterHabits.token : parameterHabits.after));
  if (other === undefined || !takes(other.schema, 'string')) return {};
  return { [link ? 'token' : 'after']: name(other.path) };
}

/** Finds the fact that a member states; a count is the total where no other member is, and `from` an offset without a `to`. */
function findFact(member: PagingMember, all: readonly PagingMember[]): PageFact | undefined {
  const [fact] = Object.entries(memberHabits).flatMap(([name, [pattern, type]]) =>
    isCalled(member, pattern) && takes(member.schema, type) ? [name as PageFact] : [],
  );
  if (fact === 'start' && !all.some(({ names }) => names.includes('to'))) return 'offset';
  const isCount = fact === 'total' && member.names.includes('count');
  const [total] = memberHabits.total;
  return isCount && all.some((one) => !one.names.includes('count') && isCalled(one, total)) ? 'count' : fact;
}

/** Returns a path of the emulator, where dots in names have a backslash: `@odata\.nextLink`. */
function writePath(path: string): string {
  return path.startsWith('@') || path.startsWith('odata.') ? path.replaceAll('.', '\\.') : path;
}
