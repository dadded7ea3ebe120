import { isJsonObject, type JsonObject, compact, nonEmpty, toObject } from '../../json.js';
import type { Paging } from '../types/paging.js';
import { declaredProperties, followSchema } from '../schemas/target-schema.js';
import { envelopes, findByPath, isListName, listMembers, listParameters } from './habits.js';
import { findPages, listFacts, type UnknownPages } from './find-pages.js';
import type { ResponseDraft } from '../messages/lower-response.js';
import { drainSchemas } from '../schemas/lower-schema.js';
import type { Lowering } from '../schemas/lowering.js';
import type { JsonType, Property, Schema } from '../types/schema.js';
import { successResponses } from '../messages/responses.js';
import { dataContent } from '../schemas/media-type.js';
import type { Operation } from '../api.js';
import type { ParameterDraft } from '../messages/lower-parameter.js';
import { didYouMean } from '../../spec/suggest.js';

/**
 * Finds the items in the response of an operation and the way to request the next page: by `x-paging` and `x-service`, else by the
 * habits in `habits.ts`. Without `x-paging`, only a `GET` or a response with a token for a parameter is a list. If a parameter selects
 * pages but the response names no next one, the operation has no paging, which is reported.
 */
export function lowerPaging(lowering: Lowering, draft: ListDraft): Paging | undefined {
  const { schemas } = lowering;
  const { node, method, responses, path } = draft;
  const body = listResponse(lowering, responses);
  const properties = body ? declaredProperties(schemas, body) : [];
  checkStatedPaging(lowering, draft, properties);
  const stated = node['x-paging'];
  const ofService = toObject(lowering.root['x-service'])['paging'];
  const rule = stated === false ? undefined : [stated, ofService].find(isJsonObject);
  const reads = method === 'GET';
  const types = body?.types?.join() ?? 'object';
  const isArray = types === 'array' && reads && body?.array?.prefixItems === undefined;
  const isObject = types === 'object' && (reads || method === 'POST');
  const list = isArray ? body && { schema: body } : isObject ? findItems(lowering, node, properties, rule) : undefined;
  if (body === undefined || list === undefined) return undefined;
  const item = declaredProperties(schemas, followSchema(schemas, list.schema).array?.items ?? list.schema);
  const facts = listFacts(schemas, { ...draft, extensions: node }, { item, around: properties });
  const named = statedMembers
    .map((key) => findByPath(schemas, properties, String(rule?.[key])))
    .filter((member) => member !== undefined);
  const { paging: found = {}, unknown } =
    stated === false ? {} : findPages({ ...facts, members: [...named, ...facts.members], rule });
  const paging: Paging = compact({ items: list.path, ...found });
  const isThing = list.path !== undefined && (!reads || properties.some(({ name }) => name === 'id'));
  if (unknown !== undefined) return isThing ? undefined : noteUnknown(lowering, draft, unknown);
  const { token, link, after, numbers, more, last, size } = paging;
  if (list.path === undefined || (token ?? link ?? after) !== undefined) return paging;
  const tellsEnd = numbers && (size ?? numbers.total ?? numbers.pages ?? more ?? last) !== undefined;
  const looksLikeList = !path.endsWith('}') && !list.isNested && isListName(list.path, path);
  const isStated = (rule?.['page'] ?? rule?.['offset']) !== undefined;
  return isStated || (!isThing && (tellsEnd || looksLikeList)) ? paging : undefined;
}

/** Finds the schema of the JSON in a successful response, if it is the only content of the only success. */
function listResponse(lowering: Lowering, responses: readonly ResponseDraft[]): Schema | undefined {
  const successes = successResponses(responses);
  const contents = successes.flatMap((response) => response.contents);
  const content = dataContent(contents);
  if (content === undefined || content.stream || successes.length > 1 || contents.length > 1) return undefined;
  drainSchemas(lowering);
  return followSchema(lowering.schemas, content.schema);
}

/** The array with the items of a page, at its path: `items`, `data.rows`; absent where the response is the array. */
interface FoundItems {
  readonly path?: string;
  readonly schema: Schema;
  readonly isNested?: boolean;
}

