/** A name without case and without what separates its words: `next_page-token` is `nextpagetoken`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\W_]/g, '');
}
