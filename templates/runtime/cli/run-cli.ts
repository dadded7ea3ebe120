import { readCatalogue } from '../tools/catalogue.js';
import type { ToolPackage } from '../tools/tool-package.js';
import { isJsonObject } from '../json.js';
import { runOperation } from './call/run-operation.js';
import { CliError, type CliIo, columnsOf, exitCodes, write } from './cli-io.js';
import { commandTree, type CommandTree, findCommand, type FoundCommand } from './commands/find-command.js';
import { completeWords, completionScript } from './completion.js';
import { helpOfLogin, helpOfOperation, helpOfPackage, helpOfResource } from './help.js';
import { optionTable } from './options/option-table.js';
import { commonOption, hasOption, leadingWords } from './options/parse-arguments.js';
import { describeFailure, failureOf } from './report-error.js';
import { oneLine } from '../printable.js';

/** Runs a command line, and resolves to its exit code. It never rejects, and prints no stack traces. */
export async function runCli(tools: ToolPackage, argv: readonly string[], io: CliIo): Promise<number> {
  try {
    await run(tools, argv, io);
    return exitCodes.done;
  } catch (error) {
    const failure = failureOf(tools, error, io.signal?.aborted === true);
    if (failure === undefined) return exitCodes.done;
    // Nobody may be left to read it.
    await write(io.stderr, describeFailure(failure, argv.includes('--json'))).catch(() => undefined);
    return exitCodes[failure.outcome];
  }
}

const ownNames = ['auth', 'completion', 'help'];

async function run(tools: ToolPackage, argv: readonly string[], io: CliIo): Promise<void> {
  const leading = leadingWords(argv);
  const words = leading.map(({ word }) => word);
  if (words[0] === '__complete') return complete(tools, argv.slice((leading[0]?.index ?? 0) + 1), io);
  if (words.length === 0 && hasOption(argv, commonOption, 'version')) return write(io.stdout, await version(tools, io));
  const asksHelp = (find: typeof commonOption): boolean => words[0] === 'help' || hasOption(argv, find, 'help');
  const asked = words[0] === 'help' ? words.slice(1) : words;
  const tree = commandTree(readCatalogue(tools));
  const own = ownCommand(tree, asked);
  if (own !== undefined) {
    const at = leading[words.length - asked.length + own.words - 1]?.index ?? 0;
    return runOwn(tools, { own, argv: argv.slice(at + 1), isHelp: asksHelp(commonOption) }, io);
  }
  const { found, used } = findCommand(tree, asked, ownNames);
  // What an option of the operation takes as its value is no call for help.
  const isHelp = asksHelp(found.kind === 'operation' ? optionTable(found.tool).find : commonOption);
  if (isHelp || found.kind === 'resource') return showHelp(tools, { tree, found, isHelp, given: argv }, io);
  const taken = new Set(leading.slice(0, used).map(({ index }) => index));
  return runOperation(
    tools,
    found.tool,
    argv.filter((_, index) => !taken.has(index)),
    io,
  );
}

interface OwnCommand {
  readonly name: 'login' | 'status' | 'logout' | 'auth' | 'completion';
  /** Words that name it. */
  readonly words: number;
}

/** A command that is not one of the service; an operation of the same name counts more. */
function ownCommand(tree: CommandTree, [first, second]: readonly string[]): OwnCommand | undefined {
  if (first === 'completion' && !tree.resources.has(first) && !tree.methods.has(first))
    return { name: first, words: 1 };
  if (first !== 'auth' || tree.methods.has('auth')) return undefined;
  const resource = tree.resources.get('auth');
  const isOwn = second !== undefined && resource?.methods.has(second) !== true;
  if (isOwn && (second === 'login' || second === 'status' || second === 'logout')) return { name: second, words: 2 };
  return resource === undefined ? { name: 'auth', words: 1 } : undefined;
}

interface OwnCall {
  readonly own: OwnCommand;
  readonly argv: readonly string[];
  readonly isHelp: boolean;
}

async function runOwn(tools: ToolPackage, { own: { name }, argv, isHelp }: OwnCall, io: CliIo): Promise<void> {
  const width = terminalWidth(io);
  if (name === 'completion') {
    if (isHelp) return write(io.stdout, `Usage: ${tools.command} completion bash|zsh|fish\n`);
    return write(io.stdout, completionScript(tools, argv));
  }
  if (isHelp) return write(io.stdout, helpOfLogin(tools, width));
  if (name === 'auth')
    throw new CliError(
      `auth needs one of login, status, logout${argv[0] === undefined ? '' : `, not ${JSON.stringify(argv[0])}`}`,
    );
  // It listens and starts a browser: what that needs is loaded for it alone.
  const { runAuth } = await import('./auth/run-auth.js');
  return runAuth(tools, name, argv, io);
}

interface HelpCall {
  readonly tree: CommandTree;
  readonly found: FoundCommand;
  readonly isHelp: boolean;
  readonly given: readonly string[];
}

/** Shows help where it is asked for; a command line that names no method is told what there is, and is wrong. */
async function showHelp(tools: ToolPackage, { tree, found, isHelp, given }: HelpCall, io: CliIo): Promise<void> {
  const width = terminalWidth(io);
  if (found.kind === 'operation') return write(io.stdout, helpOfOperation(tools, found, width));
  const text = found.tree === tree ? helpOfPackage(tools, tree, width) : helpOfResource(tools, found.tree, width);
  if (isHelp) return write(io.stdout, text);
  const where = found.tree === tree ? '' : `${found.tree.path.join(' ')} `;
  if (given.includes('--json')) throw new CliError(`${where}needs a method; see ${tools.command} ${where}--help`);
  await write(io.stderr, text);
  throw new CliError(where === '' ? 'No command was given' : `No method of \`${where.trim()}\` was given`);
}

async function complete(tools: ToolPackage, words: readonly string[], io: CliIo): Promise<void> {
  const found = completeWords(tools, words);
  await write(io.stdout, found.map((one) => `${one}\n`).join(''));
}

async function version(tools: ToolPackage, io: CliIo): Promise<string> {
  const { info } = tools.document;
  const { title = '', version: service = '' } = isJsonObject(info) ? info : {};
  const own = await io.version?.();
  return `${[tools.command, own].filter(Boolean).join(' ')} (${oneLine(`${String(title)} ${String(service)}`, 200)})\n`;
}

function terminalWidth({ stdout }: CliIo): number {
  return Math.min(120, Math.max(40, columnsOf(stdout)));
}
