/** Whether a pattern is a regular expression, in Unicode mode or else in the older one. */
export function isRegex(pattern: string): boolean {
  return regexFlags(pattern) !== undefined;
}

/** The flags that make a pattern a regular expression: Unicode mode where that reads it; `undefined` where none does. */
export function regexFlags(pattern: string): 'u' | '' | undefined {
  if (compiles(pattern, 'u')) return 'u';
  return compiles(pattern, '') ? '' : undefined;
}

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
