/** Returns a name in lower case, without separators of words: `next_Page-token` → `nextpagetoken`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\W_]/g, '');
}
