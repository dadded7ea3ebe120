import type { JsonObject } from '../../spec/read/json.js';
import type { PageNumbers } from './paging.js';
import type { ParameterDraft } from '../operations/lower-parameter.js';
import type { Lowering } from '../lowering.js';
import { firstOf, hasName, pagingNames, takes } from './paging-names.js';
import type { Property, Schema } from '../schemas/schema.js';
import { followSchema } from '../schemas/target-schema.js';

interface List {
  readonly parameters: readonly ParameterDraft[];
  /** Of the answer. */
  readonly properties: readonly Property[];
  /** What the spec states (`x-paging`); `false` where the list does not page. */
  readonly rule: JsonObject | false | undefined;
}

/**
 * How a list pages by the number of the page or by an offset: as stated, else where parameters have the usual names, and
 * something says where the list ends: the size of a page, how many items there are, or whether there are more.
 */
export function lowerPageNumbers(lowering: Lowering, { parameters, properties, rule }: List): PageNumbers | undefined {
  if (rule === false) return undefined;
  const schemaOf = ({ schema }: { readonly schema: Schema }): Schema => followSchema(lowering.schemas, schema);
  const find = (key: 'page' | 'offset' | 'size'): ParameterDraft | undefined => {
    const fits = parameters.filter((one) => one.in === 'query' && takes(schemaOf(one), 'integer'));
    const stated = rule?.[key];
    return fits.find(({ name }) => (stated === undefined ? hasName(name, pagingNames[key]) : name === stated));
  };
  const member = (key: 'total' | 'more', ...names: readonly string[]): Readonly<Record<string, string>> => {
    const name = typeof rule?.[key] === 'string' ? rule[key] : names[0];
    return name === undefined ? {} : { [key]: name };
  };
  const named = (pattern: RegExp, type: Parameters<typeof takes>[1]): readonly string[] =>
    properties.filter((one) => pattern.test(one.name) && takes(schemaOf(one), type)).map(({ name }) => name);
  const page = rule?.['offset'] === undefined ? find('page') : undefined;
  const parameter = page ?? (rule?.['page'] === undefined ? find('offset') : undefined);
  if (parameter === undefined) return undefined;
  const size = find('size');
  const ends = {
    ...member('total', ...named(pagingNames.total, 'integer')),
    ...member('more', ...named(pagingNames.more, 'boolean'), ...named(pagingNames.next, 'string')),
  };
  if (size === undefined && Object.keys(ends).length === 0) return undefined;
  const kind = page === undefined ? 'offset' : 'page';
  const stated = rule?.['first'];
  const first = typeof stated === 'number' ? stated : firstOf(kind, schemaOf(parameter));
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
  return {
    size: name,
    ...(typeof usual === 'number' && { default: usual }),
    ...(typeof most === 'number' && { max: most }),
  };
}
