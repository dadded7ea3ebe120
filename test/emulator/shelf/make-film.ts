/** Makes bytes with a pattern in which lost, doubled and moved bytes are noticed. */
export function makeFilm(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_none, index) => (index * 31 + (index >> 8) * 7 + (index >> 16)) & 255);
}
