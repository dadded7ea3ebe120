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

/** Returns the reason that an operation is not listed, found and described; `undefined` if it is. */
export function explainHidden(tool: Tool, { readOnly = false, allow = '*' }: PermissionOptions): string | undefined {
  if (![allow].flat().some((pattern) => fitsPattern(tool, pattern))) return 'this server does not allow it (`--allow`)';
  return readOnly && !tool.hints.readOnly ? 'it changes data, and this server only reads (`--read-only`)' : undefined;
}

/** Returns the reason that an operation must not be called; `undefined` if it may be. */
export function explainRejection(tool: Tool, options: PermissionOptions): string | undefined {
  const { allow, allowDestructive = allow !== undefined } = options;
  const hidden = explainHidden(tool, options);
  if (hidden !== undefined || allowDestructive || !tool.hints.destructive) return hidden;
  return 'it deletes or overwrites data, for which this server has no permission: whoever runs it can give that with `--allow-destructive`, or `--allow` and the name of the operation';
}

/** Says whether a pattern names an operation: `pets.*` fits `pets.list`, and its tool `pets_list`. */
export function fitsPattern({ name, operation }: Tool, pattern: string): boolean {
  const plain = (text: string) => text.replace(/[^\w*-]+/g, '_');
  const parts = plain(pattern.trim()).split('*');
  return [name, operation.id].some((one) => hasParts(plain(one), parts));
}

/** Says whether a name consists of the parts in their order, with anything between them. A regular expression could take very long. */
function hasParts(name: string, parts: readonly string[]) {
  let end = 0;
  for (const [index, part] of parts.entries()) {
    const at = index === parts.length - 1 ? name.length - part.length : name.indexOf(part, end);
    if (at < end || (index === 0 && at > 0) || !name.startsWith(part, at)) return false;
    end = at + part.length;
  }
  return true;
}
