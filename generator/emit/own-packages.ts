import { isBuiltin } from 'node:module';
import type { Api } from '../api/api.js';
import type { OwnCodec } from '../api/types/codec.js';
import { isPackageName } from '../api/tools/names.js';

/** Returns whether a value maps names of packages, none of which is part of Node, to ranges: `{ zod: '^4.3.0' }`. */
export function isPackages(packages: unknown): packages is Readonly<Record<string, string>> {
  if (typeof packages !== 'object' || packages === null || Array.isArray(packages)) return false;
  return Object.entries(packages).every(
    ([name, range]) =>
      isPackageName(name) && !isBuiltin(name) && typeof range === 'string' && /^[\w.^~<>=|* -]{1,100}$/.test(range),
  );
}

/** Returns whether a specifier is one of some packages, or a subpath of one. */
export function isOfPackages(packages: readonly string[], specifier: string): boolean {
  return packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** Returns the codecs of the user's own that values of an API have; a package has no others. */
export function usedCodecs(
  { codecs: used = [] }: Pick<Api, 'codecs'>,
  codecs: readonly OwnCodec[] = [],
): readonly OwnCodec[] {
  return codecs.filter(({ name }) => used.some(({ id, own }) => own === true && id === name));
}
