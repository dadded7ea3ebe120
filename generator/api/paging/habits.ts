import { followSchema, declaredProperties, type Schemas } from '../schemas/target-schema.js';
import type { JsonType, Property, Schema } from '../types/schema.js';
import type { Parameter } from '../api.js';
import type { ParameterDraft } from '../messages/lower-parameter.js';

/** The meanings that query parameters of lists can have for paging. */
export type ParameterHabit =
  | 'size'
  | 'sizeBeside'
  | 'page'
  | 'offset'
  | 'offsetBeside'
  | 'token'
  | 'after'
  | 'before'
  | 'backwards'
  | 'end'
  | 'counts';

/**
 * Names of the query parameters of lists, by their meaning. Names are compared without case and separators, so `page[size]`,
 * `page_size`, `$pageSize` and `Page-Size` are all `pagesize`.
 */
export const parameterHabits: Readonly<Record<ParameterHabit, RegExp>> = {
  size: /^(?:(?:items|results|rows)?perpage|page(?:size|limit|length)|limit|size|max(?:results|items|records|keys)|itemscount)$/,
  /** Ambiguous names for the size: they count only beside a parameter that selects a page. */
  sizeBeside: /^(?:count|top|first|rows|take|max|num|length)$/,
  page: /^(?:current)?page(?:number|no|num|nr|index)?$/,
  offset: /^(?:page)?(?:offset|skip|startindex|startat|startrow|firstresult)$/,
  /** Ambiguous names for the offset: they count only beside a parameter for the size. */
  offsetBeside: /^(?:from|start|begin)$/,
  token:
    /^(?:(?:next|start(?:ing)?|page|pagination|continuation|after|scroll)*(?:cursor|token|marker|bookmark)|continuation|scrollid|pagekey|nextkey|pageid|skiptoken|pageafter|exclusivestartkey)$/,
  after: /^(?:(?:page)?after|starting(?:after|point)|startafter|afterid|lastid|lastseenid)$/,
  before: /^(?:(?:page)?before|endingbefore|endbefore|beforeid|firstid)$/,
  /** The size of a page before an item or at the end of the list (Relay). */
  backwards: /^last$/,
  /** The offset after the last item of a page. */
  end: /^end$/,
  counts: /^(?:(?:include|with|show|return|get|need)?(?:inline)?(?:total(?:s|count|results|items)?|count))$/,
};

/**
 * Words in names of query parameters that compare a value of the rows, by the comparison: `created_since`, `min_age`, `age[gte]`,
 * `priceTo`.
 */
export const comparisons: Readonly<Record<string, RegExp>> = {
  eq: /^(?:eq|equals?|is|exact|iexact|in|any)$/,
  ne: /^(?:ne|neq|not|notequals?|notin|nin|exclude)$/,
  gt: /^(?:gt|after|over|above|greater(?:than)?|newer(?:than)?)$/,
  gte: /^(?:gte|ge|min|minimum|from|since|start(?:ing)?|begin|lower)$/,
  lt: /^(?:lt|before|under|below|less(?:than)?|older(?:than)?)$/,
  lte: /^(?:lte|le|max|maximum|to|until|till|end(?:ing)?|upper)$/,
  like: /^(?:i?like|i?contains|match(?:es)?|search|substring)$/,
  starts: /^(?:i?startswith|starts|prefix|sw)$/,
  ends: /^(?:i?endswith|ends|suffix|ew)$/,
};

type FilterHabit = 'container' | 'search' | 'sort' | 'direction' | 'fields' | 'omitted';

/** Plain names of the query parameters of lists that filter, search and sort rows, or select their members. */
export const filterHabits: Readonly<Record<FilterHabit, RegExp>> = {
  /** Parameters that hold other filters, or an expression: `filter[status]`, `$filter`. */
  container: /^(?:filters?|where|f)$/,
  search: /^(?:q|query|search(?:term|text|query|string)?|term|keywords?|text)$/,
  sort: /^(?:sort(?:s|ing|by|key|field|column|on)?|order(?:ing|by|field)?)$/,
  direction:
    /^(?:(?:sort)?(?:direction|dir)|order(?:dir(?:ection)?)?|sort(?:order|type|mode)|(?:sort)?(?:desc|asc)(?:ending)?|reversed?)$/,
  fields: /^(?:fields|select(?:fields)?|onlyfields|includefields|attributes|properties)$/,
  omitted: /^(?:exclude(?:d)?|omit(?:ted)?)(?:fields|attributes|properties)$/,
};

