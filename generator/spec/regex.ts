/** Whether a pattern is a regular expression, in Unicode mode or else in the older one. */
export function isRegex(pattern: string): boolean {
  return compiles(pattern, 'u') || compiles(pattern, '');
}

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
