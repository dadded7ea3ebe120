import type { Api, Operation, Parameter } from '../../api/api.js';
import { toCallersProperty } from '../../api/conversions/names-agree.js';
import { compact, type JsonObject } from '../../json.js';
import { renameParameter, mapPaging } from '../../api/paging/habits.js';
import type { PageNumbers, Paging } from '../../api/types/paging.js';
import { parameterTypes } from '../code/parameter-values.js';
import { type Imports, runtime } from '../code/imports.js';
import type { TypeSide } from '../code/types.js';

/** Returns the paging of a list (`OperationPaging` of the runtime), with parameters by the names for callers or on the wire. */
export function pagingValue(operation: Operation, side: TypeSide): JsonObject | undefined {
  const { paging } = side === 'callers' ? (operation.callers ?? operation) : operation;
  if (paging === undefined) return undefined;
  const same = (path: string): string => path;
  const parameter = (path: string): string =>
    renameParameter(operation.parameters, path, (one) => (side === 'callers' ? toCallersProperty(one) : one.property));
  const { link, numbers, ...named } = mapPaging(paging, { parameter, member: same, property: same });
  return compact({
    ...named,
    link: link === true ? undefined : link,
    numbers: link === undefined ? numbers && numbersValue(numbers) : undefined,
    keeps: keptMembers(paging),
  }) as JsonObject; // facts are plain data
}

/** Members that pages of the client have, too, where the response has them: `meta` of `meta.next_cursor`. */
function keptMembers({ items, token, link, after, numbers, more, last }: Paging): readonly string[] | undefined {
  const members = [items, token?.property, link, after?.lastId, after?.firstId, numbers?.total, numbers?.pages];
  const outer = new Set([...members, more, last].map((path) => String(path).split('.')[0]));
  const kept = ['meta', 'next'].filter((name) => outer.has(name));
  return kept.length === 0 ? undefined : kept;
}

/**
 * Names what reads the pages of a list, so that no bundle holds what other lists need: `next: nextLink`. A token that a call
 * takes as the response has it needs nothing.
 */
export function pagingReaders(api: Api, { paging, parameters }: Operation, imports: Imports): readonly string[] {
  if (paging === undefined) return [];
  const { size, token, link, after, numbers, more, last } = paging;
  const find = (path: string): Parameter | undefined =>
    parameters.find((one) => one.in === 'query' && one.name === path);
  const own = token && find(token.parameter);
  const isText = own && !/^(?:integer|number|boolean)$/.test(String(parameterTypes(api, own.schema, false)['type']));
  const isPlain = isText && token?.property !== undefined && (more ?? last) === undefined;
  const byToken = token && (token.property ?? token.header) === undefined ? 'nextHeader' : 'nextToken';
  const style = link ? 'nextLink' : after ? 'nextAfter' : numbers ? 'nextNumbered' : token && !isPlain && byToken;
  return [
    ...(style ? [`next: ${imports.use(runtime(style))}`] : []),
    ...(size && !find(size.parameter) ? [`ask: ${imports.use(runtime('askInside'))}`] : []),
    ...(after?.before === undefined ? [] : [`order: ${imports.use(runtime('fromLast'))}`]),
  ];
}

/** Returns page numbers or offsets (`PageNumbers` of the runtime): `{ page: 'page', first: 0 }`. */
function numbersValue({ kind, parameter, first, ...rest }: PageNumbers): JsonObject {
  return compact({ [kind]: parameter, first: first === (kind === 'page' ? 1 : 0) ? undefined : first, ...rest });
}
