import { isJsonObject, type JsonObject } from '../../spec/read/json.js';
import { toObject } from '../tools/extension-values.js';
import { compact } from '../tools/compact.js';
import type { ListDraft } from './list-draft.js';
import type { Paging } from '../types/paging.js';
import { declaredProperties, followSchema } from '../schemas/target-schema.js';
import { envelopes, findByPath, isListName } from './habits.js';
import { findPages, listFacts } from './find-pages.js';
import { checkStatedPaging, statedMembers } from './check-stated-paging.js';
import { noteUnknown } from './report-unknown-paging.js';
import type { ResponseDraft } from '../messages/lower-response.js';
import { drainSchemas } from '../schemas/lower-schema.js';
import type { Lowering } from '../schemas/lowering.js';
import type { JsonType, Property, Schema } from '../types/schema.js';
import { successResponses } from '../shapes/error-bodies.js';
import { dataContent } from '../schemas/media-type.js';

/**
 * Finds where the response of an operation has its items, and how the next page is asked for: as `x-paging` and `x-service`
 * say, else by the names and places of `habits.ts`. Without `x-paging`, only the response of a GET, or one whose token a
 * parameter takes, is a list; where nothing leads on from its first page although a parameter asks for others, it is none.
 */
export function lowerPaging(lowering: Lowering, draft: ListDraft): Paging | undefined {
  const { schemas } = lowering;
  const body = listResponse(lowering, draft.responses);
  const properties = body === undefined ? [] : declaredProperties(schemas, body);
  const rule = readRule(lowering, draft);
  checkStatedPaging(lowering, draft, properties);
  const reads = draft.method === 'GET';
  const types = body?.types?.join() ?? 'object';
  if (body === undefined || !(reads || (draft.method === 'POST' && types === 'object'))) return undefined;
  if (types === 'array' ? body.array?.prefixItems !== undefined : types !== 'object') return undefined;
  const list = types === 'array' ? { path: undefined, schema: body } : findItems(lowering, draft, properties, rule);
  if (list === undefined) return undefined;
  const item = declaredProperties(schemas, followSchema(schemas, list.schema).array?.items ?? list.schema);
  const facts = listFacts(schemas, { ...draft, extensions: draft.node }, { item, around: properties });
  const stated = statedMembers.flatMap((key) => {
    const path = rule?.[key];
    return (typeof path === 'string' && findByPath(schemas, properties, path)) || [];
  });
  const hasOnePage = draft.node['x-paging'] === false;
  const found = hasOnePage ? { paging: {} } : findPages({ ...facts, members: [...stated, ...facts.members], rule });
  const isStated = (rule?.['page'] ?? rule?.['offset']) !== undefined;
  const paging: Paging = compact({ items: list.path, ...found.paging });
  const { token, link, after, numbers, more, last } = paging;
  const leadsOn = (token ?? link ?? after) !== undefined;
  if (leadsOn || list.path === undefined) return found.unknown ? noteUnknown(lowering, draft, found.unknown) : paging;
  if (!reads || properties.some(({ name }) => name === 'id')) return isStated ? paging : undefined;
  if (found.unknown !== undefined) return noteUnknown(lowering, draft, found.unknown);
  const tellsEnd = numbers && (paging.size ?? numbers.total ?? numbers.pages ?? more ?? last) !== undefined;
  const looksLikeList = !draft.path.endsWith('}') && !list.isNested && isListName(list.path, draft.path);
  return isStated || tellsEnd === true || looksLikeList ? paging : undefined;
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

/** The rule that the spec states for an operation, else that of the service. */
function readRule({ root }: Lowering, { node }: ListDraft): JsonObject | undefined {
  const own = node['x-paging'];
  return own === false ? undefined : [own, toObject(root['x-service'])['paging']].find(isJsonObject);
}

/** The array with the items of a page: `items`, `data.rows`. */
interface FoundItems {
  readonly path: string;
  readonly schema: Schema;
  readonly isNested: boolean;
}

/** The array that `x-paging` or `x-action` names; else the only one, or the only one of objects, in the response or in its envelope. */
function findItems(
  { schemas }: Lowering,
  { node }: ListDraft,
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
  const arrays = direct.length > 0 ? direct : nested;
  const ofObjects = arrays.filter(({ schema }) => {
    const item = followSchema(schemas, schema).array?.items;
    return item !== undefined && isObject(followSchema(schemas, item));
  });
  const [only, ...others] = arrays.length === 1 ? arrays : ofObjects;
  return others.length === 0 ? only : undefined;
}

function isOnly({ types }: Schema, type: JsonType): boolean {
  const others = types?.filter((one) => one !== 'null');
  return others?.length === 1 && others[0] === type;
}

function isObject(schema: Schema): boolean {
  if (schema.types !== undefined) return isOnly(schema, 'object');
  return [schema.object, schema.allOf, schema.anyOf, schema.oneOf].some((rules) => rules !== undefined);
}
