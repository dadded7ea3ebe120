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

/** An output folder as it will be, and the files in it that are the user's own. */
export interface CustomPlan extends OutputPlan {
  readonly custom: readonly CustomFile[];
  readonly parts: readonly Part[];
  /** Default: none. */
  readonly surfaces?: readonly Surface[] | undefined;
  /** Its codecs, whose packages it may import, too. Default: none. */
  readonly codecs?: readonly Pick<OwnCodec, 'packages'>[] | undefined;
}

/**
 * Type-checks the user's own files against the package that is about to be written. Reports each mistake at its line, in the
 * words of TypeScript, and files that the package takes in and that do not fit: an entry or a class of the client.
 */
export function checkCustomCode(plan: CustomPlan): readonly Diagnostic[] {
  const { output, custom, codecs } = plan;
  // Tests are not part of the package, and need packages that it does not.
  const modules = custom.filter((file) => isCustomModule(file) || file.path.endsWith('.d.ts'));
  const named = new Map(modules.map((file) => [outputPath(`src/${CUSTOM}/${file.path}`, output), file]));
  // Modules of the package that take in some of these files.
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

/** Finds the mistakes in a file. A package is also built, and then declarations are made from the text of each module alone. */
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

/** Returns the reason against an import in a file at a path of the package, which would not resolve where the package is installed. */
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

/** Reports files that the package cannot take in: an entry with names that it has already, and classes that extend no resource. */
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
        // Their constructors take the same, too.
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
