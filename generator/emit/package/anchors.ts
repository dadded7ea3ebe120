/**
 * What links to the headings of a page end in, in the order of the headings, as GitHub and npm make it: small letters,
 * without punctuation, numbered where several would be the same.
 */
export function anchorsOf(headings: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return headings.map((heading) => {
    const plain = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  });
}
