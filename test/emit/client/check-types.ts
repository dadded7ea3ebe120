import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { generate, printDiagnostic } from 'speccast';

/** A package's client under the strict compiler, and a program that uses it. */
export interface TypeCheck {
  /** What the compiler complains about, a `@ts-expect-error` without an error included. */
  readonly errors: readonly string[];
  /** What an editor shows for each variable of the program, by name. */
  readonly hover: Readonly<Record<string, string>>;
}

/** Emits the client of a service and checks a program that stands beside its `index.ts`. */
export async function checkTypes(name: string, spec: string, consumer: string): Promise<TypeCheck> {
  await openPackage(name, spec, consumer);
  const program = editor.getProgram();
  const source = program?.getSourceFile(consumerPath);
  if (program === undefined || source === undefined) throw new Error('there is no program');
  // What the package runs on is checked once, with the whole repository.
  const found = [program.getOptionsDiagnostics(), program.getGlobalDiagnostics()];
  for (const path of texts.keys()) found.push(ts.getPreEmitDiagnostics(program, program.getSourceFile(path)));
  const errors = found.flat().map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  const hover = variablesIn(source).map((variable): [string, string] => {
    const info = editor.getQuickInfoAtPosition(consumerPath, variable.getStart());
    return [variable.name.getText(), ts.displayPartsToString(info?.displayParts)];
  });
  return { errors: [...new Set(errors)], hover: Object.fromEntries(hover) };
}

/** The texts that an editor offers for each `'|'` of the program, in the order of the alphabet. */
export async function completionsOf(
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
/** The package that is open and its consumer: texts by path. */
let texts: ReadonlyMap<string, string> = new Map();
/** How many packages have been opened. */
let opened = 0;

const options = readOptions();

/** One editor for all packages: what is on disk, the runtime and the libraries of the compiler, it reads once. */
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

/** Generates a client and its consumer in the place of those before. */
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

/** The options of this repository. */
function readOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path('tsconfig.json'), ts.sys.readFile);
  // The files are those of the packages.
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, path('')).options;
}

function variablesIn(node: ts.Node): readonly ts.VariableDeclaration[] {
  const found = ts.isVariableDeclaration(node) ? [node] : [];
  ts.forEachChild(node, (child) => void found.push(...variablesIn(child)));
  return found;
}

function path(relative: string): string {
  return fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
}
