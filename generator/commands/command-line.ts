import { readFileSync } from 'node:fs';
import { EXIT, WrongUsage, printJson, type Command, type CommandInput, type ExitCode } from './terminal/console.js';
import { commandHelp, shortUsage, usage } from './terminal/usage.js';
import type { Code, Diagnostic } from '../diagnostics.js';
import { didYouMean } from '../spec/suggest.js';

/** Each command is loaded only when it is asked for. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['init', async () => (await import('./init/init.js')).initCommand],
  ['generate', async () => (await import('./generate/generate.js')).generateCommand],
  ['validators', async () => (await import('./validators.js')).validatorsCommand],
  ['build', async () => (await import('./build/build.js')).buildCommand],
  ['mock', async () => (await import('./mock/mock.js')).mockCommand],
  ['diff', async () => (await import('./diff.js')).diffCommand],
  ['pull', async () => (await import('./pull.js')).pullCommand],
  ['drift', async () => (await import('./drift.js')).driftCommand],
  ['help', async () => printUsage],
]);

/** What a call has apart from its arguments: where it writes, its folder and what stops it. */
export type Surroundings = Omit<CommandInput, 'args'>;

/** Runs one call of `speccast`, such as `['generate', '--check']`, and returns its exit code. */
export async function runCommandLine(
  [name = 'help', ...args]: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const input = { ...surroundings, args };
  try {
    return await run(name, input);
  } catch (error) {
    return fail(name, input, error);
  }
}

function fail(name: string, { args, console }: CommandInput, error: unknown): ExitCode {
  const wrong = error instanceof WrongUsage;
  const message = error instanceof Error ? error.message : String(error);
  // Whoever asked for JSON, even in a call that makes no sense, reads no other text.
  const asJson = [name, ...args].some((arg) => /^--json(?:=|$)/.test(arg));
  if (asJson) printJson(console, [], [complaint(wrong ? 'wrong-usage' : 'internal-error', message)]);
  else if (wrong) console.err(`speccast: ${message}\n${shortUsage(name)}`);
  if (!wrong)
    console.err(`speccast failed; please report this:\n${String(error instanceof Error ? error.stack : error)}\n`);
  return wrong ? EXIT.usage : EXIT.failed;
}

function complaint(code: Code, message: string): Diagnostic {
  return { severity: 'error', code, message, at: { file: '(command line)', line: 1, column: 1 } };
}

async function run(name: string, input: CommandInput): Promise<ExitCode> {
  if (name === '--version' || name === '-v') return printVersion(input);
  if (name === '--help' || name === '-h') return printUsage(input);
  if (input.args.includes('--help') || input.args.includes('-h')) return printUsage({ ...input, args: [name] });
  const load = commands.get(name);
  if (load === undefined && name.startsWith('-'))
    throw new WrongUsage(`a command comes before ${name}: speccast <command> ${name}`);
  if (load === undefined) return rejectCommand(name);
  return (await load())(input);
}

async function printUsage({ args, console }: CommandInput): Promise<ExitCode> {
  const [command] = args.filter((arg) => !arg.startsWith('-'));
  const known = command !== undefined && command !== 'help';
  console.out(known ? (commandHelp(command) ?? rejectCommand(command)) : usage);
  return EXIT.done;
}

function rejectCommand(name: string): never {
  throw new WrongUsage(`there is no command ${JSON.stringify(name)}${didYouMean(name, commands.keys())}`);
}

function printVersion({ console }: CommandInput): ExitCode {
  // From here as from `dist/generator`, where it is built into one file with `cli.ts`.
  const path = new URL('../../package.json', import.meta.url);
  const { version }: { version?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
  console.out(`${String(version)}\n`);
  return EXIT.done;
}
