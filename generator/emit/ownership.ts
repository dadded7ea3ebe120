import type { PackageSettings } from './emit-context.js';
import { DEFAULT_LICENSE } from './license.js';

/** Members of package.json about publishing. */
interface Publishing {
  readonly private?: true;
  readonly publishConfig?: object;
}

const NPM_REGISTRY = 'https://registry.npmjs.org';

/** Returns whether a string is the address of a registry, without a password. */
export function isRegistry(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}@]+$/u.test(text) && URL.canParse(text);
}

/** Describes settings that contradict each other: a package for everybody that has no licence. */
export function describeContradiction({ access, license = DEFAULT_LICENSE }: PackageSettings): string | undefined {
  if (access !== 'public' || license !== DEFAULT_LICENSE) return undefined;
  return '`access: public` needs a licence, and this package is UNLICENSED: state `license`, or `access: restricted`';
}

/**
 * Returns the members of package.json about publishing: `{ private: true }` unless the settings say otherwise, or name an access
 * or a registry. Provenance needs a repository and a public package, and only the registry of npm takes it.
 */
export function describePublishing(settings: PackageSettings): Publishing {
  const { access, registry, repository } = settings;
  if (settings.private ?? (access === undefined && registry === undefined)) return { private: true };
  const isNpm = registry === undefined || registry.replace(/\/$/, '') === NPM_REGISTRY;
  const publishConfig = {
    ...(registry !== undefined && { registry }),
    ...(access !== undefined && { access }),
    ...(access === 'public' && isNpm && repository !== undefined && { provenance: true }),
  };
  return Object.keys(publishConfig).length === 0 ? {} : { publishConfig };
}

/**
 * Overrides settings by others. Where those name an access or a registry, `private` of the base does not count; where they name
 * a repository, neither does its `directory`.
 */
export function overrideSettings(base: PackageSettings, own: PackageSettings): PackageSettings {
  const { private: isPrivate, directory, ...rest } = base;
  const isPublished = own.access !== undefined || own.registry !== undefined;
  return {
    ...rest,
    ...(isPrivate !== undefined && !isPublished && { private: isPrivate }),
    ...own,
    ...(own.repository === undefined && directory !== undefined && { directory }),
  };
}
