import { isUri, isUriReference } from './uri.js';

/** Matches characters beyond ASCII that RFC 3987 allows everywhere. */
const widerCharacter =
  /[\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}\u{40000}-\u{4fffd}\u{50000}-\u{5fffd}\u{60000}-\u{6fffd}\u{70000}-\u{7fffd}\u{80000}-\u{8fffd}\u{90000}-\u{9fffd}\u{a0000}-\u{afffd}\u{b0000}-\u{bfffd}\u{c0000}-\u{cfffd}\u{d0000}-\u{dfffd}\u{e1000}-\u{efffd}]/gu;
/** Matches characters for private use, which only a query may contain. */
const privateUse = /[\ue000-\uf8ff\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu;
/** Matches an IP address in brackets with characters beyond ASCII, which is not allowed. */
const bracketedAddress = /^[^/?#]*\/\/[^/?#[]*\[[^/?#]*[^\0-\x7f]/;

/** Returns whether a string is an IRI of RFC 3987: a URI that may contain characters beyond ASCII. */
export function isIri(value: string): boolean {
  return !bracketedAddress.test(value) && isUri(toUri(value));
}

/** Returns whether a string is an IRI or a relative reference of RFC 3987. */
export function isIriReference(value: string): boolean {
  return !bracketedAddress.test(value) && isUriReference(toUri(value));
}

/** Replaces each character beyond ASCII by `~`, which all parts of a URI except the scheme may contain. */
function toUri(value: string) {
  return value.replace(/\?[^#]*/, (query) => query.replace(privateUse, '~')).replace(widerCharacter, '~');
}
