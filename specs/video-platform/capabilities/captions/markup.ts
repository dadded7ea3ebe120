const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** Removes `<…>` tags from a text; a `<` without `>` stays. */
export function withoutTags(text: string): string {
  let result = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    const close = open < 0 ? -1 : text.indexOf('>', open);
    if (close < 0) return result + text.slice(at);
    result += text.slice(at, open);
    if (!/[a-z/0-9]/i.test(text.charAt(open + 1))) result += text.slice(open, close + 1);
    at = close + 1;
  }
  return result;
}

/** Replaces character references in a text; unknown ones stay. */
export function withoutEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/gi, (whole: string, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Replaces `&`, `<` and `>` in a text by character references. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
