/** The script and the style of the console as strings. */
export function bundleConsole(): Promise<{ readonly script: string; readonly style: string }>;
