/** Decodes UTF-8, without a byte order mark unless `ignoreBOM` keeps it; undefined for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array, options: { readonly ignoreBOM?: boolean } = {}): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ...options }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes UTF-8; bytes that are not UTF-8 become one character each, so that text in them can be found. */
export function textOrLatin1(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? new TextDecoder('latin1').decode(bytes);
}
