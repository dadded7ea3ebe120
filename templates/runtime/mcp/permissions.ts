import type { Tool } from '../tools/catalogue.js';

/** Options for the operations that an agent may call. */
export interface PermissionOptions {
  /** Allows only operations that change nothing. Default: false. */
  readonly readOnly?: boolean | undefined;
  /** Allows only these operations, also to delete and overwrite: names, or patterns such as `pets.*`. Default: all. */
  readonly allow?: string | readonly string[] | undefined;
  /** Allows operations that delete or overwrite. Default: only those in `allow`, or all with an emulator. */
  readonly allowDestructive?: boolean | undefined;
}

/** Returns the reason why an operation is not offered; `undefined` if it is. */
export function explainHidden(tool: Tool, { readOnly = false, allow = '*' }: PermissionOptions): string | undefined {
  if (![allow].flat().some((pattern) => fitsPattern(tool, pattern))) return 'this server does not allow it (`--allow`)';
  return readOnly && !tool.hints.readOnly ? 'it changes data, and this server only reads (`--read-only`)' : undefined;
}

/** Returns the reason why an operation must not be called; `undefined` if it may be. */
export function explainRejection(tool: Tool, options: PermissionOptions): string | undefined {
  const { allow, allowDestructive = allow !== undefined } = options;
  const hidden = explainHidden(tool, options);
  if (hidden !== undefined || allowDestructive || !tool.hints.destructive) return hidden;
  return 'it deletes or overwrites data, which this server does not allow: start it with `--allow-destructive`, or `--allow` and the name of the operation';
}

/** Returns whether a pattern matches an operation: `pets.*` matches `pets.list`, and so does `pets_list`. */
export function fitsPattern({ name, operation }: Tool, pattern: string): boolean {
  const plain = (text: string) => text.replace(/[^\w*-]+/g, '_');
  const parts = plain(pattern.trim()).split('*');
  return [name, operation.id].some((one) => hasParts(plain(one), parts));
}

/** Returns whether a name consists of the parts in their order, with any text between them. A regular expression could be very slow. */
function hasParts(name: string, parts: readonly string[]) {
  let end = 0;
  for (const [index, part] of parts.entries()) {
    const at = index === parts.length - 1 ? name.length - part.length : name.indexOf(part, end);
    if (at < end || (index === 0 && at > 0) || !name.startsWith(part, at)) return false;
    end = at + part.length;
  }
  return true;
}
