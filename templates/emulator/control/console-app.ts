/** The script and the style of the console. */
export interface ConsoleApp {
  readonly script: string;
  readonly style: string;
}

let bundled: Promise<ConsoleApp> | undefined;

/**
 * The console. The build puts a module in place of this one that has it. In a checkout, where the sources run, it is bundled
 * when its page is first asked for.
 */
export async function loadConsole(): Promise<ConsoleApp> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<ConsoleApp> {
  // No other bundler should take it along: it is no part of the package.
  const { bundleConsole } = await import(/* @vite-ignore */ new URL('../bundle-console.js', import.meta.url).href);
  return bundleConsole();
}
