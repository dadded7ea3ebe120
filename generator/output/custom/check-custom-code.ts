import { ts } from 'ts-morph';
import type { OwnCodec } from '../../api/types/codec.js';
import { Diagnostics, locateStart, type Diagnostic } from '../../diagnostics.js';
import { CUSTOM, isCustomModule, type CustomFile } from '../../emit/custom-code.js';
import { neededPackages } from '../../emit/package/package-json.js';
import type { Part, Surface } from '../../options.js';
import { outputPath } from '../../emit/layout.js';
import { checkImports } from './check-imports.js';
import { checkTakenIn } from './check-taken-in.js';
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
  const program = openProgram(plan, [...named.keys(), ...listExtendingModules(plan)]);
  const diagnostics = new Diagnostics();
  const packages = output === 'source' ? undefined : Object.keys(neededPackages(plan, codecs));
  for (const [path, { file }] of named) {
    const source = getSource(program, plan, path);
    if (source === undefined) continue;
    if (packages !== undefined) checkImports(source, { path, file, packages, diagnostics });
    if (!diagnostics.failed) report(mistakesIn(program, source, output), { file, diagnostics });
  }
  if (!diagnostics.failed) checkTakenIn({ ...plan, program }, diagnostics);
  return diagnostics.list;
}

/** Lists the modules of the package that take in some of these files. */
function listExtendingModules({ custom, output }: CustomPlan): readonly string[] {
  const hasIndex = custom.some(({ path }) => path === 'index.ts');
  const classes = custom.filter((file) => isCustomModule(file) && file.path.startsWith('client/'));
  const entries = [...(hasIndex ? ['index.ts'] : []), ...classes.map(({ path }) => path)];
  return entries.map((path) => outputPath(`src/${path}`, output));
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

function report(
  found: readonly ts.Diagnostic[],
  { file, diagnostics }: { readonly file: string; readonly diagnostics: Diagnostics },
): void {
  for (const { code, messageText, file: source, start } of found) {
    const at = source === undefined || start === undefined ? locateStart(file) : positionIn(source, start, file);
    const message = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\s+/g, ' ');
    diagnostics.error('broken-custom-code', `${message} (TS${code})`, at);
  }
}
