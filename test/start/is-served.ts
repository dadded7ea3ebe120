/** Returns whether `npm start` ends by serving the console: in a terminal, outside of CI and without `--no-serve`. */
export function isServed(
  args: readonly string[],
  { CI }: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean | undefined,
): boolean {
  return isTerminal === true && !args.includes('--no-serve') && (CI === undefined || CI === '' || CI === 'false');
}
