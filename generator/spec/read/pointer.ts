/** Prints the JSON pointer of the steps to a value: `['paths', '/a']` → `/paths/~1a`; empty for the root. */
export function printPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Reads the steps of a JSON pointer; `undefined` if it has no slash at its start or a broken `~` escape. */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Prints a JSON pointer as the fragment of a URI, in which some characters are escaped. */
export function printFragment(pointer: string): string {
  return pointer.replace(/[\s"#%<>\\^`{|}]/g, encodeURIComponent);
}

/** Decodes the percent escapes of a part of a URI; returns it unchanged if one of them is broken. */
export function decodePercent(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
