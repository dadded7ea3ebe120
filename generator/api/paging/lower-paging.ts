import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import { didYouMean } from '../../spec/suggest.js';
import { compact } from '../compact.js';
import type { HttpMethod } from '../api.js';
import type { PageNumbers, Paging } from './paging.js';
import { declaredProperties, followSchema } from '../schemas/target-schema.js';
import { firstOf, hasName, isListName, isTokenPair, pagingNames, takes } from './find-paging.js';
import type { ParameterDraft } from '../operations/lower-parameter.js';
import type { ResponseDraft } from '../operations/lower-response.js';
import { drainSchemas } from '../schemas/lower-schema.js';
import type { Lowering } from '../lowering.js';
import type { JsonType, Property, Schema } from '../schemas/schema.js';
import { successResponses } from '../operations/responses.js';
import { dataContent } from '../bodies/media-type.js';

/** What of an operation says whether it is a list. */
interface Draft {
  readonly method: HttpMethod;
  readonly path: string;
  /** The operation as the spec has it. */
  readonly node: JsonObject;
  readonly parameters: readonly ParameterDraft[];
  readonly responses: readonly ResponseDraft[];
}

/**
 * Where the response of an operation has its items, and how the next page is asked for: as `x-paging` and `x-service` say,
 * else by the usual names. Both ends of a token have to be there; without a token only a GET is a list, and one that looks like it:
 * of one page, or of pages that the header `Link` names, or that have numbers.
 */
export function lowerPaging(lowering: Lowering, draft: Draft): Paging | undefined {
  const body = listResponse(lowering, draft.responses);
  const properties = body === undefined ? [] : declaredProperties(lowering.schemas, body);
  checkRule(lowering, draft, properties);
  const reads = draft.method === 'GET';
  if (body === undefined || !(reads || draft.method === 'POST')) return undefined;
  const link = reads && declaresLink(draft.responses) ? { link: true as const } : {};
  const rule = ruleOf(lowering, draft);
  const found =
    reads && link.link === undefined ? lowerPageNumbers(lowering, { ...draft, properties, rule }) : undefined;
  const numbers = found === undefined ? {} : { numbers: found };
  if (body.types?.join() === 'array')
    return reads && body.array?.prefixItems === undefined ? { ...link, ...numbers } : undefined;
  if (body.types !== undefined && body.types.join() !== 'object') return undefined;
  const items = itemsOf(lowering, draft, properties);
  if (items === undefined) return undefined;
  const token = tokenOf(lowering, draft, properties);
  if (token !== undefined) return { items, token };
  const isStated = isJsonObject(rule) && (rule['page'] ?? rule['offset']) !== undefined && found !== undefined;
  return isStated || (reads && looksLikeList(draft.path, items, properties))
    ? { items, ...link, ...numbers }
    : undefined;
}

/** Whether a success announces further pages in a header. */
function declaresLink(responses: readonly ResponseDraft[]): boolean {
  return successResponses(responses).some(({ headers }) => headers.some((name) => name.toLowerCase() === 'link'));
}

/** The JSON that a success returns, where it can return nothing else. */
function listResponse(lowering: Lowering, responses: readonly ResponseDraft[]): Schema | undefined {
  const successes = successResponses(responses);
  const [content, ...others] = successes.flatMap(({ contents }) => contents);
  if (successes.length !== 1 || others.length > 0) return undefined;
  if (content === undefined || dataContent([content]) === undefined || content.stream === true) return undefined;
  drainSchemas(lowering);
  return followSchema(lowering.schemas, content.schema);
}

/** The array that `x-action` names; else the only one, or the only one of objects. */
function itemsOf(lowering: Lowering, { node }: Draft, properties: readonly Property[]): string | undefined {
  const arrays = properties.flatMap(({ name, schema }) => {
    const target = followSchema(lowering.schemas, schema);
    return isOnly(target, 'array') ? [{ name, of: target.array?.items }] : [];
  });
  const action = node['x-action'];
  const stated = isJsonObject(action) ? arrays.find(({ name }) => name === action['items']) : undefined;
  if (stated !== undefined) return stated.name;
  const ofObjects = arrays.filter(({ of }) => of !== undefined && isObject(followSchema(lowering.schemas, of)));
  const [only, ...others] = arrays.length === 1 ? arrays : ofObjects;
  return others.length === 0 ? only?.name : undefined;
}

/** The property that holds the token of the next page, and the parameter that takes it: text, or both are integers. */
function tokenOf(lowering: Lowering, draft: Draft, properties: readonly Property[]): Paging['token'] {
  const holds = ({ schema }: { readonly schema: Schema }, type: JsonType): boolean => {
    const { types } = followSchema(lowering.schemas, schema);
    return (types === undefined && type === 'string') || types?.includes(type) === true;
  };
  const rule = ruleOf(lowering, draft);
  const parameters = draft.parameters.filter((one) => one.in === 'query' && !one.required);
  const pairs = properties.flatMap((one) =>
    parameters.flatMap((other) => {
      const [property, parameter] = [one.name, other.name];
      const fits = rule === undefined ? isTokenPair(property, parameter) : isStated(rule, property, parameter);
      const isText = holds(one, 'string') && holds(other, 'string');
      // Without a word of the spec, a number of the same name may be the one that was asked for.
      const isInteger =
        holds(one, 'integer') && holds(other, 'integer') && (rule !== undefined || property !== parameter);
      return fits && (isText || isInteger) ? [{ parameter, property }] : [];
    }),
  );
  const [only, ...others] = pairs;
  return others.length === 0 ? only : undefined;
}

