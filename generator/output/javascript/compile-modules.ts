import { posix } from 'node:path';
import { StructureKind, ts } from 'ts-morph';
import { printSpecifier } from '../../emit/code/imports.js';
import type { OutputFile, SourceFile, Statement } from '../../emit/source-file.js';
import { importedFrom } from '../prove/node-parts.js';
import { proveCapability } from '../prove/prove-capability.js';
import { proveInert, type Finding } from '../prove/prove-inert.js';
import type { TextFile } from '../text-file.js';
import { transpileModule } from '../transpile.js';
import { stripTypes } from './strip-types.js';

/** Options of `compileModules`. */
export interface CompileOptions {
  /** Returns the file of a package by its path; `undefined` for a file that is not compiled here. */
  readonly find: (path: string) => OutputFile | undefined;
  /** Paths of all files of the package, which its modules may import. */
  readonly modules: Pick<ReadonlySet<string>, 'has'>;
  /** Replaces the specifier of an import in the module of a path by the address of a package or by another module. */
  readonly rename: (specifier: string, path: string) => string;
}

/** Modules as JavaScript (`mocks/index.js`), and the code in them that no emitter writes. */
export interface CompiledModules {
  readonly files: readonly TextFile[];
  readonly findings: readonly Finding[];
}

/**
 * Compiles modules of a package, and those that they import. Only code that runs is printed; it is parsed once, proven inert,
 * and stripped of its types. `done` has the paths that are compiled already; the new ones are added.
 */
export function compileModules(
  entries: readonly string[],
  done: Set<string>,
  { find, modules, rename }: CompileOptions,
): CompiledModules {
  const files: TextFile[] = [];
  const findings: Finding[] = [];
  const paths = new Set(entries);
  // `for … of` over a Set also visits the imported modules, which are added during the loop.
  for (const path of paths) {
    const file = done.has(path) ? undefined : find(path);
    if (file === undefined) continue;
    done.add(path);
    // In a package, a capability has a line of header above it. An empty line keeps the line numbers the same.
    const printed = file.kind === 'source' ? valueText(file) : `\n${file.text}`;
    const source = ts.createSourceFile(path, printed, PARSING);
    const renameHere = (specifier: string): string => rename(specifier, path);
    const isOwn = file.kind === 'capability';
    // Code of people may have any syntax, so the TypeScript compiler transpiles it. `stripTypes` knows only the syntax of emitters.
    const text = isOwn ? transpileModule(path, printed, renameHere) : stripTypes(source, renameHere);
    files.push({ path: path.slice('src/'.length).replace(/\.ts$/, '.js'), text });
    findings.push(...(isOwn ? proveCapability(file, source, modules) : proveInert(path, source, modules)));
    for (const statement of source.statements) {
      const from = importedFrom(statement);
      if (from !== undefined && ts.isStringLiteral(from) && from.text.startsWith('.'))
        paths.add(posix.join(posix.dirname(path), from.text.replace(/\.js$/, '.ts')));
    }
  }
  return { files, findings };
}

/** Options of the parser. Doc comments are not parsed, which saves time. */
const PARSING = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

/** Prints a module without `import type`, interfaces and type aliases; types inside statements stay. */
function valueText({ path, imports, body }: SourceFile): string {
  const values = imports.filter(({ module, typeOnly }) => !typeOnly && path !== `src/${module}.ts`);
  const lines = values.map(({ name, alias = name, module }) => {
    const named = alias === name ? name : `${name} as ${alias}`;
    return `import { ${named} } from '${printSpecifier(path, module)}';`;
  });
  return [...lines, ...body.flatMap(statementText), ''].join('\n');
}

function statementText(statement: Statement): readonly string[] {
  if (typeof statement === 'string') return [statement];
  const { kind } = statement;
  if (kind === StructureKind.Interface || kind === StructureKind.TypeAlias) return [];
  if (kind !== StructureKind.ExportDeclaration) throw new Error(`no emitter hands over structures of kind ${kind}`);
  const { isTypeOnly, namedExports, moduleSpecifier } = statement;
  if (isTypeOnly === true) return [];
  if (!Array.isArray(namedExports) || moduleSpecifier === undefined) throw new Error('exports name what they export');
  return [`export { ${namedExports.join(', ')} } from '${moduleSpecifier}';`];
}
