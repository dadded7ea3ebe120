// check-own-files.mjs <folder of typescript> <tsconfig.json>: prints the errors of a program, one line each, except those in files of
// other packages. Checking the declarations of Node, the DOM and MSW, too, would take most of the time.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const [compiler, config] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(`${compiler}/lib/typescript.js`);

const { config: json, error } = ts.readConfigFile(config, ts.sys.readFile);
const { fileNames, options, errors } = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config));
const program = ts.createProgram(fileNames, options);
const own = program
  .getSourceFiles()
  .filter(({ fileName }) => !/node_modules\/(?!@speccast\/|@cases\/|speccast\/)/.test(fileName));
if (own.length < 2) throw new Error(`${config} has no files`);
const diagnostics = [
  ...(error === undefined ? [] : [error]),
  ...errors,
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...own.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
    ...(options.declaration === true && !file.isDeclarationFile ? program.getDeclarationDiagnostics(file) : []),
  ]),
];
const host = {
  getCanonicalFileName: (path) => path,
  getCurrentDirectory: () => dirname(config),
  getNewLine: () => '\n',
};
process.stdout.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(diagnostics), host));
