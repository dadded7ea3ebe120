import type { PackageSettings } from './emit-context.js';
import { loadSpdxIds, loadSpdxParser } from '../spec/read/libraries.js';
import { compact } from '../json.js';
import { didYouMean } from '../spec/suggest.js';

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
  const provenance = (access === 'public' && isNpm && repository !== undefined) || undefined;
  const publishConfig = compact({ registry, access, provenance });
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

/** Licence of a package for which none is stated. */
export const DEFAULT_LICENSE = 'UNLICENSED';

/** The licence whose text is in the templates. */
const WITH_TEXT = 'MIT';

/** Licences of most packages, which are not looked up in SPDX. */
const COMMON: ReadonlySet<string> = new Set(['Apache-2.0', 'ISC', WITH_TEXT, DEFAULT_LICENSE]);

/** Pattern of a reference to a file of the package: `SEE LICENSE IN LICENSE.md`. */
const OWN_TEXT = String.raw`SEE LICENSE IN LICEN[CS]E(?:\.[a-z]+)?`;

/** Pattern of an SPDX expression (`(MIT OR Apache-2.0)`) or of a reference to a file. The schema of speccast.yaml has it, too. */
const SHAPE: RegExp = (() => {
  const id = String.raw`[A-Za-z0-9][A-Za-z0-9.:-]*\+?(?: WITH [A-Za-z0-9][A-Za-z0-9.-]*)?`;
  const term = String.raw`\(*${id}\)*`;
  return new RegExp(String.raw`^(?:${OWN_TEXT}|${term}(?: (?:AND|OR) ${term})*)$`);
})();

const LONGEST = 200;

/** Returns whether npm takes a string as `license`. */
export function isLicense(text: string): boolean {
  if (text.length > LONGEST || !SHAPE.test(text)) return false;
  if (COMMON.has(text) || new RegExp(`^${OWN_TEXT}$`).test(text)) return true;
  // Loaded only here: few packages have another licence.
  const parse = loadSpdxParser();
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Describes a wrong licence, with the identifier that may be meant: SPDX has one spelling of each, capitals included. */
export function describeWrongLicense(text: string): string {
  const ids: readonly string[] = [...loadSpdxIds(), DEFAULT_LICENSE];
  const words = text.split(/[()+]| (?:AND|OR) | WITH [^ )]+/);
  const wrong = SHAPE.test(text) ? words.find((word) => word !== '' && !ids.includes(word)) : text.replaceAll(' ', '-');
  const near = didYouMean(wrong ?? '', ids);
  return `\`license\` must be an SPDX expression such as "Apache-2.0", "UNLICENSED", or "SEE LICENSE IN LICENSE", not ${JSON.stringify(text)}${near}`;
}

/** Returns whether the templates have the text of a licence. */
export function hasLicenseText(license: string = DEFAULT_LICENSE): boolean {
  return license === WITH_TEXT;
}

/** Describes a licence for a page: `MIT licence.`, or a link to the file that has its text. */
export function describeLicense(license: string = DEFAULT_LICENSE): string {
  const [, file] = /^SEE LICENSE IN (.*)$/.exec(license) ?? [];
  if (file !== undefined) return `Its licence is in [${file}](${file}).`;
  if (license === DEFAULT_LICENSE) return 'All rights reserved.';
  return hasLicenseText(license) ? `${license} licence.` : `Licence: \`${license}\`.`;
}
