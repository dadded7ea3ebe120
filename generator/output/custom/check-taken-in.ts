import { ts } from 'ts-morph';
import { locateStart, type Diagnostics, type Position } from '../../diagnostics.js';
import { CUSTOM, isCustomModule, type CustomFile } from '../../emit/custom-code.js';
import { outputPath } from '../../emit/layout.js';
import { positionIn, getSource, type OutputPlan } from './open-program.js';

/** Files of the user's own that the package takes in, and the program that has them. */
export interface TakenIn extends OutputPlan {
  readonly custom: readonly CustomFile[];
  readonly program: ts.Program;
}

/** Reports files that the package cannot take in: an entry with names that it has already, and classes that extend no resource. */
export function checkTakenIn(taken: TakenIn, diagnostics: Diagnostics): void {
  for (const file of taken.custom.filter(isCustomModule)) {
    const reject = (message: string, symbol?: ts.Symbol): void =>
      diagnostics.error('invalid-custom-code', message, locateSymbol(taken, file, symbol));
    if (file.path === 'index.ts') checkNames(taken, reject);
    else if (file.path.startsWith('client/')) checkClass(taken, file, reject);
  }
}

type Reject = (message: string, symbol?: ts.Symbol) => void;

function checkNames(taken: TakenIn, reject: Reject): void {
  const own = listModuleExports(taken, `${CUSTOM}/index.ts`);
  const all = listModuleExports(taken, 'index.ts');
  if (own.size === 0) reject('this file exports nothing, and so is no module');
  for (const [name, symbol] of own)
    if (all.get(name) !== symbol)
      reject(`the package exports something else that is called ${JSON.stringify(name)}`, symbol);
}

function checkClass(taken: TakenIn, { path }: CustomFile, reject: Reject): void {
  const [name, base] = [...listModuleExports(taken, path)].find(([, one]) => isClass(one)) ?? [];
  if (name === undefined || base === undefined) throw new Error(`src/${path} has no class`);
  const own = listModuleExports(taken, `${CUSTOM}/${path}`).get(name);
  const checker = taken.program.getTypeChecker();
  const isExtended =
    own !== undefined &&
    own !== base &&
    isClass(own) &&
    // Their constructors take the same, too.
    checker.isTypeAssignableTo(checker.getTypeOfSymbol(own), checker.getTypeOfSymbol(base));
  if (isExtended) return;
  reject(
    `this file has to export a class ${JSON.stringify(name)} that extends the generated one and is made of the same`,
    own,
  );
}

function isClass({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Class) !== 0;
}

/** Lists the exports of a module below `src`, by name. */
function listModuleExports(taken: TakenIn, path: string): ReadonlyMap<string, ts.Symbol> {
  const checker = taken.program.getTypeChecker();
  const source = getSource(taken.program, taken, outputPath(`src/${path}`, taken.output));
  const module = source && checker.getSymbolAtLocation(source);
  const resolve = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return new Map((module ? checker.getExportsOfModule(module) : []).map((one) => [one.name, resolve(one)]));
}

/** Returns the position where a file declares a symbol; its start where it does not. */
function locateSymbol(taken: TakenIn, { path, file }: CustomFile, symbol: ts.Symbol | undefined): Position {
  const source = getSource(taken.program, taken, outputPath(`src/${CUSTOM}/${path}`, taken.output));
  const found = symbol?.declarations?.find((one) => one.getSourceFile() === source);
  const name = found && (ts.getNameOfDeclaration(found) ?? found);
  return name && source ? positionIn(source, name.getStart(source), file) : locateStart(file);
}
