import { dirname, resolve } from 'node:path';
import { Diagnostics, errorAt, locateStart } from '../diagnostics.js';
import { makeFolder, readText, isSystemError, replaceText } from '../output/disk.js';
import { EXIT, WrongUsage, type CommandInput, type ExitCode } from './terminal/console.js';
import { parseChoice, parseOptions } from './terminal/parse-options.js';
import { SpecReader } from './sources/spec-reader.js';
import { printDiagnostics, printFailure } from './terminal/print-diagnostics.js';

const options = {
  out: { type: 'string' },
  formats: { type: 'string' },
  positions: { type: 'boolean' },
  // Deprecated: the name of `--positions` before 0.2.
  places: { type: 'boolean' },
  lenient: { type: 'boolean' },
} as const;

/** `speccast validators`: compiles a file of JSON Schemas, or the named schemas of an OpenAPI document, to one module of validators. */
export async function validatorsCommand(input: CommandInput): Promise<ExitCode> {
  const { args, cwd } = input;
  const { values, positionals } = parseOptions(args, options);
  const [file, ...further] = positionals;
  if (file === undefined || further.length > 0) throw new WrongUsage('validators takes one file');
  if (values.out === undefined || values.out === '') throw new WrongUsage('validators needs --out <file.ts>');
  const out = resolve(cwd, values.out);
  if (out === resolve(cwd, file)) throw new WrongUsage('--out would overwrite the schemas; give it another file');
  const formats = parseChoice('formats', values.formats, ['assert', 'annotate']) ?? 'annotate';
  const text = readText(resolve(cwd, file));
  if (text === undefined) {
    const diagnostics = [errorAt('unreadable-file', `there is no file ${file}`, locateStart(file))];
    return printFailure(input, { json: false, diagnostics });
  }
  const flags = { positions: (values.positions ?? values.places) === true, lenient: values.lenient === true };
  const { compileValidators } = await import('../output/compile-validators.js');
  const diagnostics = new Diagnostics({ strict: true });
  const { readReferenced: readFile } = new SpecReader(cwd, resolve(cwd, file));
  const code = await compileValidators({ text, file, readFile, formats, ...flags, diagnostics });
  await printDiagnostics(input, diagnostics.list);
  if (code === undefined || diagnostics.failed) return EXIT.failed;
  try {
    makeFolder(dirname(out));
    replaceText(out, code);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const message = `the file cannot be written: ${error.message}`;
    return printFailure(input, {
      json: false,
      diagnostics: [errorAt('unwritable-output', message, locateStart(values.out))],
    });
  }
  return EXIT.done;
}
