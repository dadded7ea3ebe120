import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ts } from 'ts-morph';
import type { Diagnostics, Position } from '../../diagnostics.js';
import { listCandidatePaths, type EmitterModule } from '../../emit/emitter-module.js';
import { findUpwards, isSystemError, makeFolder } from '../disk.js';
import { packageRoot } from '../read-tool.js';
import { compilerOptions, renameImports } from '../transpile.js';

/** An emitter as JavaScript files in a temporary folder, which exists until `remove` is called. */
export interface LinkedEmitter {
  /** URL of its module. */
  readonly url: string;
  /** Finds the first position in its files in the stack of an error; `undefined` if the stack has none. */
  readonly locate: (stack: string) => Position | undefined;
  readonly remove: () => void;
}

/** Module that emitters import. It is always that of this copy of speccast. */
const INTERFACE = 'speccast/emitter';

/**
 * Writes the modules of an emitter as JavaScript with source maps into a folder, from which Node finds the packages that they
 * import. Reports syntax errors at their lines, and then returns `undefined`.
 */
export function linkModules(emitter: EmitterModule, diagnostics: Diagnostics): LinkedEmitter | undefined {
  const files = [...emitter.files].map(([path, file]) => ({ path, ...file }));
  const numbers = new Map(files.map(({ path }, number) => [path, number]));
  const written = files.map(({ path, file, text }, number) => {
    const rename = (specifier: string): string => {
      if (specifier === INTERFACE) {
        const file = import.meta.url.endsWith('.ts') ? 'generator/emitter.ts' : 'dist/generator/emitter.js';
        return pathToFileURL(join(packageRoot(import.meta.dirname), file)).href;
      }
      const found = listCandidatePaths(posix.join(posix.dirname(path), specifier)).find((one) => numbers.has(one));
      return found === undefined || !specifier.startsWith('.')
        ? specifier
        : `../${numbers.get(found)}/${toModuleName(found)}`;
    };
    return { path: `${number}/${toModuleName(path)}`, text: transpile({ path, file, text }, rename, diagnostics) };
  });
  if (diagnostics.failed) return undefined;
  const folder = makeTemporary('emitter-', dirname(emitter.path));
  for (const { path, text } of written) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const [first] = written;
  if (first === undefined) throw new Error('an emitter without a module');
  return {
    url: pathToFileURL(join(folder, first.path)).href,
    locate: (stack) => locate(stack, basename(folder), files),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function toModuleName(path: string): string {
  return posix.basename(path).replace(/\.[a-z]+$/, '.mjs');
}

/**
 * Creates a temporary folder below the nearest `node_modules`, so that a module in it resolves packages like a module in `from`.
 * Without `node_modules`, creates it in the temporary folder of the system.
 */
export function makeTemporary(prefix: string, from: string): string {
  const modules = findUpwards(from, 'node_modules');
  if (modules !== undefined) {
    try {
      const cache = join(modules, '.cache', 'speccast');
      makeFolder(cache);
      return mkdtempSync(join(cache, prefix));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      // Not writable: the module can then import no packages except speccast.
    }
  }
  return mkdtempSync(join(tmpdir(), `speccast-${prefix}`));
}

/** A module in TypeScript. */
export interface ModuleText {
  readonly path: string;
  readonly file: string;
  readonly text: string;
}

/** Transpiles a module to JavaScript with a source map; `rename` replaces specifiers. Reports syntax errors. */
export function transpile(
  { path, file, text }: ModuleText,
  rename: (specifier: string) => string,
  diagnostics: Diagnostics,
): string {
  const result = ts.transpileModule(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { ...compilerOptions, inlineSourceMap: true, allowJs: true },
  });
  for (const { messageText, file: source, start = 0 } of result.diagnostics ?? []) {
    const { line, character } = source?.getLineAndCharacterOfPosition(start) ?? { line: 0, character: 0 };
    const message = `this does not parse: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    diagnostics.error('invalid-emitter', message, { file, line: line + 1, column: character + 1 });
  }
  return renameImports(result.outputText, rename);
}

/** Finds the first frame of a stack in one of the files: `…/emitter-a1b2c3/0/quotas.ts:5:9` → `quotas.ts`, line 5. */
export function locate(stack: string, folder: string, files: readonly ModuleText[]): Position | undefined {
  const [, number, line, column] =
    new RegExp(`${folder}[\\\\/](\\d+)[\\\\/][^:\\n]*:(\\d+)(?::(\\d+))?`).exec(stack) ?? [];
  const found = files[Number(number)];
  return found && { file: found.file, line: Number(line), column: Number(column ?? 1) };
}