/** A fact about a page that a member of its response states. */
export type PageFact =
  | ('total' | 'pages' | 'page' | 'size' | 'count' | 'offset' | 'nextNumber' | 'previousNumber')
  | ('start' | 'end' | 'more' | 'last' | 'first' | 'back' | 'empty')
  | ('firstId' | 'lastId' | 'token' | 'previousToken')
  | ('next' | 'previous' | 'firstLink' | 'lastLink' | 'self');

/** Names and types of the members of a list's response, by the facts that they state. */
export const memberHabits: Readonly<Record<PageFact, readonly [RegExp, JsonType]>> = {
  total: [
    /^(?:(?:odata)?count|total(?:s|count|results|items|size|elements|records|rows|hits|entries)?|(?:item|record|result|row)s?(?:count|total)|numfound)$/,
    'integer',
  ],
  pages: [/^(?:total|num|numberof|last|max)pages?$|^pages?(?:count|total)$|^pages$|^lastpagenumber$/, 'integer'],
  more: [
    /^has(?:more|next)(?:pages?|items|results|records|data)?$|^more(?:results|items|available)?$|^(?:is)?truncated$/,
    'boolean',
  ],
  last: [/^(?:is)?last(?:page)?$|^isend$/, 'boolean'],
  first: [/^(?:is)?first(?:page)?$/, 'boolean'],
  back: [/^hasprev(?:ious)?(?:page)?$/, 'boolean'],
  empty: [/^(?:is)?empty$/, 'boolean'],
  page: [/^(?:current)?page(?:number|no|num|index)?$|^number$|^current$/, 'integer'],
  size: [/^(?:(?:items|results)?perpage|page(?:size|limit)|limit|size)$/, 'integer'],
  count: [/^numberofelements$|^(?:returned|page)count$|^count$/, 'integer'],
  offset: [/^(?:offset|skip|start(?:index|at)?)$/, 'integer'],
  /** `start` and `end` are the numbers of the first and last item, counted from 1; `from` without `to` is an offset. */
  start: [/^from$/, 'integer'],
  end: [/^to$/, 'integer'],
  nextNumber: [/^next(?:page(?:number)?|offset|start|index|from|skip)?$/, 'integer'],
  previousNumber: [/^prev(?:ious)?(?:page(?:number)?|offset)?$/, 'integer'],
  firstId: [/^firstid$/, 'string'],
  lastId: [/^(?:last|after)id$/, 'string'],
  token: [
    /^next(?:page|pagination|continuation|start|scroll)*(?:cursor|token|marker|bookmark|key|id)$|^(?:page)?(?:cursor|endcursor|continuation(?:token)?|scrollid|bookmark|nextbookmark)$|^lastevaluatedkey$|^cursors?(?:next|after)$/,
    'string',
  ],
  previousToken: [
    /^prev(?:ious)?(?:page)?(?:cursor|token)$|^startcursor$|^cursors?(?:prev(?:ious)?|before)$/,
    'string',
  ],
  next: [/^(?:links?|odata)?next(?:page)?(?:url|uri|link|href)?$|^nextrecordsurl$/, 'string'],
  previous: [/^(?:links?)?prev(?:ious)?(?:page)?(?:url|uri|link|href)?$/, 'string'],
  firstLink: [/^(?:links?first|first(?:page)?(?:url|uri|link|href))$/, 'string'],
  lastLink: [/^(?:links?last|last(?:page)?(?:url|uri|link|href))$/, 'string'],
  self: [/^(?:links?self|self(?:link|url|href))$/, 'string'],
};

