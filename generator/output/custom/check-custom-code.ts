import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { ts } from 'ts-morph';
import type { OwnCodec } from '../../api/types/codec.js';
import { Diagnostics, locateStart, type Diagnostic } from '../../diagnostics.js';
import { CUSTOM, isCustomModule, type CustomFile } from '../../emit/custom-code.js';
import { neededPackages } from '../../emit/package/package-json.js';
import type { Part, Surface } from '../../options.js';
import { outputPath } from '../../emit/layout.js';
import { isOfPackages } from '../../emit/own-packages.js';
import { listSpecifiers } from '../prove/node-parts.js';
import { openProgram, positionIn, getSource, type OutputPlan } from './open-program.js';

/** An output folder as it will be after writing, and the user's own files in it. */
export interface CustomPlan extends OutputPlan {
  readonly custom: readonly CustomFile[];
  readonly parts: readonly Part[];
  /** Default: none. */
  readonly surfaces?: readonly Surface[] | undefined;
  /** Codecs of the package; code of the user may import the packages of these, too. Default: none. */
  readonly codecs?: readonly Pick<OwnCodec, 'packages'>[] | undefined;
}

/**
 * Type-checks the user's own files against the package that is about to be written. Reports the messages of TypeScript at their
 * lines. Also reports an entry (`index.ts`) or a class of the client that cannot become part of the package.
 */
export function checkCustomCode(plan: CustomPlan): readonly Diagnostic[] {
  const { output, custom, codecs } = plan;
  // Tests are left out: they are not part of the package, and may import packages that it does not depend on.
  const modules = custom.filter((file) => isCustomModule(file) || file.path.endsWith('.d.ts'));
  const named = new Map(modules.map((file) => [outputPath(`src/${CUSTOM}/${file.path}`, output), file]));
  // Files of the user that are exported by a generated module at the same path: `custom/index.ts` by `index.ts`.
  const taking = custom.filter(
    (file) => file.path === 'index.ts' || (isCustomModule(file) && file.path.startsWith('client/')),
  );
  const program = openProgram(plan, [...named.keys(), ...taking.map(({ path }) => outputPath(`src/${path}`, output))]);
  const diagnostics = new Diagnostics();
  const packages = output === 'source' ? undefined : Object.keys(neededPackages(plan, codecs));
  for (const [path, { file }] of named) {
    const source = getSource(program, plan, path);
    if (source === undefined) continue;
    if (packages !== undefined)
      for (const specifier of listSpecifiers(source).filter(ts.isStringLiteralLike)) {
        const reason = reasonAgainst(specifier.text, path, packages);
        const at = positionIn(source, specifier.getStart(source), file);
        if (reason !== undefined) diagnostics.error('invalid-custom-code', reason, at);
      }
    for (const { code, messageText, start } of diagnostics.failed ? [] : mistakesIn(program, source, output)) {
      const message = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\s+/g, ' ');
      const at = start === undefined ? locateStart(file) : positionIn(source, start, file);
      diagnostics.error('broken-custom-code', `${message} (TS${code})`, at);
    }
  }
  if (!diagnostics.failed) checkTakenIn({ ...plan, program }, diagnostics);
  return diagnostics.list;
}

/** Finds the mistakes in a file. In a package, each module must also have declarations that follow from its own text (`isolatedDeclarations`). */
function mistakesIn(
  program: ts.Program,
  source: ts.SourceFile,
  output: OutputPlan['output'],
): readonly ts.Diagnostic[] {
  const syntax = program.getSyntacticDiagnostics(source);
  if (syntax.length > 0) return syntax;
  const types = program.getSemanticDiagnostics(source);
  const isDeclared = output === 'package' && types.length === 0 && !source.isDeclarationFile;
  return isDeclared ? program.getDeclarationDiagnostics(source) : types;
}

/** Returns the reason why an import would not resolve after the package is installed; `undefined` if it would. */
function reasonAgainst(name: string, path: string, packages: readonly string[]): string | undefined {
  if (name.startsWith('.')) {
    const target = posix.join(posix.dirname(path), name);
    return target.startsWith('src/') ? undefined : `${JSON.stringify(name)} is not in the folder src of the package`;
  }
  if (isBuiltin(name) || isOfPackages(packages, name)) return undefined;
  return `the package does not depend on ${JSON.stringify(name)}; there are ${packages.join(', ')}, the modules of Node, and files beside it`;
}

/** A plan, and the program of its files. */
interface OpenedPlan extends CustomPlan {
  readonly program: ts.Program;
}

/** Reports an entry that exports names which the package has already, and modules of resources without a class that extends the generated one. */
function checkTakenIn(plan: OpenedPlan, diagnostics: Diagnostics): void {
  const { program, output } = plan;
  for (const { path, file } of plan.custom.filter(isCustomModule)) {
    const source = getSource(program, plan, outputPath(`src/${CUSTOM}/${path}`, output));
    const reject = (message: string, symbol?: ts.Symbol): void => {
      const found = symbol?.declarations?.find((one) => one.getSourceFile() === source);
      const name = found && (ts.getNameOfDeclaration(found) ?? found);
      const at = name && source ? positionIn(source, name.getStart(source), file) : locateStart(file);
      diagnostics.error('invalid-custom-code', message, at);
    };
    const own = listModuleExports(plan, `${CUSTOM}/${path}`);
    const all = listModuleExports(plan, path);
    if (path === 'index.ts') {
      if (own.size === 0) reject('this file exports nothing, so it is not a module');
      for (const [name, symbol] of own)
        if (all.get(name) !== symbol)
          reject(`the package exports something else that is called ${JSON.stringify(name)}`, symbol);
    } else if (path.startsWith('client/')) {
      const [name, base] = [...all].find(([, one]) => isClass(one)) ?? [];
      if (name === undefined || base === undefined) throw new Error(`src/${path} has no class`);
      const found = own.get(name);
      const checker = program.getTypeChecker();
      const isExtended =
        found !== undefined &&
        found !== base &&
        isClass(found) &&
        // Compares the constructors as well: the type of the symbol is that of the class itself.
        checker.isTypeAssignableTo(checker.getTypeOfSymbol(found), checker.getTypeOfSymbol(base));
      if (!isExtended)
        reject(
          `this file must export a class ${JSON.stringify(name)} that extends the generated one and has a constructor with the same parameters`,
          found,
        );
    }
  }
}

function isClass({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Class) !== 0;
}

/** Lists the exports of a module below `src`, by name. */
function listModuleExports(plan: OpenedPlan, path: string): ReadonlyMap<string, ts.Symbol> {
  const checker = plan.program.getTypeChecker();
  const source = getSource(plan.program, plan, outputPath(`src/${path}`, plan.output));
  const module = source && checker.getSymbolAtLocation(source);
  const resolve = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return new Map((module ? checker.getExportsOfModule(module) : []).map((one) => [one.name, resolve(one)]));
}
