/**
 * Characters of Unicode 16 and 17, in character classes. Some versions of Node know them as letters, TypeScript does not yet, and the
 * same document has the same names everywhere.
 */
const NEWER = [
  String.raw`\u088f\u0897\u0c5c\u0cdc\u1acf-\u1add\u1ae0-\u1aeb\u1c89\u1c8a\ua7cb-\ua7cf\ua7d2\ua7d4\ua7da-\ua7dc\ua7f1`,
  String.raw`\u{105c0}-\u{105ff}\u{10940}-\u{1095f}\u{10d40}-\u{10d8f}\u{10ec2}-\u{10ec7}\u{10efa}-\u{10efc}\u{11380}-\u{113ff}`,
  String.raw`\u{116d0}-\u{116ff}\u{11b60}-\u{11b67}\u{11bc0}-\u{11bff}\u{11db0}-\u{11dff}\u{11f5a}\u{13460}-\u{143ff}\u{16100}-\u{1613f}`,
  String.raw`\u{16d40}-\u{16d7f}\u{16ea0}-\u{16eff}\u{16ff2}-\u{16ff6}\u{187f8}-\u{187ff}\u{18cff}\u{18d09}-\u{18dff}\u{1ccf0}-\u{1ccf9}`,
  String.raw`\u{1e5d0}-\u{1e5ff}\u{1e6c0}-\u{1e6ff}\u{2b73a}-\u{2b73f}\u{2cea2}-\u{2cead}\u{323b0}-\u{3347f}`,
].join('');

/** A character of identifiers that readers can see: fillers and variation selectors are letters and marks, too. */
const PART = String.raw`(?:(?![${NEWER}\p{DI}])\p{ID_Continue})`;

const IDENTIFIER = new RegExp(String.raw`^(?:[$_]|(?=\p{ID_Start})${PART})(?:${PART}|\$)*$`, 'u');

/** Parts of a text that identifiers can hold; all other characters separate them, as does `_`. */
export const IDENTIFIER_PARTS: RegExp = new RegExp(String.raw`(?:(?!\p{Pc})${PART})+`, 'gu');

/**
 * Returns true if a text has the form of an identifier, in any script; words of the language count, too. Texts that NFC would
 * change do not, since tools change them.
 */
export function isIdentifierText(text: string): boolean {
  // Most are ASCII, which is told much sooner.
  return /^[A-Za-z_$][\w$]*$/.test(text) || (IDENTIFIER.test(text) && text.normalize('NFC') === text);
}
