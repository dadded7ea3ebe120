/** Statements in braces after a head, `if (…)`, indented as prettier would: output reads well without it, too. */
export function block(head: string, statements: readonly string[]): readonly string[] {
  const start = head === '' ? '{' : `${head} {`;
  return [start, ...statements.map((one) => `  ${one.replaceAll('\n', '\n  ')}`), '}'];
}
