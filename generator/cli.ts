import { readFileSync } from 'node:fs';
import { cachesFolder } from './commands/terminal/caches-folder.js';
import {
  EXIT,
  WrongUsage,
  printJson,
  type Command,
  type CommandInput,
  type ExitCode,
} from './commands/terminal/console.js';
import { commandHelp, shortUsage, usage } from './commands/terminal/usage.js';
import type { Code, Diagnostic } from './diagnostics.js';
import { didYouMean } from './spec/suggest.js';
import * as nodeModule from 'node:module';

/** Each command is loaded only when it is asked for. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['init', async () => (await import('./commands/init/init.js')).initCommand],
  ['generate', async () => (await import('./commands/generate/generate.js')).generateCommand],
  ['validators', async () => (await import('./commands/validators.js')).validatorsCommand],
  ['build', async () => (await import('./commands/build/build.js')).buildCommand],
  ['mock', async () => (await import('./commands/mock/mock.js')).mockCommand],
  ['diff', async () => (await import('./commands/diff.js')).diffCommand],
  ['pull', async () => (await import('./commands/pull.js')).pullCommand],
  ['drift', async () => (await import('./commands/drift.js')).driftCommand],
  ['help', async () => printUsage],
]);

rememberCompiledCode();
process.exitCode = await main(process.argv.slice(2));

/** From Node 22 on, compiled code is kept between runs, which halves the time it takes to load the printer. */
function rememberCompiledCode(): void {
  if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function')
    nodeModule.enableCompileCache();
}

async function main([name = 'help', ...args]: readonly string[]): Promise<ExitCode> {
  const input = createInput(args);
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
  const source = import.meta.url.endsWith('.ts');
  const path = new URL(source ? '../package.json' : '../../package.json', import.meta.url);
  const { version }: { version?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
  console.out(`${String(version)}\n`);
  return EXIT.done;
}

function createInput(args: readonly string[]): CommandInput {
  // A reader that went away (`| head`) is no mistake.
  process.stdout.on('error', ignoreClosedPipe);
  process.stderr.on('error', ignoreClosedPipe);
  return {
    args,
    cwd: process.cwd(),
    untilStopped,
    caches: cachesFolder(process.env['XDG_CACHE_HOME']),
    console: {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
      interactive: process.stderr.isTTY === true && process.env['CI'] === undefined,
      ...(canReply() && { ask }),
      colors: process.stderr.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
    },
  };
}

/** Whether a person is there who reads questions and can type. */
function canReply(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true && process.env['CI'] === undefined;
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  // Whoever closes the input, as by Ctrl+C, wants no more; nothing was written yet.
  reader.once('close', stop);
  const line = await reader.question(question);
  reader.off('close', stop);
  reader.close();
  return line.trim();
}

function stop(): void {
  process.stderr.write('\n');
  process.exit(130);
}

function untilStopped(): AbortSignal {
  const stop = new AbortController();
  // At the first, a command cleans up and ends; at the second, it ends at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
