/** Decodes bytes as UTF-8; `undefined` if they are not UTF-8. Removes a byte order mark, unless `ignoreBOM` is true. */
export function decodeUtf8(bytes: Uint8Array, options: { readonly ignoreBOM?: boolean } = {}): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ...options }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes bytes as UTF-8, or else as Latin-1, so that text in binary data can be found. */
export function textOrLatin1(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? new TextDecoder('latin1').decode(bytes);
}
