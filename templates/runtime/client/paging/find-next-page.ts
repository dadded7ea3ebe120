import type { FindNext, Operation, OperationPaging, OperationParameter } from '../../operation.js';
import { isAbsent, readOwn, readPath } from '../params/values.js';

/** Finds what asks for the page after one, and what names that page; nothing after the last. */
export const findNextPage: FindNext = (operation, given) => {
  const { page, headers, asked } = given;
  const { token, next, more, last } = operation.paging ?? {};
  const further = more && readPath(page, more);
  // A token can be there although nothing follows: `endCursor` is the cursor of the last item.
  if ((further !== undefined && !further) || (last && readPath(page, last) === true)) return undefined;
  if (next) return next(operation, given);
  const { parameter = '', property, header } = token ?? {};
  const name = header ? headers?.get(header) : property && readPath(page, property);
  return name ? { params: askFor(operation, asked, parameter, name), name } : undefined;
};

/**
 * The params that a value adds to others, at a path: of `page.number` and 2 beside `{ page: { size: 5 } }`,
 * `{ page: { size: 5, number: 2 } }`.
 */
export function askFor(
  { parameters }: Operation<never, unknown>,
  asked: object,
  path: string,
  value: unknown,
): Record<string, unknown> {
  const own = parameters?.find((one) => (one.property ?? one.name) === path);
  const at = own ? -1 : path.indexOf('.');
  if (at < 0) return { [path]: own && typeof value === 'string' ? readValue(own, value) : value };
  const outer = path.slice(0, at);
  return { [outer]: { ...Object(readOwn(asked, outer)), [path.slice(at + 1)]: value } };
}

/** Whether a call asks for what comes before an item. */
export function goesBack({ after }: OperationPaging, asked: object): boolean {
  const isGiven = (path: string | undefined): boolean => path !== undefined && !isAbsent(readPath(asked, path));
  return isGiven(after?.before) && !isGiven(after?.parameter);
}

/** Reads the value of a parameter from its text: `'2'` is 2 for an integer. */
export function readValue({ type }: OperationParameter, text: string): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return (type === 'integer' || type === 'number') && text.trim() !== '' && !Number.isNaN(Number(text))
    ? Number(text)
    : text;
}
