import type { PackageSettings } from './emit-context.js';
import { DEFAULT_LICENSE } from './license.js';

/** What package.json says of where a package may be published; nothing where it is private. */
interface Publishing {
  readonly private?: true;
  readonly publishConfig?: object;
}

const NPM_REGISTRY = 'https://registry.npmjs.org';

/** Whether a string is the address of a registry, without a password. */
export function isRegistry(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}@]+$/u.test(text) && URL.canParse(text);
}

/** What is wrong with settings that stand for themselves, if anything is: everybody may take what nobody may use. */
export function describeContradiction({ access, license = DEFAULT_LICENSE }: PackageSettings): string | undefined {
  if (access !== 'public' || license !== DEFAULT_LICENSE) return undefined;
  return '`access: public` needs a licence, and this package is UNLICENSED: state `license`, or `access: restricted`';
}

/**
 * What package.json says of publishing. A package is private unless somebody says otherwise, or names the access or the
 * registry. Provenance needs a repository and a public package, and only the registry of npm takes it.
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
 * Settings with others over them, which count. Those that name an access or a registry publish the package, whatever was said
 * before; and a repository of theirs has its own folders.
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
