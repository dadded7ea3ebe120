import { posix } from 'node:path';
import type { CodeSymbol, ImportLine, PlainFile, SourceFile, Statement } from '../source-file.js';
import { compareStrings } from '../../iterables.js';
import { assertIdentifier } from './literals.js';
import type { EmitContext } from '../emit-context.js';

interface Entry {
  readonly symbol: CodeSymbol;
  readonly local: string;
  typeOnly: boolean;
}

/** The imports of one generated file: `use` imports a symbol and returns its local name. */
export class Imports {
  readonly #module: string;
  readonly #taken: Set<string>;
  /** By module and name. */
  readonly #entries = new Map<string, Entry>();

  /** `module` is the file's own (`models/playlists`); `declared` are the names it declares itself. */
  constructor(module: string, declared: Iterable<string> = []) {
    this.#module = module;
    this.#taken = new Set(declared);
  }

  /** Imports a symbol for use at run time; returns its local name. */
  use(symbol: CodeSymbol): string {
    return this.#enter(symbol, false);
  }

  /** Imports a symbol for use in types only; returns its local name. */
  useType(symbol: CodeSymbol): string {
    return this.#enter(symbol, true);
  }

  /** Lists the imports by module and name; only those whose local name is in `needed`, if it is passed. */
  lines(needed?: ReadonlySet<string>): ImportLine[] {
    const lines = [...this.#entries.values()]
      .filter(({ local }) => needed?.has(local) ?? true)
      .map(({ symbol: { module, name }, local, typeOnly }): ImportLine =>
        local === name ? { module, name, typeOnly } : { module, name, typeOnly, alias: local },
      );
    return lines.toSorted((left, right) => {
      // Types and values of a package are on lines of their own, types first.
      const byKind = packageEntry(left.module) === undefined ? 0 : Number(right.typeOnly) - Number(left.typeOnly);
      return compareStrings(left.module, right.module) || byKind || compareStrings(left.name, right.name);
    });
  }

  /** Returns the source file of the module. Call it last: symbols that are used later are not imported. */
  toFile(body: readonly Statement[]): SourceFile {
    return { kind: 'source', path: `src/${this.#module}.ts`, imports: this.lines(), body };
  }

  #enter(symbol: CodeSymbol, typeOnly: boolean): string {
    if (symbol.module === this.#module) return assertIdentifier(symbol.name);
    const key = `${symbol.module}#${symbol.name}`;
    const known = this.#entries.get(key);
    if (known !== undefined) {
      known.typeOnly &&= typeOnly;
      return known.local;
    }
    assertIdentifier(symbol.name);
    const local = this.#localName(symbol);
    this.#entries.set(key, { symbol, local, typeOnly });
    return local;
  }

  #localName({ name, module }: CodeSymbol): string {
    const suffix = suffixes.get(module.split('/', 1)[0] ?? '') ?? 'Import';
    let free = name;
    for (let number = 1; this.#taken.has(free); number++) free = `${name}${number === 1 ? suffix : number}`;
    this.#taken.add(free);
    return free;
  }
}

/** Suffixes for local names that are taken, by the folder of the module: `ApiError` of `models` → `ApiErrorModel`. */
const suffixes: ReadonlyMap<string, string> = new Map([
  ['models', 'Model'],
  ['operations', 'Operation'],
  ['client', 'Client'],
  ['codecs', 'Codec'],
  ['validators', 'Validator'],
  ['spec', 'Spec'],
  ['mocks', 'Mock'],
  ['runtime', 'Runtime'],
  ['emulator', 'Emulator'],
]);

/** Returns a symbol that `@speccast/runtime` exports. */
export function runtime(name: string): CodeSymbol {
  return { name, module: 'runtime' };
}

/** Returns a symbol that `@speccast/emulator` exports. */
export function emulator(name: string): CodeSymbol {
  return { name, module: 'emulator' };
}

/** Entries of `@speccast/runtime` and `@speccast/emulator` that generated code imports. Such modules are not part of the generated package. */
const ENTRIES: ReadonlySet<string> = new Set([
  'runtime',
  'runtime/cli',
  'runtime/codecs',
  'runtime/mcp',
  'runtime/node',
  'runtime/parameters',
  'runtime/positional',
  'runtime/requests',
  'runtime/server',
  'runtime/tanstack',
  'runtime/tools',
  'runtime/validators',
  'runtime/webhooks',
  'runtime/xml',
  'emulator',
  'emulator/capabilities',
  'emulator/commands',
  'emulator/conformance',
  'emulator/control',
  'emulator/images',
  'emulator/jest',
  'emulator/msw',
  'emulator/node-test',
  'emulator/playwright',
  'emulator/server',
  'emulator/vitest',
]);

/** The package with the types of Temporal, for codecs that convert to them. */
export const TEMPORAL_TYPES = 'temporal-spec';

/** The SDK of the Model Context Protocol, for generated MCP servers. */
export const MCP_SDK = '@modelcontextprotocol/server';

const specifiers: ReadonlySet<string> = new Set([
  ...[...ENTRIES].map((entry) => `@speccast/${entry}`),
  TEMPORAL_TYPES,
  MCP_SDK,
  `${MCP_SDK}/stdio`,
]);

/** Returns true if an import names a package that generated code may import, and not a module of the generated package. */
export function isPackageImport(specifier: string): boolean {
  return specifiers.has(specifier);
}

/** Prefix of modules from other packages that a user's emitter imports: `npm:zod`. */
export const NPM = 'npm:';

/**
 * Finds the package entry that exports a module: `runtime/xml` → `@speccast/runtime/xml`, `npm:zod` → `zod`. Undefined for a module of
 * the generated package itself.
 */
export function packageEntry(module: string): string | undefined {
  if (module === TEMPORAL_TYPES) return TEMPORAL_TYPES;
  if (module.startsWith(NPM)) return module.slice(NPM.length);
  const [folder = ''] = /^(?:runtime|emulator)(?![^/])(?:\/[^/]+)?/.exec(module) ?? [];
  if (folder === '') return undefined;
  return `@speccast/${ENTRIES.has(folder) ? folder : folder.replace(/\/.*/, '')}`;
}

/** Prints the specifier of a module in an import of a file: `('src/client/videos.ts', 'models/videos')` → `../models/videos.js`. */
export function printSpecifier(path: string, module: string): string {
  const entry = packageEntry(module);
  if (entry !== undefined) return entry;
  const relative = posix.relative(posix.dirname(path), `src/${module}.js`);
  return relative.startsWith('../') ? relative : `./${relative}`;
}

/** The range of versions of `@speccast/runtime` and `@speccast/emulator` in the dependencies of generated packages. */
export const SPECCAST_RANGE = '^0.1.0';

/**
 * The version of the interface between generated code and `@speccast/runtime` and `@speccast/emulator`: `0.1`, later `1`. Generated code
 * states it, and these packages report a mismatch.
 */
export const SPECCAST_INTERFACE = '0.1';

/** Prints a type that needs `@speccast/emulator`; if that is missing or has another version, the type is a string with the reason. */
export function emulatorType(type: string, imports: Imports): string {
  const here = `${imports.useType(emulator('EmulatorPlan'))}['emulator']`;
  return `${imports.useType(runtime('MadeFor'))}<'@speccast/emulator@${SPECCAST_INTERFACE}', ${here}, ${type}>`;
}

const importEmulator = `import { withEmulator } from '@speccast/runtime/node';`;

/** Prints the file of a command in `bin`. It imports `@speccast/emulator`, or another `library`. Its first line is `#!/usr/bin/env node`. */
export function commandFile(
  { command }: EmitContext,
  path: string,
  body: string,
  library: string = importEmulator,
): PlainFile {
  const note = `// Generated by \`${command.replace(/[^\x20-\x7e]/g, '?')}\`; do not edit.`;
  return { kind: 'plain', path, text: ['#!/usr/bin/env node', note, library, body].join('\n') };
}
