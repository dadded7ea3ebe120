import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../templates/', import.meta.url));

const generator = fileURLToPath(new URL('../generator/', import.meta.url));

/** Source files of the packages' entries by import name: `@speccast/runtime/server` → `…/templates/runtime/server/index.ts`. */
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
 * A tsconfig for packages that tests generate. Runtime and emulator are read as users have them, as declarations in `dist`:
 * checking their sources for every generated package would take most of the time.
 */
export const asInstalled: { readonly extends: string; readonly compilerOptions: object } = {
  extends: fileURLToPath(new URL('../tsconfig.json', import.meta.url)),
  compilerOptions: { paths: {} },
};
