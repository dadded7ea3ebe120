import { loadSpdxIds, loadSpdxParser } from '../spec/read/libraries.js';
import { didYouMean } from '../spec/suggest.js';

/** Licence of a package of which nobody says one: none. */
export const DEFAULT_LICENSE = 'UNLICENSED';

/** The licence whose text is in the templates. */
const WITH_TEXT = 'MIT';

/** Those that most packages have need not be looked up. */
const COMMON: ReadonlySet<string> = new Set(['Apache-2.0', 'ISC', WITH_TEXT, DEFAULT_LICENSE]);

/** A file of the package that has the licence. */
const OWN_TEXT = String.raw`SEE LICENSE IN LICEN[CS]E(?:\.[a-z]+)?`;

/** Words, operators and parentheses of an SPDX expression; or what npm has for a text of one's own. The schema of speccast.yaml has it, too. */
const SHAPE: RegExp = (() => {
  const id = String.raw`[A-Za-z0-9][A-Za-z0-9.:-]*\+?(?: WITH [A-Za-z0-9][A-Za-z0-9.-]*)?`;
  const term = String.raw`\(*${id}\)*`;
  return new RegExp(String.raw`^(?:${OWN_TEXT}|${term}(?: (?:AND|OR) ${term})*)$`);
})();

const LONGEST = 200;

/** Whether npm takes a string as `license`. */
export function isLicense(text: string): boolean {
  if (text.length > LONGEST || !SHAPE.test(text)) return false;
  return COMMON.has(text) || new RegExp(`^${OWN_TEXT}$`).test(text) || isExpression(text);
}

function isExpression(text: string): boolean {
  // Loaded only here: few packages have another licence.
  const parse = loadSpdxParser();
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with a licence, and the identifier that may be meant: SPDX has one spelling of each, capitals included. */
export function describeWrongLicense(text: string): string {
  const ids: readonly string[] = [...loadSpdxIds(), DEFAULT_LICENSE];
  const words = text.split(/[()+]| (?:AND|OR) | WITH [^ )]+/);
  const wrong = SHAPE.test(text) ? words.find((word) => word !== '' && !ids.includes(word)) : text.replaceAll(' ', '-');
  const near = didYouMean(wrong ?? '', ids);
  return `\`license\` is an SPDX expression such as "Apache-2.0", "UNLICENSED", or "SEE LICENSE IN LICENSE", not ${JSON.stringify(text)}${near}`;
}

/** Whether the text of a licence is the one that the templates have, with the name of its holder in it. */
export function hasLicenseText(license: string = DEFAULT_LICENSE): boolean {
  return license === WITH_TEXT;
}

/** What a page says of a licence, of which a file of one's own may hold the text. */
export function describeLicense(license: string = DEFAULT_LICENSE): string {
  const [, file] = /^SEE LICENSE IN (.*)$/.exec(license) ?? [];
  if (file !== undefined) return `Its licence is in [${file}](${file}).`;
  if (license === DEFAULT_LICENSE) return 'All rights reserved.';
  return hasLicenseText(license) ? `${license} licence.` : `Licence: \`${license}\`.`;
}
