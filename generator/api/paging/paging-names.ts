import type { Schema } from '../schemas/schema.js';

/** What is usually called so, in lists that page by numbers; parameters, then members of the response. */
export const pagingNames: Readonly<Record<'size' | 'page' | 'offset' | 'after' | 'total' | 'more' | 'next', RegExp>> = {
  size: /^(?:per_?page|page_?size|page_?limit|limit|size|max_?results)$/i,
  page: /^page(?:_?(?:number|no|num|index))?$/i,
  offset: /^(?:offset|skip|start_?index)$/i,
  after: /^(?:starting_)?after(?:_?id)?$/i,
  total: /^(?:total(?:_?(?:count|results|items|size))?|count)$/i,
  more: /^has_?(?:more|next(?:_?page)?)$/i,
  next: /^next(?:_?page)?(?:_?(?:url|uri|link))?$/i,
};

/** Whether a parameter has a usual name; `page[size]` is `page_size`. */
export function hasName(name: string, pattern: RegExp): boolean {
  return pattern.test(name.replace(/\[(\w+)\]$/, '_$1'));
}

/** A number of things is stated as any number, or as a string, in some specs. */
export function takes({ types = [] }: Schema, type: 'integer' | 'boolean' | 'string'): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** The number of the first page, or the offset of the first item, as the schema of the parameter says. */
export function firstOf(kind: 'page' | 'offset', schema: Schema): number {
  const [usual, other] = kind === 'page' ? [1, 0] : [0, 1];
  return schema.default?.value === other || schema.number?.minimum === other ? other : usual;
}

const usual: ReadonlySet<string> = new Set(['items', 'data', 'results', 'values', 'entries', 'records', 'list']);

/** Whether a property of what a path returns has the name of a list: a usual one, or that of the resource, in either number. */
export function isListName(property: string, path: string): boolean {
  const [last = ''] = (path.split('/').at(-1) ?? '').split(':');
  const name = plainName(property);
  const resource = plainName(last);
  return usual.has(name) || (name !== '' && (resource === name || resource === `${name}s`));
}

/** What the parameter is usually called that takes the token which a response has under a name; plain names. */
const parameters: { readonly [property: string]: readonly string[] } = {
  nextpagetoken: ['pagetoken', 'nextpagetoken'],
  nexttoken: ['nexttoken', 'token'],
  nextcursor: ['cursor', 'nextcursor', 'after'],
  cursor: ['cursor'],
  endcursor: ['after', 'cursor'],
  nextmarker: ['marker'],
  nextcontinuationtoken: ['continuationtoken'],
  continuationtoken: ['continuationtoken'],
};

/** Whether a property of a response is usually the token that a parameter takes: `next_page_token` and `page_token`. */
export function isTokenPair(property: string, parameter: string): boolean {
  const key = plainName(property);
  const usual = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
  return usual?.includes(plainName(parameter)) === true;
}

/** A name without case and without what separates its words: `next_page-token` -> `nextpagetoken`. */
function plainName(name: string): string {
  return name.replace(/[\W_]/g, '').toLowerCase();
}
