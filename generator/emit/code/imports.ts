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

/** The imports of a file: `use` imports a symbol and returns its name in this file. */
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

  /** Local name of a symbol that is needed at run time. */
  use(symbol: CodeSymbol): string {
    return this.#enter(symbol, false);
  }

  /** Local name of a symbol that only a type needs. */
  useType(symbol: CodeSymbol): string {
    return this.#enter(symbol, true);
  }

  /** All imports, by module and then by name; those alone whose local name is `needed`, where something came to be dropped. */
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

  /** Returns the source file of the module. Call it last, when all of its symbols are used. */
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

/** Suffixes for names that are taken, by the folder of the module: `ApiError` of `models` → `ApiErrorModel`. */
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

/** A symbol that `@speccast/runtime` exports. */
export function runtime(name: string): CodeSymbol {
  return { name, module: 'runtime' };
}

/** A symbol that `@speccast/emulator` exports. */
export function emulator(name: string): CodeSymbol {
  return { name, module: 'emulator' };
}

/** Entries of the two packages that generated code imports: modules in folders of these names are theirs. */
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

/** The types of Temporal, which packages need whose values have them. */
export const TEMPORAL_TYPES = 'temporal-spec';

/** The SDK of the Model Context Protocol, which MCP servers are made of. */
export const MCP_SDK = '@modelcontextprotocol/server';

const specifiers: ReadonlySet<string> = new Set([
  ...[...ENTRIES].map((entry) => `@speccast/${entry}`),
  TEMPORAL_TYPES,
  MCP_SDK,
  `${MCP_SDK}/stdio`,
]);

/** Tells whether an import names a package that generated code may import, and not a module of the generated package. */
export function isPackageImport(specifier: string): boolean {
  return specifiers.has(specifier);
}

/** Begins the module of a symbol of a package that an emitter of the user's own imports: `npm:zod`. */
export const NPM = 'npm:';

/** The package entry that exports a module: of `@speccast/runtime`, `@speccast/emulator`, or the types of Temporal; any other module is the package's own. */
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

/** The versions of `@speccast/runtime` and `@speccast/emulator` that generated code is made for, as a range of npm. */
export const SPECCAST_RANGE = '^0.1.0';

/**
 * The versions whose interface to generated code is one and the same: `0.1`, later `1`. Generated code states them, and
 * `@speccast/runtime` and `@speccast/emulator` say so where they are others.
 */
export const SPECCAST_INTERFACE = '0.1';

/** A type that needs `@speccast/emulator`, as source text; where that is missing or of other versions, a string that says so. */
export function emulatorType(type: string, imports: Imports): string {
  const here = `${imports.useType(emulator('EmulatorPlan'))}['emulator']`;
  return `${imports.useType(runtime('MadeFor'))}<'@speccast/emulator@${SPECCAST_INTERFACE}', ${here}, ${type}>`;
}

const ofEmulator = `import { withEmulator } from '@speccast/runtime/node';`;

/** A command of the package, which needs `@speccast/emulator` unless it imports another library. Its first line is not a comment, so it is printed here. */
export function commandFile(
  { command }: EmitContext,
  path: string,
  body: string,
  library: string = ofEmulator,
): PlainFile {
  const note = `// Generated by \`${command.replace(/[^\x20-\x7e]/g, '?')}\`; do not edit.`;
  return { kind: 'plain', path, text: ['#!/usr/bin/env node', note, library, body].join('\n') };
}
