// own-complaints.mjs <folder of typescript> <tsconfig.json>: prints what a compiler says of a program, one line each, apart from
// what is only about files of other packages. To look for mistakes in those, of Node, the DOM and MSW, would take most of the time.
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
