/** Makes bytes that are all different enough to notice any that are lost, doubled or moved. */
export function makeFilm(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_none, index) => (index * 31 + (index >> 8) * 7 + (index >> 16)) & 255);
}
