import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { generate, printDiagnostic } from 'speccast';

/** The result of compiling the client of a package under the strict config, with a program that uses it. */
export interface TypeCheck {
  /** Errors of the compiler, also those of a `@ts-expect-error` without an error. */
  readonly errors: readonly string[];
  /** The type that an editor shows for each variable of the program, by name. */
  readonly hover: Readonly<Record<string, string>>;
}

/** Generates the client of a document and compiles it with a program in the same folder as its `index.ts`. */
export async function checkTypes(name: string, spec: string, consumer: string): Promise<TypeCheck> {
  await openPackage(name, spec, consumer);
  const program = editor.getProgram();
  const source = program?.getSourceFile(consumerPath);
  if (program === undefined || source === undefined) throw new Error('there is no program');
  // The runtime is not compiled again: the type check of the repository does that.
  const found = [program.getOptionsDiagnostics(), program.getGlobalDiagnostics()];
  for (const path of texts.keys()) found.push(ts.getPreEmitDiagnostics(program, program.getSourceFile(path)));
  const errors = found.flat().map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  const hover = listVariables(source).map((variable): [string, string] => {
    const info = editor.getQuickInfoAtPosition(consumerPath, variable.getStart());
    return [variable.name.getText(), ts.displayPartsToString(info?.displayParts)];
  });
  return { errors: [...new Set(errors)], hover: Object.fromEntries(hover) };
}

/** Lists the completions that an editor offers for each `'|'` of the program, sorted. */
export async function listCompletions(
  name: string,
  spec: string,
  consumer: string,
): Promise<readonly (readonly string[])[]> {
  await openPackage(name, spec, consumer);
  return [...consumer.matchAll(/'\|'/g)].map(({ index }) => {
    const found = editor.getCompletionsAtPosition(consumerPath, index + 1, {});
    const names = (found?.entries ?? []).map((entry) => entry.name);
    return names.filter((one) => one !== '|').toSorted();
  });
}

const checked = path('.cache/checked/');
const consumerPath = `${checked}consumer.ts`;
/** The texts of the open package and of the program that uses it, by path. */
let texts: ReadonlyMap<string, string> = new Map();
/** The number of packages that have been opened, which is the version of the files. */
let opened = 0;

const options = readOptions();

/** A language service for all packages, so that the runtime and the libraries of the compiler are read once. */
const editor = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [...texts.keys()],
  getScriptVersion: (file) => (texts.has(file) ? `package ${opened}` : 'on disk'),
  getScriptSnapshot: (file) => {
    const text = texts.get(file) ?? ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => path(''),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (file) => texts.has(file) || ts.sys.fileExists(file),
  readFile: (file) => texts.get(file) ?? ts.sys.readFile(file),
  directoryExists: (folder) =>
    [...texts.keys()].some((file) => file.startsWith(`${folder}/`)) || ts.sys.directoryExists(folder),
});

/** Replaces the open package by a client of a document and a program that uses it. */
async function openPackage(packageName: string, text: string, consumer: string): Promise<void> {
  const { files, diagnostics } = await generate({
    spec: { file: 'spec.yaml', text },
    packageName,
    parts: ['client'],
    format: false,
  });
  if (diagnostics.length > 0) throw new Error(diagnostics.map(printDiagnostic).join('\n'));
  const sources = files.flatMap((file): [string, string][] =>
    file.path.startsWith('src/') ? [[checked + file.path.slice('src/'.length), file.text]] : [],
  );
  texts = new Map([...sources, [consumerPath, consumer]]);
  opened += 1;
}

/** Reads the compiler options of this repository. */
function readOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path('tsconfig.json'), ts.sys.readFile);
  // Without its files: those of the open package are compiled.
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, path('')).options;
}

function listVariables(node: ts.Node): readonly ts.VariableDeclaration[] {
  const found = ts.isVariableDeclaration(node) ? [node] : [];
  ts.forEachChild(node, (child) => void found.push(...listVariables(child)));
  return found;
}

function path(relative: string): string {
  return fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
}
