import { didYouMean } from '../spec/suggest.js';

/** Licence of a package whose settings name none; its text is in the templates. */
export const DEFAULT_LICENSE = 'MIT';

/** Identifiers that most packages have: what a slip may mean. Any other one is taken as it is. */
const USUAL: readonly string[] = [
  '0BSD',
  'AGPL-3.0-only',
  'AGPL-3.0-or-later',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'BUSL-1.1',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'EPL-2.0',
  'EUPL-1.2',
  'GPL-2.0-only',
  'GPL-2.0-or-later',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-2.1-only',
  'LGPL-2.1-or-later',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'UNLICENSED',
  'Unlicense',
  'Zlib',
];

/** An SPDX expression with parentheses one deep; or what npm has for a text of one's own. The schema of speccast.yaml has it, too. */
const LICENSE: RegExp = (() => {
  const id = String.raw`[A-Za-z0-9][A-Za-z0-9.:-]*\+?(?: WITH [A-Za-z0-9][A-Za-z0-9.-]*)?`;
  const term = String.raw`(?:${id}|\(${id}(?: (?:AND|OR) ${id})*\))`;
  return new RegExp(String.raw`^(?:SEE LICENSE IN LICEN[CS]E(?:\.[a-z]+)?|${term}(?: (?:AND|OR) ${term})*)$`);
})();

const LONGEST = 200;

/** Whether npm takes a text as `license`. */
export function isLicense(text: string): boolean {
  return text.length <= LONGEST && LICENSE.test(text) && misspelt(text) === undefined;
}

/** What is wrong with a licence. */
export function refuseLicense(text: string): string {
  const wrong = misspelt(text);
  const near = wrong === undefined ? didYouMean(text.replaceAll(' ', '-'), USUAL) : didYouMean(wrong, USUAL);
  return `\`license\` is an SPDX expression such as "Apache-2.0", "UNLICENSED", or "SEE LICENSE IN LICENSE", not ${JSON.stringify(text)}${near}`;
}

/** SPDX has one spelling of each, capitals included. */
function misspelt(text: string): string | undefined {
  const words = text.split(/[ ()+]+/);
  return words.find((word) => !USUAL.includes(word) && USUAL.some((id) => id.toLowerCase() === word.toLowerCase()));
}

/** Whether the text of a licence is the one that the templates have, with the name of its holder in it. */
export function hasLicenseText(license: string = DEFAULT_LICENSE): boolean {
  return license === DEFAULT_LICENSE;
}

/** What a page says of a licence, of which a file of one's own may hold the text. */
export function describeLicense(license: string = DEFAULT_LICENSE): string {
  const [, file] = /^SEE LICENSE IN (.*)$/.exec(license) ?? [];
  if (file !== undefined) return `Its licence is in [${file}](${file}).`;
  if (license === 'UNLICENSED') return 'All rights reserved.';
  return hasLicenseText(license) ? `${license} licence.` : `Licence: \`${license}\`.`;
}
