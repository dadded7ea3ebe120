/** Tells whether `npm start` ends with the running console: where somebody can look at it, and does not say `--no-serve`. */
export function isServed(
  args: readonly string[],
  { CI }: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean | undefined,
): boolean {
  return isTerminal === true && !args.includes('--no-serve') && (CI === undefined || CI === '' || CI === 'false');
}
