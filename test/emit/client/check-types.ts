import { fileURLToPath } from 'node:url';
import { Project, ts, type SourceFile } from 'ts-morph';
import { Diagnostics } from '../../../generator/diagnostics.js';
import { lowerApi } from '../../../generator/api/lower-api.js';
import { emitClient } from '../../../generator/emit/client/emit-client.js';
import { emitModels } from '../../../generator/emit/models/emit-models.js';
import { emitOperations } from '../../../generator/emit/operations/emit-operations.js';
import { printFiles } from '../../../generator/output/print.js';
import { readSpec } from '../../../generator/spec/read-spec.js';
import { context } from '../code/fixture.js';

/** A package's client under the strict compiler, and a program that uses it. */
export interface TypeCheck {
  /** What the compiler complains about, a `@ts-expect-error` without an error included. */
  readonly errors: readonly string[];
  /** What an editor shows for each variable of the program, by name. */
  readonly hover: Readonly<Record<string, string>>;
}

/** Emits the client of a service and checks a program that stands beside its `index.ts`. */
export function checkTypes(name: string, spec: string, consumer: string): TypeCheck {
  const { project, program } = openProject(name, spec, consumer);
  const errors = project
    .getPreEmitDiagnostics()
    .map((one) => ts.flattenDiagnosticMessageText(one.compilerObject.messageText, '\n'));
  const service = project.getLanguageService().compilerObject;
  const variables = program.getDescendantsOfKind(ts.SyntaxKind.VariableDeclaration);
  const hover = variables.map((variable): [string, string] => {
    const info = service.getQuickInfoAtPosition(program.getFilePath(), variable.getStart());
    return [variable.getName(), ts.displayPartsToString(info?.displayParts)];
  });
  return { errors, hover: Object.fromEntries(hover) };
}

/** The texts that an editor offers for each `'|'` of the program, in the order of the alphabet. */
export function completionsOf(name: string, spec: string, consumer: string): readonly (readonly string[])[] {
  const { project, program } = openProject(name, spec, consumer);
  const service = project.getLanguageService().compilerObject;
  return [...consumer.matchAll(/'\|'/g)].map(({ index }) => {
    const found = service.getCompletionsAtPosition(program.getFilePath(), index + 1, {});
    const names = (found?.entries ?? []).map((entry) => entry.name);
    return names.filter((one) => one !== '|').toSorted();
  });
}

function openProject(
  name: string,
  spec: string,
  consumer: string,
): { readonly project: Project; readonly program: SourceFile } {
  const diagnostics = new Diagnostics();
  const document = readSpec({ file: 'spec.yaml', text: spec }, { readFile: () => undefined, diagnostics });
  if (document === undefined) throw new Error(JSON.stringify(diagnostics.list));
  const given = context(lowerApi(document, { name, diagnostics }));
  if (diagnostics.list.length > 0) throw new Error(JSON.stringify(diagnostics.list));
  const project = new Project({ tsConfigFilePath: path('tsconfig.json'), skipAddingFilesFromTsConfig: true });
  const files = [...emitModels(given), ...emitOperations(given), ...emitClient(given)];
  for (const { path: file, parts } of printFiles(files, { header: '', inspect: () => {} })) {
    project.createSourceFile(
      path('.cache/checked/') + file.replace('src/', ''),
      parts.map((part) => part.text).join(''),
    );
  }
  return { project, program: project.createSourceFile(path('.cache/checked/consumer.ts'), consumer) };
}

function path(relative: string): string {
  return fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
}
