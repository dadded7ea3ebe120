import type { Schema } from '../schemas/schema.js';

/** What is usually called so, in lists that page by numbers; parameters, then members of the answer. */
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

/** A number of things is stated as any number, or as text, in some specs. */
export function takes({ types = [] }: Schema, type: 'integer' | 'boolean' | 'string'): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** The number of the first page, or the offset of the first item, as the schema of the parameter says. */
export function firstOf(kind: 'page' | 'offset', schema: Schema): number {
  const [usual, other] = kind === 'page' ? [1, 0] : [0, 1];
  return schema.default?.value === other || schema.number?.minimum === other ? other : usual;
}
