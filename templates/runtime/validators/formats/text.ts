const uuid = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;
const jsonPointer = /^(?:\/(?:[^~/]|~[01])*)*$/;
const relativeJsonPointer = /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
const base64Url = /^[A-Za-z0-9_-]*={0,2}$/;

/** Returns whether a string is a UUID of RFC 4122, in either case. */
export function isUuid(value: string): boolean {
  return uuid.test(value);
}

/** Returns whether a string is a JSON pointer of RFC 6901. */
export function isJsonPointer(value: string): boolean {
  return jsonPointer.test(value);
}

/** Returns whether a string is a relative JSON pointer: `1/name`, `0#`. */
export function isRelativeJsonPointer(value: string): boolean {
  return relativeJsonPointer.test(value);
}

/** Returns whether a string is a regular expression of ECMAScript with the flag `u`. */
export function isRegex(value: string): boolean {
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Returns whether a string is base64 with padding (RFC 4648, section 4). */
export function isBase64(value: string): boolean {
  return value.length % 4 === 0 && base64.test(value);
}

/** Returns whether a string is base64url, with or without padding (RFC 4648, section 5). */
export function isBase64Url(value: string): boolean {
  return (
    base64Url.test(value) &&
    value.replace(/=+$/, '').length % 4 !== 1 &&
    (!value.includes('=') || value.length % 4 === 0)
  );
}
