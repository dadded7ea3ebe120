/** The script and the style of the console. */
export interface ConsoleApp {
  readonly script: string;
  readonly style: string;
}

let bundled: Promise<ConsoleApp> | undefined;

/**
 * Returns the console. The build replaces this module by one that contains it. In a checkout, it is bundled from the sources for the first
 * request.
 */
export async function loadConsole(): Promise<ConsoleApp> {
  // The specifier is no literal, so that bundlers leave the module out: it is no part of the package.
  bundled ??= import(/* @vite-ignore */ new URL('../bundle-console.js', import.meta.url).href).then((module) =>
    module.bundleConsole(),
  );
  return bundled;
}
