import type { Tool } from '../tools/catalogue.js';

/** What an agent may call. */
export interface PermissionOptions {
  /** Only operations that change nothing. Default: false. */
  readonly readOnly?: boolean | undefined;
  /** Only these operations: names or patterns with `*`, such as `pets.*`. They may delete and overwrite. Default: all. */
  readonly allow?: string | readonly string[] | undefined;
  /** Operations that delete or overwrite, too. Default: only those that `allow` names, and all of an emulator. */
  readonly allowDestructive?: boolean | undefined;
}

/** Decides what may be called. */
export interface Permissions {
  /** Whether an agent is told of an operation. */
  readonly lists: (tool: Tool) => boolean;
  /** Why an operation must not be called; `undefined` where it may. */
  readonly rejects: (tool: Tool) => string | undefined;
}

/** Makes the permissions of a server; `isEmulated` says that nothing real can be lost. */
export function createPermissions(options: PermissionOptions, isEmulated: boolean): Permissions {
  const { readOnly = false, allow, allowDestructive = isEmulated || allow !== undefined } = options;
  const patterns = allow === undefined ? undefined : [allow].flat().map(readPattern);
  const isAllowed = (tool: Tool): boolean => patterns?.some((matches) => matches(tool)) ?? true;
  const isReadable = ({ hints }: Tool): boolean => !readOnly || hints.readOnly;
  return {
    lists: (tool) => isAllowed(tool) && isReadable(tool),
    rejects: (tool) => {
      if (!isAllowed(tool)) return 'this server does not allow it (`--allow`)';
      if (!isReadable(tool)) return 'it changes data, and this server only reads (`--read-only`)';
      if (tool.hints.destructive && !allowDestructive)
        return 'it deletes or overwrites data, for which this server has no permission: whoever runs it can give that with `--allow-destructive`, or `--allow` and the name of the operation';
      return undefined;
    },
  };
}

/** Whether an operation has a name that fits a pattern; dots and underscores are the same, as names of tools have no dots. */
export function readPattern(pattern: string): (tool: Tool) => boolean {
  const plain = (name: string): string => name.replace(/[^\w*-]+/g, '_');
  const parts = plain(pattern.trim()).split('*');
  return ({ name, operation }) => [name, operation.id].some((one) => fits(plain(one), parts));
}

/** Whether a name consists of the parts in their order, with anything between them. */
function fits(name: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  const end = name.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
