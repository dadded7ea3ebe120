import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../templates/', import.meta.url));

/** Sources of the entries of `@speccast/runtime` and `@speccast/emulator`, by the name that they are imported by. */
export const packageSources: Readonly<Record<string, string>> = Object.fromEntries(
  ['runtime', 'emulator'].flatMap((name) => [
    [`@speccast/${name}`, `${folder}${name}/index.ts`],
    ...readdirSync(`${folder}${name}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(`${folder}${name}/${entry.name}/index.ts`))
      .map((entry) => [`@speccast/${name}/${entry.name}`, `${folder}${name}/${entry.name}/index.ts`] as const),
  ]),
);
