/** What the parameter is usually called that takes the token which an answer has under a name; plain texts. */
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

/** Whether a property of an answer is usually the token that a parameter takes: `next_page_token` and `page_token`. */
export function isTokenPair(property: string, parameter: string): boolean {
  const key = plainName(property);
  const usual = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
  return usual?.includes(plainName(parameter)) === true;
}

/** A name without case and without what separates its words: `next_page-token` -> `nextpagetoken`. */
export function plainName(name: string): string {
  return name.replace(/[\W_]/g, '').toLowerCase();
}
