import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../templates/', import.meta.url));

const generator = fileURLToPath(new URL('../generator/', import.meta.url));

/** Sources of the entries of `speccast`, `@speccast/runtime` and `@speccast/emulator`, by the name that they are imported by. */
export const packageSources: Readonly<Record<string, string>> = Object.fromEntries([
  ['speccast', `${generator}index.ts`],
  ['speccast/emitter', `${generator}emitter.ts`],
  ...['runtime', 'emulator'].flatMap((name) => [
    [`@speccast/${name}`, `${folder}${name}/index.ts`] as const,
    ...readdirSync(`${folder}${name}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(`${folder}${name}/${entry.name}/index.ts`))
      .map((entry) => [`@speccast/${name}/${entry.name}`, `${folder}${name}/${entry.name}/index.ts`] as const),
  ]),
]);

/**
 * Configuration of a compiler for packages that tests generate: what they run on is taken as users have it, as declarations in
 * `dist`. To check its sources each time would take most of the time.
 */
export const asInstalled: { readonly extends: string; readonly compilerOptions: object } = {
  extends: fileURLToPath(new URL('../tsconfig.json', import.meta.url)),
  compilerOptions: { paths: {} },
};
