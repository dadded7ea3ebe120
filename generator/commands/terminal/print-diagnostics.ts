import { resolve } from 'node:path';
import { printDiagnostic, printExcerpt, printHint, type Code, type Diagnostic } from '../../diagnostics.js';
import { EXIT, printJson, type CommandInput, type Console, type ExitCode } from './console.js';
import { groupBy } from '../../iterables.js';
import { readIfAllowed } from '../../output/disk.js';

/** Maximum number of errors that are printed. */
const MOST_ERRORS = 50;
/** Maximum number of warnings of one code that are printed. */
const MOST_WARNINGS = 5;

/** Codes about a whole file, or a missing one, which have no excerpt. */
const wholeFile: ReadonlySet<Code> = new Set([
  'edited-copy',
  'edited-output',
  'existing-project',
  'kept-file',
  'unreadable-file',
  'unwritable-copy',
  'unwritable-output',
  'unreadable-reference',
  'unreadable-spec',
]);

/** Codes about an address, which have no excerpt, as the line may hold a key. */
const withoutExcerpt: ReadonlySet<Code> = new Set(['unsafe-address', 'unreadable-address', 'missing-copy']);

/**
 * Prints diagnostics for people, each with an excerpt of its file; the first one of each code has a hint. With `elsewhere`, the name
 * of a flag or a file that lists all of them, it prints only the first ones of each code, and the number of the others.
 */
export async function printDiagnostics(
  { console, cwd }: Pick<CommandInput, 'console' | 'cwd'>,
  diagnostics: readonly Diagnostic[],
  { elsewhere }: { readonly elsewhere?: string } = {},
): Promise<void> {
  if (diagnostics.length === 0) return;
  const groups = groupBy(diagnostics, ({ severity, code }) => (severity === 'error' ? severity : code));
  const first = [...groups].flatMap(([kind, all]) => all.slice(0, kind === 'error' ? MOST_ERRORS : MOST_WARNINGS));
  const chosen = new Set(elsewhere === undefined ? diagnostics : first);
  const shown = diagnostics.filter((one) => chosen.has(one));
  const rest = diagnostics.filter((one) => !chosen.has(one));
  const readExcerpted = openTexts(cwd);
  const hinted = new Set<Code>();
  for (const one of shown) {
    const text = readExcerpted(one);
    const excerpt = text === undefined ? undefined : printExcerpt(one.at, text);
    const hint = hinted.has(one.code) ? undefined : printHint(one);
    hinted.add(one.code);
    const parts = [printDiagnostic(one), excerpt, hint].filter((part) => part !== undefined);
    console.err(`${paint(console, one, parts.join('\n'))}\n`);
  }
  if (rest.length > 0 && elsewhere !== undefined) console.err(`and ${countByCode(rest)}; ${elsewhere} lists all\n`);
}

/** Diagnostics of a command that failed, and how they are printed. */
interface PrintFailureOptions {
  readonly json: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Members of the JSON beside `files` and `diagnostics`. */
  readonly more?: object;
  /** As for `printDiagnostics`. */
  readonly elsewhere?: string;
}

/** Prints the diagnostics of a command that failed, for people or as JSON. */
export async function printFailure(
  input: CommandInput,
  { json, diagnostics, more, ...options }: PrintFailureOptions,
): Promise<ExitCode> {
  if (json) printJson(input.console, [], diagnostics, more);
  else await printDiagnostics(input, diagnostics, options);
  return EXIT.failed;
}

/** Counts diagnostics: ``80 more `unknown-format` warnings, 1 more `non-unicode-pattern` warning``. */
function countByCode(rest: readonly Diagnostic[]): string {
  const groups = groupBy(rest, ({ severity, code }) => `\`${code}\` ${severity}`);
  return [...groups].map(([kind, all]) => `${all.length} more ${kind}${all.length === 1 ? '' : 's'}`).join(', ');
}

/** Returns a function that reads the file of a diagnostic, each file once; it returns `undefined` for diagnostics without an excerpt. */
function openTexts(cwd: string): (one: Diagnostic) => string | undefined {
  const texts = new Map<string, string | undefined>();
  return ({ code, at }) => {
    // A diagnostic about a whole file may have the position in a configuration that names the file: that gets an excerpt.
    if (withoutExcerpt.has(code)) return undefined;
    if (wholeFile.has(code) && at.line === 1 && at.column === 1) return undefined;
    if (!texts.has(at.file)) texts.set(at.file, readIfAllowed(resolve(cwd, at.file)));
    return texts.get(at.file);
  };
}

/** Colours the severity and the mark, on terminals that show colours. */
function paint({ colors = false }: Console, { severity }: Diagnostic, text: string): string {
  if (!colors) return text;
  const color = severity === 'error' ? '31' : '33';
  return text
    .replace(` ${severity} `, ` \u001B[1;${color}m${severity}\u001B[0m `)
    .replace(/\^+$/m, `\u001B[${color}m$&\u001B[0m`)
    .replace(/^ {2}hint: /m, `  \u001B[36mhint:\u001B[0m `);
}