/** Headers of a response that hold the token of the next page: `X-Next-Page-Token`, `X-Tide-NextToken`. */
export const tokenHeader: RegExp = /next(?:page)?(?:cursor|token|marker)$|continuation(?:token)?$/;

/** Members that are objects with facts about the page: `meta`, `_links`, `pagination`. */
const containers =
  /^(?:next(?:page)?|prev(?:ious)?|self|first|last|meta(?:data)?|paginat(?:ion|or)(?:info|meta)?|paging(?:info)?|pag(?:e|er|es)(?:info|meta(?:data)?)?|links?|cursors?|responsemetadata|info|embedded|data|results?|response|payload|body|d)$/;

/** Members that can hold the whole list: `{ data: { rows: [] } }`, `{ _embedded: { rows: [] } }`. */
export const envelopes: RegExp = /^(?:_?embedded|data|results?|response|payload|body|d|page)$/i;

/** Most levels of objects that are searched for facts: `meta.page.total_pages`, `_links.next.href`. */
const deepest = 3;

/** A member of a response, or a parameter, that may be inside another one: `{ path: 'meta.next_cursor', names: ['nextcursor'] }`. */
export interface PagingMember {
  readonly path: string;
  /** Its plain name, last; before it, the name with its object if this is part of the meaning: `['linksnext', 'next']`. */
  readonly names: readonly string[];
  readonly schema: Schema;
}

/** Returns true if one of the names of a member matches. */
export function isCalled({ names }: PagingMember, pattern: RegExp): boolean {
  return names.some((name) => pattern.test(name));
}

/** Finds the first member whose name matches and whose values have a type. */
export function findCalled(
  members: readonly PagingMember[],
  pattern: RegExp,
  type: JsonType,
): PagingMember | undefined {
  return members.find((one) => isCalled(one, pattern) && takes(one.schema, type));
}

/** Lists the members of a response that may state facts about its page; outer members come before inner ones. */
export function listMembers(schemas: Schemas, properties: readonly Property[]): readonly PagingMember[] {
  const seen = new Set<Schema>();
  const listBelow = (outer: string, container: string, own: readonly Property[]): readonly PagingMember[] => {
    const found = new Map<string, PagingMember>();
    const below: PagingMember[] = [];
    for (const { name, schema } of own) {
      const [path, plain, target] = [outer + name, plainName(name), followChoice(schemas, schema)];
      if (found.has(path)) continue;
      const isOuterPart = /^(?:links?|cursors?|next|prev(?:ious)?|self|first|last)$/.test(container);
      found.set(path, { path, names: isOuterPart ? [container + plain, plain] : [plain], schema: target });
      if (outer.split('.').length > deepest || name.includes('.') || seen.has(target) || !containers.test(plain))
        continue;
      seen.add(target);
      below.push(...listBelow(`${path}.`, plain.replace('nextpage', 'next'), declaredProperties(schemas, target)));
    }
    return [...found.values(), ...below];
  };
  return listBelow('', '', properties);
}

/**
 * Follows references and simple unions: a union of one schema and null becomes that schema (`{ anyOf: [{ type: string }, { type:
 * 'null' }] }` of FastAPI → `{ type: string }`), and a union with an integer becomes the integer.
 */
function followChoice(schemas: Schemas, schema: Schema): Schema {
  const target = followSchema(schemas, schema);
  const { types, anyOf = [], oneOf = [], allOf = [], default: usual } = target;
  // `allOf` around one schema is how OpenAPI 3.0 writes a default beside a `$ref`.
  const all = [...anyOf, ...oneOf, ...(allOf.length === 1 ? allOf : [])];
  const choices = types ? [] : all.map((one) => followSchema(schemas, one));
  const [only, ...others] = choices.filter((one) => one.types?.join() !== 'null');
  const chosen = others.length === 0 ? only : choices.find((one) => takes(one, 'integer'));
  return chosen ? { ...chosen, ...(usual && { default: usual }) } : target;
}

