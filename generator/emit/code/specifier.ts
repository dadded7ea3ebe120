/** Entries of the two packages that generated code imports, by the beginning of a module's name; the first that fits counts. */
const ENTRIES: readonly (readonly [folder: string, entry: string])[] = [
  ['runtime/validators/', '@speccast/runtime/validators'],
  ['runtime/node/', '@speccast/runtime/node'],
  ['runtime/', '@speccast/runtime'],
  ['emulator/engine/', '@speccast/emulator'],
  ['emulator/capabilities/', '@speccast/emulator/capabilities'],
  ['emulator/commands/', '@speccast/emulator/commands'],
  ['emulator/conformance/', '@speccast/emulator/conformance'],
  ['emulator/control/', '@speccast/emulator/control'],
  ['emulator/images/', '@speccast/emulator/images'],
  ['emulator/msw/', '@speccast/emulator/msw'],
  ['emulator/server/', '@speccast/emulator/server'],
  ['emulator/vitest/', '@speccast/emulator/vitest'],
];

const specifiers: ReadonlySet<string> = new Set(ENTRIES.map(([, entry]) => entry));

/** Whether an import names a package that generated code may import, and not a module of the generated package. */
export function isPackageImport(specifier: string): boolean {
  return specifiers.has(specifier);
}

/** The entry of `@speccast/runtime` or `@speccast/emulator` that exports a module; any other module is the package's own. */
export function packageEntry(module: string): string | undefined {
  return ENTRIES.find(([folder]) => `${module}/`.startsWith(folder))?.[1];
}

/** How a file names a module in an import: `('src/client/videos.ts', 'models/videos')` gives `../models/videos.js`. */
export function specifierOf(path: string, module: string): string {
  const entry = packageEntry(module);
  if (entry !== undefined) return entry;
  const [from, to] = [path.split('/'), `src/${module}.js`.split('/')];
  let shared = 0;
  while (shared < from.length - 1 && from[shared] === to[shared]) shared++;
  const up = from.length - 1 - shared;
  return `${up === 0 ? './' : '../'.repeat(up)}${to.slice(shared).join('/')}`;
}