/** What the spec says of paging: of the operation, else of the service. */
function ruleOf({ root }: Lowering, { node }: Draft): JsonObject | false | undefined {
  const own = node['x-paging'];
  if (own === false || isJsonObject(own)) return own;
  const service = root['x-service'];
  const shared = isJsonObject(service) ? service['paging'] : undefined;
  return isJsonObject(shared) ? shared : undefined;
}

function isStated(rule: JsonObject | false, property: string, parameter: string): boolean {
  return rule !== false && property === rule['next'] && parameter === tokenParameter(rule);
}

function tokenParameter({ token }: JsonObject): Json {
  return token ?? 'pageToken';
}

/** A path that ends in a parameter, and a response with an id, speak of one thing, which may well hold an array. */
function looksLikeList(path: string, items: string, properties: readonly Property[]): boolean {
  return !path.endsWith('}') && isListName(items, path) && !properties.some(({ name }) => name === 'id');
}

function isOnly({ types }: Schema, type: JsonType): boolean {
  const others = types?.filter((one) => one !== 'null');
  return others?.length === 1 && others[0] === type;
}

function isObject(schema: Schema): boolean {
  if (schema.types !== undefined) return isOnly(schema, 'object');
  return [schema.object, schema.allOf, schema.anyOf, schema.oneOf].some((rules) => rules !== undefined);
}

/** Reports what the operation's own `x-paging` names and the operation does not have. */
function checkRule({ document, diagnostics }: Lowering, draft: Draft, properties: readonly Property[]): void {
  const rule = draft.node['x-paging'];
  if (!isJsonObject(rule)) return;
  const report = (key: string, what: string, name: Json, known: readonly string[]): void => {
    if (typeof name !== 'string' || known.includes(name)) return;
    const { positions } = document;
    const at = rule[key] === undefined ? positions.ofKey(draft.node, 'x-paging') : positions.ofValue(rule, key);
    diagnostics.error('wrong-paging', `${what} ${JSON.stringify(name)}${didYouMean(name, known)}`, at);
  };
  const query = draft.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const { token, next = null } = rule;
  const taker = next === null ? (token ?? null) : tokenParameter(rule);
  report('token', 'the operation has no query parameter', taker, query);
  const names = properties.map(({ name }) => name);
  report('next', 'the response has no property', next, names);
  for (const key of ['page', 'offset']) report(key, 'the operation has no query parameter', rule[key] ?? null, query);
  for (const key of ['total', 'more']) report(key, 'the response has no property', rule[key] ?? null, names);
}

interface List {
  readonly parameters: readonly ParameterDraft[];
  /** Of the response. */
  readonly properties: readonly Property[];
  /** What the spec states (`x-paging`); `false` where the list does not page. */
  readonly rule: JsonObject | false | undefined;
}

/**
 * How a list pages by the number of the page or by an offset: as stated, else where parameters have the usual names, and
 * something says where the list ends: the size of a page, how many items there are, or whether there are more.
 */
function lowerPageNumbers(lowering: Lowering, { parameters, properties, rule }: List): PageNumbers | undefined {
  if (rule === false) return undefined;
  const schemaOf = ({ schema }: { readonly schema: Schema }): Schema => followSchema(lowering.schemas, schema);
  const find = (key: 'page' | 'offset' | 'size'): ParameterDraft | undefined => {
    const fits = parameters.filter((one) => one.in === 'query' && takes(schemaOf(one), 'integer'));
    const stated = rule?.[key];
    return fits.find(({ name }) => (stated === undefined ? hasName(name, pagingNames[key]) : name === stated));
  };
  const stated = (key: 'total' | 'more'): string | undefined =>
    typeof rule?.[key] === 'string' ? rule[key] : undefined;
  const named = (key: 'total' | 'more' | 'next', type: Parameters<typeof takes>[1]): string | undefined =>
    properties.find((one) => pagingNames[key].test(one.name) && takes(schemaOf(one), type))?.name;
  const page = rule?.['offset'] === undefined ? find('page') : undefined;
  const parameter = page ?? (rule?.['page'] === undefined ? find('offset') : undefined);
  if (parameter === undefined) return undefined;
  const size = find('size');
  const ends = compact({
    total: stated('total') ?? named('total', 'integer'),
    more: stated('more') ?? named('more', 'boolean') ?? named('next', 'string'),
  });
  if (size === undefined && Object.keys(ends).length === 0) return undefined;
  const kind = page === undefined ? 'offset' : 'page';
  const begin = rule?.['first'];
  const first = typeof begin === 'number' ? begin : firstOf(kind, schemaOf(parameter));
  return { kind, parameter: parameter.name, first, ...(size && sizeOf(size, schemaOf(size), rule)), ...ends };
}

/** The parameter that sets the size of a page, what it is without, and the most that it can be. */
function sizeOf(
  { name }: ParameterDraft,
  schema: Schema,
  rule: JsonObject | undefined,
): Pick<PageNumbers, 'size' | 'default' | 'max'> {
  const usual = rule?.['default'] ?? schema.default?.value;
  const most = rule?.['max'] ?? schema.number?.maximum;
  const numberOf = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);
  return compact({ size: name, default: numberOf(usual), max: numberOf(most) });
}