/** Finds a member of a response by its path at any depth: `over.there`. */
export function findByPath(schemas: Schemas, properties: readonly Property[], path: string): PagingMember | undefined {
  const own = properties.find(({ name }) => name === path);
  if (own) return { path, names: [plainName(path)], schema: followSchema(schemas, own.schema) };
  const outer = properties.find(({ name }) => path.startsWith(`${name}.`));
  const inner = outer && declaredProperties(schemas, outer.schema);
  const below = inner && findByPath(schemas, inner, path.slice(outer.name.length + 1));
  return below && { ...below, path };
}

/** Lists the query parameters of an operation, and each property of one that is an object: `page.size` of `?page[size]=2`. */
export function listParameters(schemas: Schemas, parameters: readonly ParameterDraft[]): readonly PagingMember[] {
  return parameters.flatMap(({ name, in: location, style, schema }): readonly PagingMember[] => {
    if (location !== 'query') return [];
    const [plain, target] = [plainName(name), followChoice(schemas, schema)];
    // `page[number]` is `pagenumber`. In other styles, the name of the object is not sent, so it is not part of the name.
    const outer = style === 'deepObject' && !plain.startsWith('paginat') ? plain : '';
    const inner = declaredProperties(schemas, target).map((one) => ({
      path: `${name}.${one.name}`,
      names: [outer + plainName(one.name)],
      schema: followChoice(schemas, one.schema),
    }));
    return [{ path: name, names: [plain], schema: target }, ...inner];
  });
}

/** Renames the parameter at the start of a path: in `page.size`, the parameter `page`, unless there is one with the name `page.size`. */
export function renameParameter(
  parameters: readonly Parameter[],
  path: string,
  rename: (parameter: Parameter) => string,
): string {
  const query = parameters.filter((one) => one.in === 'query');
  const own = query.find(({ name }) => name === path);
  const outer = query.find(({ name }) => path.startsWith(`${name}.`));
  if (own !== undefined) return rename(own);
  return outer === undefined ? path : rename(outer) + path.slice(outer.name.length);
}

/** Returns true if a schema allows values of a type; `number` allows integers. */
export function takes({ types = [] }: Schema, type: JsonType): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

const usualLists =
  /^(?:items|data|results|values|entries|records|list|content|rows|resources|value|objects|elements|docs|hits|nodes|edges)$/;

/**
 * Returns true if a property in the response of a path has the name of a list: a usual one, or that of the resource in singular or
 * plural.
 */
export function isListName(property: string, path: string): boolean {
  const [last = ''] = (path.split('/').at(-1) ?? '').split(':');
  const name = plainName(property);
  const resource = plainName(last);
  return usualLists.test(name) || (name !== '' && (resource === name || resource === `${name}s`));
}

/** Lists the words of a name, in lower case: `createdAfter[]` → `created`, `after`. */
export function splitName(name: string): readonly string[] {
  return (
    name
      .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? []
  );
}

/** Returns a name in lower case without separators: `next_page-token` → `nextpagetoken`. */
export function plainName(name: string): string {
  return name.replace(/[\W_]/g, '').toLowerCase();
}

/** The members of `Paging` whose values are names: of a query parameter, of a member of the response, or of a property of an item. */
const namedFacts: Readonly<Record<string, 'parameter' | 'member' | 'property'>> = {
  parameter: 'parameter',
  excludedBy: 'parameter',
  before: 'parameter',
  id: 'property',
  items: 'member',
  property: 'member',
  link: 'member',
  lastId: 'member',
  firstId: 'member',
  total: 'member',
  pages: 'member',
  more: 'member',
  last: 'member',
};

/** Replaces the names in the paging of a list: of parameters, of members of the response, and of the property of an item. */
export function mapPaging<Facts extends object>(
  facts: Facts,
  names: Readonly<Record<'parameter' | 'member' | 'property', (path: string) => string>>,
): Facts {
  const rename = (value: unknown, fact: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => rename(one, fact));
    if (typeof value === 'object' && value !== null) return mapPaging(value, names);
    const named = namedFacts[fact];
    return named === undefined || typeof value !== 'string' ? value : names[named](value);
  };
  // The result has the same members and types as `facts`; only strings differ.
  return Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, rename(value, fact)])) as Facts;
}