/** Finds the array that `x-paging` or `x-action` names, else the only array (of objects) in the response or in its envelope. */
function findItems(
  { schemas }: Lowering,
  node: JsonObject,
  properties: readonly Property[],
  rule: JsonObject | undefined,
): FoundItems | undefined {
  const stated = rule?.['items'] ?? toObject(node['x-action'])['items'];
  const listArrays = (from: readonly Property[], outer: string): readonly FoundItems[] => {
    const named = new Map(from.map(({ name, schema }) => [outer + name, schema]));
    return [...named]
      .filter(([, schema]) => isOnly(followSchema(schemas, schema), 'array'))
      .map(([path, schema]) => ({ path, schema, isNested: outer !== '' }));
  };
  const nested = properties
    .filter(({ name }) => envelopes.test(name))
    .flatMap(({ name, schema }) => listArrays(declaredProperties(schemas, schema), `${name}.`));
  const direct = listArrays(properties, '');
  const known = [...direct, ...nested].find(({ path }) => path === stated);
  if (known !== undefined) return known;
  const arrays = nonEmpty(direct) ?? nested;
  const ofObjects = arrays.filter(({ schema }) => {
    const items = followSchema(schemas, schema).array?.items;
    const { types, object, allOf, anyOf, oneOf } = items ? followSchema(schemas, items) : {};
    return types ? isOnly({ types }, 'object') : (object ?? allOf ?? anyOf ?? oneOf) !== undefined;
  });
  const [only, ...others] = arrays.length === 1 ? arrays : ofObjects;
  return others.length === 0 ? only : undefined;
}

function isOnly({ types }: Pick<Schema, 'types'>, type: JsonType): boolean {
  return types?.filter((one) => one !== 'null').join() === type;
}

/** The facts of an operation that show whether it is a list. */
export interface ListDraft extends Pick<Operation, 'id' | 'method' | 'path'> {
  /** The operation object of the spec. */
  readonly node: JsonObject;
  readonly parameters: readonly ParameterDraft[];
  readonly responses: readonly ResponseDraft[];
}

/** Reports names in the operation's own `x-paging` that the operation does not have. */
function checkStatedPaging(
  { document, diagnostics, schemas }: Lowering,
  draft: ListDraft,
  properties: readonly Property[],
): void {
  const rule = draft.node['x-paging'];
  if (!isJsonObject(rule)) return;
  const report = (key: string, what: string, known: readonly string[], name = rule[key]): void => {
    if (typeof name !== 'string' || known.includes(name)) return;
    const { positions } = document;
    const at = rule[key] === undefined ? positions.ofKey(draft.node, 'x-paging') : positions.ofValue(rule, key);
    diagnostics.error('wrong-paging', `${what} ${JSON.stringify(name)}${didYouMean(name, known)}`, at);
  };
  const query = listParameters(schemas, draft.parameters).map(({ path }) => path);
  const takesToken = (rule['next'] ?? rule['header'] ?? rule['token']) !== undefined;
  for (const key of ['token', 'page', 'offset', 'after', 'before'])
    report(
      key,
      'the operation has no query parameter',
      query,
      rule[key] ?? (takesToken && key === 'token' ? 'pageToken' : undefined),
    );
  const names = listMembers(schemas, properties).map(({ path }) => path);
  for (const key of statedMembers)
    if (!findByPath(schemas, properties, String(rule[key]))) report(key, 'the response has no property', names);
}

/** Keys of `x-paging` that name members of the response. */
const statedMembers = ['next', 'link', 'total', 'pages', 'more', 'last'] as const;

/** The rule for an overlay, by kind of paging. */
const rules: Readonly<Record<UnknownPages['kind'], string>> = {
  token: 'token: NAME, next: …',
  page: 'page: NAME, total: …',
  offset: 'offset: NAME, total: …',
  after: 'after: NAME, more: …',
};

/** Counts a list without known paging, so that `reportUnknownPaging` reports one list of each kind and the number of others. */
function noteUnknown(lowering: Lowering, draft: ListDraft, { kind, parameter }: UnknownPages): undefined {
  const found = lowering.unknownPaging.get(kind);
  if (found !== undefined) return void found.count++;
  const target = `$.paths[${quote(draft.path)}].${draft.method.toLowerCase()}`;
  const rule = rules[kind].replace('NAME', () => (/^\w+$/.test(parameter) ? parameter : quote(parameter)));
  const names = [parameter, parameter.split('.', 1)[0]];
  const at = draft.parameters.find((one) => names.includes(one.name))?.at;
  lowering.unknownPaging.set(kind, {
    at: at ?? lowering.document.positions.of(draft.node),
    count: 1,
    message: `${JSON.stringify(draft.id)} has the parameter ${JSON.stringify(parameter)}, but its response does not show how to get the next page`,
    overlay: `{ target: ${JSON.stringify(target)}, update: { x-paging: { ${rule} } } }`,
  });
}

/** Reports the lists whose further pages the client cannot request, once for each kind of paging. */
export function reportUnknownPaging({ unknownPaging, diagnostics }: Lowering): void {
  for (const { at, count, message, overlay } of unknownPaging.values()) {
    const others = count === 1 ? '' : `, as in ${count - 1} more operation${count === 2 ? '' : 's'}`;
    diagnostics.warning(
      'unknown-paging',
      `${message}${others}: a call returns one page; write in an overlay ${overlay}`,
      at,
    );
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}
