// Strings, numbers, words and marks of JSON.
const token =
  /\s*(?:[{}[\],:]|"[^"\\\p{Cc}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\p{Cc}]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true\b|false\b|null\b)/uy;

/** What is wrong with a text that is no JSON: `file:line:column is not valid JSON`. */
export function jsonMistake(text: string, file: string, error: unknown): string {
  const [, stated] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  const offset = stated === undefined ? firstBad(text) : Number(stated);
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  const isCut = text.slice(offset).trim() === '';
  return `${file}:${line}:${column} is not valid JSON: ${isCut ? 'the file ends too early' : 'this does not belong here'}`;
}

/** Where the first characters are that no JSON has; the end if there are none. */
function firstBad(text: string): number {
  let end = 0;
  token.lastIndex = 0;
  while (token.test(text)) end = token.lastIndex;
  return end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
}

/** Whether an error is one of the system, such as a missing file. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
