import { readFileSync } from 'node:fs';
import { errorAt, locateStart } from '../diagnostics.js';
import { didYouMean } from '../spec/suggest.js';
import { commands, printCommandHelp, printUsage } from './commands.js';
import { EXIT, WrongUsage, printJson, type CommandInput, type ExitCode } from './terminal/console.js';

/** The surroundings of a call: where it writes, its folder and what stops it. */
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
  const help = commands.has(name)
    ? `\`speccast help ${name}\` lists its flags, with examples.\n`
    : `Commands: ${[...commands.keys()].join(', ')}, help. \`speccast help\` describes them.\n`;
  // A program that passes `--json` expects JSON even if the call is wrong.
  const asJson = [name, ...args].some((arg) => /^--json(?:=|$)/.test(arg));
  const code = wrong ? 'wrong-usage' : 'internal-error';
  if (asJson) printJson(console, [], [errorAt(code, message, locateStart('(command line)'))]);
  else if (wrong) console.err(`speccast: ${message}\n${help}`);
  if (!wrong)
    console.err(`speccast failed; please report this:\n${String(error instanceof Error ? error.stack : error)}\n`);
  return wrong ? EXIT.usage : EXIT.failed;
}

async function run(name: string, input: CommandInput): Promise<ExitCode> {
  const { args, console } = input;
  if (name === '--version' || name === '-v') {
    // The same path works from here and from `dist/generator`, where the bundle of `cli.ts` contains this file.
    const path = new URL('../../package.json', import.meta.url);
    const { version }: { version?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
    console.out(`${String(version)}\n`);
    return EXIT.done;
  }
  const isHelp = ['help', '--help', '-h'].includes(name);
  if (isHelp || args.includes('--help') || args.includes('-h')) {
    const named = isHelp ? args.find((arg) => !arg.startsWith('-')) : name;
    const isAll = named === undefined || named === 'help';
    console.out(isAll ? printUsage() : printCommandHelp(findCommand(named)));
    return EXIT.done;
  }
  return (await findCommand(name).load())(input);
}

function findCommand(name: string): NonNullable<ReturnType<typeof commands.get>> {
  const found = commands.get(name);
  if (found !== undefined) return found;
  if (name.startsWith('-')) throw new WrongUsage(`a command comes before ${name}: speccast <command> ${name}`);
  throw new WrongUsage(`there is no command ${JSON.stringify(name)}${didYouMean(name, [...commands.keys(), 'help'])}`);
}
