import { type JsonObject, compact, nonEmpty, toObject, toStrings } from '../../json.js';
import type { Operation, Response } from '../api.js';
import type { ParameterDraft } from '../messages/lower-parameter.js';
import { successResponses } from '../messages/responses.js';
import type { Property } from '../types/schema.js';
import type { Schemas } from '../schemas/target-schema.js';
import {
  findCalled,
  isCalled,
  listMembers,
  listParameters,
  memberHabits,
  parameterHabits,
  plainName,
  takes,
  tokenHeader,
  type PageFact,
  type PagingMember,
} from './habits.js';
import type { PageAfter, PageNumbers, PageSize, PageToken, Paging } from '../types/paging.js';

/** The facts of an operation with a list that show its kind of paging. */
export interface ListFacts {
  /** Query parameters. */
  readonly parameters: readonly PagingMember[];
  /** Names of the parameters that each call sends. */
  readonly required: ReadonlySet<string>;
  /** Members of the response. */
  readonly members: readonly PagingMember[];
  /** Names of the headers of the response. */
  readonly headers: readonly string[];
  /** Properties of an item. */
  readonly item: readonly Property[];
  /** Names of parameters, each with the names of those that it excludes. */
  readonly excludes: JsonObject;
  /** `x-paging` of the operation or of the service, if it is an object. */
  readonly rule?: JsonObject | undefined;
  readonly reads: boolean;
}

/** Collects the facts of an operation whose response has a list; accepts drafts and lowered operations. */
export function listFacts(
  schemas: Schemas,
  {
    method,
    parameters,
    responses,
    extensions,
  }: Pick<Operation, 'method' | 'extensions'> & {
    readonly parameters: readonly ParameterDraft[];
    readonly responses: readonly Pick<Response, 'status' | 'headers'>[];
  },
  { item, around }: { readonly item: readonly Property[]; readonly around: readonly Property[] },
): ListFacts {
  return {
    parameters: listParameters(schemas, parameters),
    required: new Set(parameters.flatMap(({ name, required }) => (required ? [name] : []))),
    members: listMembers(schemas, around),
    headers: successResponses(responses).flatMap(({ headers }) => headers),
    item,
    excludes: toObject(toObject(extensions['x-parameter-rules'])['excludes']),
    reads: method === 'GET',
  };
}

/** The paging of a list; `unknown` if a parameter selects pages, but the response does not name the next one. */
export interface FoundPages {
  readonly paging: Omit<Paging, 'items'>;
  readonly unknown?: UnknownPages;
}

/** A parameter that selects pages, and its kind of paging. */
export interface UnknownPages {
  readonly kind: 'token' | 'page' | 'offset' | 'after';
  readonly parameter: string;
}

/** Finds the paging of a list: by a token, an address, the last item, or numbers; the first that fits. */
export function findPages(facts: ListFacts): FoundPages {
  const { rule, reads, members, parameters } = facts;
  const token = findToken(facts);
  const [link, byItem, numbers] = reads ? [findLink(facts), findAfter(facts), findNumbers(facts)] : [];
  const after = token || link ? undefined : byItem;
  const isFound = (token ?? link ?? after ?? numbers) !== undefined;
  const unknown = reads && !isFound && rule === undefined ? findUnknown(facts) : undefined;
  // A response that is an array has no member for a token: a header holds it, even if the spec does not declare it.
  if (unknown?.kind === 'token' && members.length === 0)
    return { paging: compact({ size: findSize(facts, true), token: { parameter: unknown.parameter } }) };
  // A member called `next` may hold a token in place of an address.
  const taker = findCalled(parameters, parameterHabits.token, 'string')?.path ?? numbers?.parameter;
  const paging = compact({
    size: findSize(facts, isFound),
    token: token ?? (typeof link === 'string' && taker ? { parameter: taker } : undefined),
    link: token ? undefined : link,
    after,
    numbers: token || after ? undefined : numbers,
    ...(isFound && { more: findStated(facts, 'more'), last: findStated(facts, 'last') }),
  });
  return compact({ paging, unknown });
}

/** Finds the first member that states a fact. */
function findMember(members: readonly PagingMember[], fact: PageFact): PagingMember | undefined {
  const [pattern, type] = memberHabits[fact];
  const fits = members.filter((one) => isCalled(one, pattern) && takes(one.schema, type));
  // If there is `total`, too, `count` is the number of items on the page.
  return fits.find(({ names }) => !names.includes('count')) ?? fits[0];
}

/** Returns the member that `x-paging` names for a fact, else one with a usual name. */
function findStated({ rule, members }: ListFacts, fact: 'more' | 'last' | 'total' | 'pages'): string | undefined {
  const stated = rule?.[fact];
  return typeof stated === 'string' ? stated : findMember(members, fact)?.path;
}

