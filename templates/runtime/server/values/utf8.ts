/** The text of bytes in UTF-8, without a byte order mark unless `ignoreBOM` keeps it; undefined where they are none. */
export function utf8Of(bytes: Uint8Array, options: { readonly ignoreBOM?: boolean } = {}): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ...options }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of bytes; one character for each byte of bytes that are none, so that what is in it can be found. */
export function textOrLatin1(bytes: Uint8Array): string {
  return utf8Of(bytes) ?? new TextDecoder('latin1').decode(bytes);
}
