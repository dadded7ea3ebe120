import { decodePunycode, encodePunycode } from './punycode.js';

/** Matches a label of characters that RFC 5892 allows, by their Unicode categories, without those that case folding or NFKC changes. */
const allowedLabel =
  // oxlint-disable-next-line no-misleading-character-class -- each character of a label is looked at by itself
  /^(?:[-a-z0-9\xb7\xdf\u0375\u03c2\u05f3\u05f4\u06fd\u06fe\u0f0b\u200c\u200d\u3007\u30fb]|(?![\u0640\u07fa\u1100-\u11ff\u20d0-\u20ff\u302e\u302f\u3031-\u3035\u303b\ua960-\ua97c\ud7b0-\ud7fb\u{1d100}-\u{1d24f}])(?!\p{CWKCF})[\p{Ll}\p{Lo}\p{Lm}\p{Nd}\p{Mn}\p{Mc}])+$/u;

// Patterns are built in functions that are marked as pure: bundlers cannot drop unused templates with `${}`.
const virama =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039\\u103a\\u1714\\u1715\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\u1bf2\\u1bf3\\u2d7f\\ua806\\ua82c\\ua8c4\\ua953\\ua9c0\\uaaf6\\uabed\\u{10a3f}\\u{11046}\\u{11070}\\u{1107f}\\u{110b9}\\u{11133}\\u{11134}\\u{111c0}\\u{11235}\\u{112ea}\\u{1134d}\\u{11442}\\u{114c2}\\u{115bf}\\u{1163f}\\u{116b6}\\u{1172b}\\u{11839}\\u{1193d}\\u{1193e}\\u{119e0}\\u{11a34}\\u{11a47}\\u{11a99}\\u{11c3f}\\u{11d44}\\u{11d45}\\u{11d97}\\u{11f41}\\u{11f42}]';
/** Letters of scripts whose letters join. `joinsNext` leaves out those, mostly Arabic, that join only with the letter before. */
const joinedLetter = '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nko}\\p{sc=Mand}\\p{sc=Phag}\\p{sc=Adlm}]';
const joinsNext = /* @__PURE__ */ (() =>
  `(?![\\u0621-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u0710\\u0715-\\u0719\\u071e\\u0728\\u072a\\u072c])${joinedLetter}`)();

/** Matches characters in positions in which RFC 5892 does not allow them. */
const misplacedCharacter = /* @__PURE__ */ (() =>
  new RegExp(
    [
      `(?<!${virama}|${joinsNext}\\p{Mn}*(?=\\u200c\\p{Mn}*(?![\\u0621\\u0674])${joinedLetter}))\\u200c`,
      `(?<!${virama})\\u200d`,
      '(?<!l)\\xb7|\\xb7(?!l)',
      '\\u0375(?!\\p{sc=Grek})',
      '(?<!\\p{sc=Hebr})[\\u05f3\\u05f4]',
      '^[^\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hani}]*\\u30fb[^\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hani}]*$',
      '[\\u0660-\\u0669].*[\\u06f0-\\u06f9]|[\\u06f0-\\u06f9].*[\\u0660-\\u0669]',
    ].join('|'),
    'u',
  ))();

const arabicNumber = '\\u0660-\\u0669\\u{10d30}-\\u{10d39}';
const rightToLeft = /* @__PURE__ */ (() =>
  `(?![\\p{M}\\u06f0-\\u06f9${arabicNumber}])[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]`)();
const hasRightToLeft = /* @__PURE__ */ (() => new RegExp(`[${arabicNumber}]|${rightToLeft}`, 'u'))();
/** Matches labels that are written from right to left, by RFC 5893; `leftToRightLabel` the others. */
const rightToLeftLabel = /* @__PURE__ */ (() =>
  new RegExp(
    `^(?=${rightToLeft})(?!.*[0-9\\u06f0-\\u06f9].*[${arabicNumber}])(?!.*[${arabicNumber}].*[0-9\\u06f0-\\u06f9])(?:${rightToLeft}|[\\p{Mn}0-9\\u06f0-\\u06f9${arabicNumber}\\xb7\\u0375\\u30fb\\u200c\\u200d-])*(?<=(?:${rightToLeft}|[0-9\\u06f0-\\u06f9${arabicNumber}])\\p{Mn}*)$`,
    'u',
  ))();
const leftToRightLabel = /* @__PURE__ */ (() => new RegExp(`^(?=\\p{L})(?!.*(?:${hasRightToLeft.source}))`, 'u'))();

/** Decodes a label that starts with `xn--`; `undefined` if it is not a valid encoding. */
export function readAsciiLabel(label: string): string | undefined {
  const code = label.slice(4).toLowerCase();
  const value = decodePunycode(code);
  return value !== undefined && isUnicodeLabel(value) && encodePunycode(value) === code ? value : undefined;
}

/** Returns whether a label with characters beyond ASCII is valid in an internationalised name (RFC 5891, section 5.4). */
export function isUnicodeLabel(label: string): boolean {
  return (
    !/^[^\u0080-\u{10ffff}]*$|^\p{M}|^-|-$|^..--/u.test(label) &&
    allowedLabel.test(label) &&
    !misplacedCharacter.test(label) &&
    label.normalize('NFC') === label &&
    encodePunycode(label) !== undefined
  );
}

/** Returns whether the labels of a name follow the rules for scripts that are written from right to left (RFC 5893). */
export function areOrdered(labels: readonly string[]): boolean {
  if (!labels.some((label) => hasRightToLeft.test(label))) return true;
  return labels.every((label) => rightToLeftLabel.test(label) || leftToRightLabel.test(label));
}
