/** Says whether a pattern is a regular expression, in Unicode mode or else in the older one. */
export function isRegex(pattern: string): boolean {
  return regexFlags(pattern) !== undefined;
}

/**
 * Returns the flags that make a pattern a regular expression: Unicode mode where that reads it; `undefined` where none does. The
 * result is the same on every engine: syntax newer than ES2022, which packages are made for, is rejected everywhere.
 */
export function regexFlags(pattern: string): 'u' | '' | undefined {
  if (isTooNew(pattern)) return undefined;
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

/** Says whether a pattern has a group that changes flags, or a name that two groups share: later engines take both. */
function isTooNew(pattern: string): boolean {
  if (!pattern.includes('(?')) return false;
  const groups = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gsu, '');
  const names = [...groups.matchAll(/\(\?<([^=!>][^>]*)>/gu)].map(([, name]) => name);
  return /\(\?[ims]*(?:-[ims]*)?:/u.test(groups.replaceAll('(?:', '')) || new Set(names).size < names.length;
}