/** Finds the parameter that `x-paging` names, else the first with a usual name and type; the habits in `beside` come last. */
function findParameter(
  { parameters, rule }: ListFacts,
  key: 'size' | 'page' | 'offset' | 'after' | 'before',
  ...beside: readonly ('sizeBeside' | 'offsetBeside')[]
): PagingMember | undefined {
  const stated = rule?.[key];
  if (stated !== undefined) return parameters.find(({ path }) => path === stated);
  if (rule !== undefined && key === 'after') return undefined;
  const isId = key === 'after' || key === 'before';
  const isTaken = ({ schema }: PagingMember): boolean =>
    takes(schema, 'integer') || (isId && takes(schema, 'string') && schema.string?.format?.startsWith('date') !== true);
  return [key, ...beside]
    .map((habit) => parameters.find((one) => isCalled(one, parameterHabits[habit]) && isTaken(one)))
    .find((one) => one !== undefined);
}

/** Finds the parameter for the size of a page; ambiguous names such as `count` fit only if the list `isPaged`. */
export function findSize(facts: ListFacts, isPaged: boolean): PageSize | undefined {
  const { rule, excludes } = facts;
  const found = findParameter(facts, 'size', ...(isPaged ? (['sizeBeside'] as const) : []));
  if (found === undefined) return undefined;
  const { default: usual, number: { minimum = 1, maximum } = {} } = found.schema;
  const [size, max] = [rule?.['default'] ?? usual?.value, rule?.['max'] ?? maximum];
  const [name = ''] = found.path.split('.');
  return compact({
    parameter: found.path,
    default: typeof size === 'number' ? size : undefined,
    min: minimum > 1 ? minimum : undefined,
    max: typeof max === 'number' ? max : undefined,
    excludedBy: nonEmpty(Object.keys(excludes).filter((one) => toStrings(excludes[one]).includes(name))),
  });
}

/**
 * Finds the member or header with the token of the next page, and the parameter that takes it; both strings or both integers. The
 * closest pair of names counts: `next` with the name of the parameter, then two names of tokens, then two equal names.
 */
function findToken(facts: ListFacts): PageToken | undefined {
  const { parameters, required, members, headers } = facts;
  const optional = parameters.filter(({ path }) => !required.has(path));
  const pairs = optional.flatMap((parameter) => [
    ...members.map((member) => ({
      rank: rankPair(facts, parameter, member),
      token: { parameter: parameter.path, property: member.path },
    })),
    ...headers.map((header) => ({
      rank: rankHeader(facts, parameter, header),
      token: { parameter: parameter.path, header },
    })),
  ]);
  const [best, ...others] = pairs.filter(({ rank }) => rank < 9).toSorted((left, right) => left.rank - right.rank);
  const isClose = others.some(({ rank, token }) => rank === best?.rank && token.parameter !== best.token.parameter);
  return isClose ? undefined : best?.token;
}

/** Ranks a pair of parameter and member, from 0 (best) to 9 (no pair). */
function rankPair({ rule }: ListFacts, parameter: PagingMember, member: PagingMember): number {
  const type = ['string', 'integer'] as const;
  const isSameType = type.some((one) => takes(parameter.schema, one) && takes(member.schema, one));
  const isUntyped = member.schema.types === undefined && takes(parameter.schema, 'string');
  if (!isSameType && !isUntyped) return 9;
  if (rule !== undefined)
    return member.path === rule['next'] && parameter.path === (rule['token'] ?? 'pageToken') ? 0 : 9;
  const isText = !takes(member.schema, 'integer');
  const own = parameter.names.at(-1) ?? '';
  const takesTokens = isCalled(parameter, parameterHabits.token);
  // `syncToken` and `nextSyncToken` are a worse pair: they fetch later changes, not the next page.
  if (member.names.includes(`next${own}`)) return takesTokens ? 0 : 1;
  if (isText && isCalled(member, memberHabits.token[0])) {
    if (takesTokens) return isCalled(member, /^(?:next|end|cursors)/) ? 1 : 2;
    if (isCalled(parameter, parameterHabits.after)) return 3;
  }
  const isPage = isCalled(parameter, parameterHabits.page);
  const isOffset = isCalled(parameter, parameterHabits.offset) || isCalled(parameter, parameterHabits.offsetBeside);
  if (!isPage && !isOffset) return 9;
  // `offset` in request and response is the token of the next page if it is a string; a number only repeats the request.
  if (isText) return member.names.includes(own) ? 3 : 9;
  return isCalled(member, isPage ? /^next(?:page)?(?:number)?$/ : /^next(?:offset|start|index)?$/) ? 3 : 9;
}

