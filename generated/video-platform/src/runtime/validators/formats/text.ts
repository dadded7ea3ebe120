const uuid = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;
const jsonPointer = /^(?:\/(?:[^~/]|~[01])*)*$/;
const relativeJsonPointer = /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
const base64Url = /^[A-Za-z0-9_-]*={0,2}$/;

/** Whether a text is a UUID of RFC 4122, in either case. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Whether a text is a JSON pointer of RFC 6901. */
export function isJsonPointer(text: string): boolean {
  return jsonPointer.test(text);
}

/** Whether a text is a relative JSON pointer: `1/name`, `0#`. */
export function isRelativeJsonPointer(text: string): boolean {
  return relativeJsonPointer.test(text);
}

/** Whether a text is a regular expression of ECMAScript, read with the `u` flag. */
export function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Whether a text is base64 with padding (RFC 4648, section 4). */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && base64.test(text);
}

/** Whether a text is base64 for URLs, padded or not (RFC 4648, section 5). */
export function isBase64Url(text: string): boolean {
  return (
    base64Url.test(text) && text.replace(/=+$/, '').length % 4 !== 1 && (!text.includes('=') || text.length % 4 === 0)
  );
}
