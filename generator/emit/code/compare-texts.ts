/** Compares by code unit: the same on every machine, whatever its locale. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