/** Ranks a pair of parameter and header, after most members: `X-Next-Page` for `page`, `X-Tide-NextToken` for a parameter of tokens. */
function rankHeader({ rule }: ListFacts, parameter: PagingMember, header: string): number {
  if (rule !== undefined) return rule['header'] === header && rule['token'] === parameter.path ? 4 : 9;
  const plain = plainName(header);
  if (plain.endsWith(`next${parameter.names.at(-1) ?? ''}`)) return 4;
  return tokenHeader.test(plain) && isCalled(parameter, parameterHabits.token) ? 5 : 9;
}

/** Finds the member with the address of the next page; `true` for the header `Link`. */
function findLink({ members, headers, rule }: ListFacts): string | true | undefined {
  const link = rule?.['link'] || headers.some((name) => name.toLowerCase() === 'link');
  if (typeof link === 'string' || link === true) return link;
  if (rule !== undefined) return undefined;
  // In JSON:API the link is a string, an object or null, so it often has no `type`.
  const isText = ({ schema }: PagingMember): boolean => takes(schema, 'string') || schema.types === undefined;
  return members.find((one) => isCalled(one, memberHabits.next[0]) && isText(one))?.path;
}

const idNames = ['id', '_id', 'uuid', 'guid', 'gid', 'uid', 'key', 'slug'];

/**
 * Finds the paging by the id of the last item. Without `x-paging` or a certain name such as `starting_after`, the response must also
 * state whether there are more items, or the id of the last one.
 */
function findAfter(facts: ListFacts): PageAfter | undefined {
  const { members, item, rule } = facts;
  const parameter = findParameter(facts, 'after');
  const stated = rule?.['id'];
  const names = item.map(({ name }) => name);
  const usual = idNames.find((name) => names.includes(name)) ?? names.find((name) => /_id$|I[dD]$/.test(name));
  const id = typeof stated === 'string' ? stated : usual;
  const lastId = findMember(members, 'lastId')?.path;
  if (parameter === undefined || (id ?? lastId) === undefined) return undefined;
  const isCertain = rule !== undefined || isCalled(parameter, /^startingafter$|^(?:after|last)id$/);
  if (!isCertain && (lastId ?? findMember(members, 'more')) === undefined) return undefined;
  return compact({
    parameter: parameter.path,
    before: findParameter(facts, 'before')?.path,
    id,
    lastId,
    firstId: findMember(members, 'firstId')?.path,
  });
}

/** Finds the paging by the number of the page or by an offset. */
export function findNumbers(facts: ListFacts): PageNumbers | undefined {
  const { offset, first } = facts.rule ?? {};
  const page = offset === undefined ? findParameter(facts, 'page') : undefined;
  const beside = findSize(facts, true) ? (['offsetBeside'] as const) : [];
  const found = page ?? findParameter(facts, 'offset', ...beside);
  if (found === undefined) return undefined;
  const kind = page ? 'page' : 'offset';
  return compact({
    kind,
    parameter: found.path,
    first: typeof first === 'number' ? first : findFirst(kind, found, facts),
    total: findStated(facts, 'total'),
    pages: kind === 'page' ? findStated(facts, 'pages') : undefined,
  } as const);
}

/**
 * Finds the number of the first page (default 1), or the offset of the first item (default 0), by the schema of the parameter. The
 * defaults are different for Spring, whose pages begin at 0 (`number`, `totalPages`), and SCIM, whose items begin at 1 (`startIndex`,
 * `count`).
 */
function findFirst(
  kind: PageNumbers['kind'],
  { names, schema }: PagingMember,
  { members, parameters }: ListFacts,
): number {
  const has = (...all: readonly string[]): boolean =>
    all.every((name) => members.some((one) => one.names.at(-1) === name));
  const isSpring = names.includes('page') && (has('totalelements') || has('number', 'totalpages'));
  const hasCount = parameters.some((one) => one.names.includes('count'));
  const isScim = names.includes('startindex') && (hasCount || has('itemsperpage'));
  const usual = kind === 'page' ? Number(!isSpring) : Number(isScim);
  const { default: { value } = {}, number: { minimum } = {} } = schema;
  const other = 1 - usual;
  return value === other || (minimum === other && value !== usual) ? other : usual;
}

/** Finds a parameter that selects pages, for a response that names no next page; ambiguous names do not count. */
function findUnknown({ parameters }: ListFacts): UnknownPages | undefined {
  const kinds = [
    [
      'token',
      /^(?:(?:next|page|pagination|continuation|start|after)+(?:token|key|cursor)|(?:next)?(?:cursor|marker)|scrollid)$/,
    ],
    ['page', parameterHabits.page],
    ['offset', /^(?:page)?(?:offset|skip|startindex)$/],
    ['after', /^startingafter$|^afterid$/],
  ] as const;
  for (const [kind, pattern] of kinds) {
    const found = parameters.find((one) => isCalled(one, pattern));
    if (found !== undefined) return { kind, parameter: found.path };
  }
  return undefined;
}
