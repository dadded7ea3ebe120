import type { Tool } from '../tools/catalogue.js';

/** Options for the operations that an agent may call. */
export interface PermissionOptions {
  /** Only operations that change nothing. Default: false. */
  readonly readOnly?: boolean | undefined;
  /** Only these operations: names or patterns with `*`, such as `pets.*`. They may delete and overwrite. Default: all. */
  readonly allow?: string | readonly string[] | undefined;
  /** Operations that delete or overwrite, too. Default: only those that `allow` names, and all of an emulator. */
  readonly allowDestructive?: boolean | undefined;
}

/** Decides which operations may be called. */
export interface Permissions {
  /** Says whether an operation is listed, found and described. */
  readonly lists: (tool: Tool) => boolean;
  /** Returns the reason that an operation must not be called; `undefined` if it may be. */
  readonly rejects: (tool: Tool) => string | undefined;
}

/** Creates the permissions of a server. An emulated one has nothing to lose. */
export function createPermissions(options: PermissionOptions, isEmulated: boolean): Permissions {
  const { readOnly = false, allow, allowDestructive = isEmulated || allow !== undefined } = options;
  const patterns = [allow ?? '*'].flat().map(readPattern);
  const hides = (tool: Tool): string | undefined => {
    if (!patterns.some((fits) => fits(tool))) return 'this server does not allow it (`--allow`)';
    return readOnly && !tool.hints.readOnly ? 'it changes data, and this server only reads (`--read-only`)' : undefined;
  };
  const destructive =
    'it deletes or overwrites data, for which this server has no permission: whoever runs it can give that with `--allow-destructive`, or `--allow` and the name of the operation';
  return {
    lists: (tool) => hides(tool) === undefined,
    rejects: (tool) => hides(tool) ?? (tool.hints.destructive && !allowDestructive ? destructive : undefined),
  };
}

/** Reads a pattern for names of operations: `pets.*` fits `pets.list`, and its tool `pets_list`. */
export function readPattern(pattern: string): (tool: Tool) => boolean {
  const plain = (name: string): string => name.replace(/[^\w*-]+/g, '_');
  const parts = plain(pattern.trim()).split('*');
  return ({ name, operation }) => [name, operation.id].some((one) => hasParts(plain(one), parts));
}

/** Says whether a name consists of the parts in their order, with anything between them. A regular expression could take very long. */
function hasParts(name: string, [first = '', ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return name === first;
  const end = name.length - last.length;
  if (!name.startsWith(first) || !name.endsWith(last) || end < first.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
