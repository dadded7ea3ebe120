import { posix } from 'node:path';
import { ts } from 'ts-morph';
import type { OutputFile } from '../../emit/source-file.js';
import { importedFrom } from '../prove/node-parts.js';
import { proveCapability } from '../prove/prove-capability.js';
import { proveInert, type Finding } from '../prove/prove-inert.js';
import type { TextFile } from '../text-file.js';
import { transpileModule } from '../transpile.js';
import { stripTypes } from './strip-types.js';
import { valueText } from './value-text.js';

/** How modules are compiled. */
export interface CompileOptions {
  /** The file of a package by its path; `undefined` where it has none that is to be compiled. */
  readonly find: (path: string) => OutputFile | undefined;
  /** Paths of all files of the package, which its modules may import. */
  readonly modules: Pick<ReadonlySet<string>, 'has'>;
  /** What a module is imported as instead: the address of a package, another module. */
  readonly rename: (specifier: string, path: string) => string;
}

/** Modules as JavaScript, `mocks/index.js`, and the code in them that no emitter writes. */
export interface CompiledModules {
  readonly files: readonly TextFile[];
  readonly findings: readonly Finding[];
}

/**
 * Compiles modules of a package, and those that they import: only what runs is printed, parsed once, proven inert, and
 * written without its types. `done` are paths that are compiled already, and gets those that are now.
 */
export function compileModules(
  entries: readonly string[],
  done: Set<string>,
  { find, modules, rename }: CompileOptions,
): CompiledModules {
  const files: TextFile[] = [];
  const findings: Finding[] = [];
  const wanted = new Set(entries);
  // What a module imports is added, and comes up in its turn.
  for (const path of wanted) {
    const file = done.has(path) ? undefined : find(path);
    if (file === undefined) continue;
    done.add(path);
    const { source, text, found } = compileModule(file, modules, (specifier) => rename(specifier, path));
    files.push({ path: path.slice('src/'.length).replace(/\.ts$/, '.js'), text });
    findings.push(...found);
    for (const imported of ownImports(path, source)) wanted.add(imported);
  }
  return { files, findings };
}

interface CompiledModule {
  readonly source: ts.SourceFile;
  readonly text: string;
  readonly found: readonly Finding[];
}

function compileModule(
  file: OutputFile,
  modules: CompileOptions['modules'],
  rename: (specifier: string) => string,
): CompiledModule {
  // In a package, a capability has a header above it: lines are counted by that.
  const printed = file.kind === 'source' ? valueText(file) : `\n${file.text}`;
  const source = ts.createSourceFile(file.path, printed, PARSING);
  // People write more than emitters do: that takes a compiler.
  if (file.kind === 'capability')
    return { source, text: transpileModule(file.path, printed, rename), found: proveCapability(file, source, modules) };
  return { source, text: stripTypes(source, rename), found: proveInert(file.path, source, modules) };
}

/** Documentation in comments is no code. */
const PARSING = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

/** Sources of the modules of its own package that a module imports. */
function ownImports(path: string, source: ts.SourceFile): readonly string[] {
  return source.statements.flatMap((statement) => {
    const from = importedFrom(statement);
    const isOwn = from !== undefined && ts.isStringLiteral(from) && from.text.startsWith('.');
    return isOwn ? [posix.join(posix.dirname(path), from.text.replace(/\.js$/, '.ts'))] : [];
  });
}
