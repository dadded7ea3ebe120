/** Compares texts by code units: negative if the left one comes first. An absent text is empty. */
export function compareTexts(left: string = '', right: string = ''): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
