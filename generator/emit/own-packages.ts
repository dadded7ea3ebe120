import { isBuiltin } from 'node:module';
import type { Api } from '../api/api.js';
import type { OwnCodec } from '../api/types/codec.js';
import { isPackageName } from '../api/tools/names.js';

/** Returns true if a value maps names of npm packages to ranges: `{ zod: '^4.3.0' }`. Modules of Node are not allowed. */
export function isPackages(packages: unknown): packages is Readonly<Record<string, string>> {
  if (typeof packages !== 'object' || packages === null || Array.isArray(packages)) return false;
  return Object.entries(packages).every(
    ([name, range]) =>
      isPackageName(name) && !isBuiltin(name) && typeof range === 'string' && /^[\w.^~<>=|* -]{1,100}$/.test(range),
  );
}

/** Returns true if a specifier is one of the packages, or a subpath of one: `zod`, `zod/v4`. */
export function isOfPackages(packages: readonly string[], specifier: string): boolean {
  return packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** Returns the user's codecs that an API uses; a package contains only these. */
export function usedCodecs(
  { codecs: used = [] }: Pick<Api, 'codecs'>,
  codecs: readonly OwnCodec[] = [],
): readonly OwnCodec[] {
  return codecs.filter(({ name }) => used.some(({ id, own }) => own === true && id === name));
}
