/** A string literal in double quotes where that takes fewer backslashes, else in single ones. */
export function requote(literal: string): string {
  if (!/^['"]/.test(literal)) return literal;
  const content = literal.slice(1, -1);
  if (!/['"\\]/.test(content)) return `'${content}'`;
  const quote = count(content, "'") > count(content, '"') ? '"' : "'";
  const escaped = content.replace(/\\([^])|['"]/g, (found: string, after: string | undefined) => {
    if (after === undefined) return found === quote ? `\\${found}` : found;
    return /['"]/.test(after) && after !== quote ? after : found;
  });
  return quote + escaped + quote;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
