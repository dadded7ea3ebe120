import { readCatalogue } from '../tools/catalogue.js';
import { readVersion } from '../tools/package-version.js';
import type { ToolPackage } from '../tools/tool-package.js';
import { oneLine } from '../printable.js';
import { runOperation } from './call/run-operation.js';
import { CliError, type CliIo, type CliOutput, ClosedOutput, exitCodes, readWidth, write } from './cli-io.js';
import { buildCommandTree, findCommand, type OwnCommand } from './commands/find-command.js';
import { completeWords, writeCompletionScript } from './completion.js';
import { describeCommand } from './help.js';
import { findCommonOption } from './options/common-options.js';
import { readOptionTable } from './options/option-table.js';
import { findLeadingWords, hasOption } from './options/parse-arguments.js';
import { reportError } from './report-error.js';

/** Runs a command line, and resolves to its exit code. It never rejects, and prints no stack traces. */
export async function runCli(tools: ToolPackage, argv: readonly string[], io: CliIo): Promise<number> {
  try {
    await run(tools, argv, io);
    return 0;
  } catch (error) {
    if (error instanceof ClosedOutput) return 0;
    // Errors after Ctrl+C are consequences of it.
    const cause = io.signal?.aborted ? new CliError('Interrupted', 'interrupted') : error;
    const { exitCode, text } = reportError(tools, cause, argv.includes('--json'));
    // stderr may also be closed.
    await write(io.stderr, text).catch(() => undefined);
    return exitCode;
  }
}

async function run(tools: ToolPackage, argv: readonly string[], io: CliIo) {
  const leading = findLeadingWords(argv);
  const [first] = leading;
  if (first?.value === '__complete') {
    const candidates = completeWords(tools, argv.slice(first.index + 1));
    return write(io.stdout, candidates.map((one) => `${one}\n`).join(''));
  }
  if (!first && hasOption(argv, findCommonOption, 'version')) {
    const { title = '', version = '' } = Object(tools.document['info']);
    const own = [tools.command, await io.version?.()].filter(Boolean).join(' ');
    // `pet-store 1.2.3 (Pets 1)`
    return write(io.stdout, `${own} (${oneLine(`${title} ${version}`, 200)})\n`);
  }
  const asksHelp = first?.value === 'help';
  const words = leading.slice(asksHelp ? 1 : 0).map(({ value }) => value);
  const found = findCommand(buildCommandTree(readCatalogue(tools)), words);
  const { path, tool, own, used } = found;
  const writeHelp = (output: CliOutput) =>
    write(output, describeCommand(tools, found, Math.min(120, Math.max(40, readWidth(io.stdout)))));
  // `--name --help` has `--help` as the value of `--name`, which only the options of the operation show.
  const find = tool ? readOptionTable(tool).find : findCommonOption;
  if (asksHelp || hasOption(argv, find, 'help')) return writeHelp(io.stdout);
  const taken = leading.slice(0, used).map(({ index }) => index);
  if (own) return runOwnCommand(tools, own, argv.slice((taken.at(-1) ?? 0) + 1), io);
  const rest = argv.filter((_, index) => !taken.includes(index));
  if (tool) return runOperation(tools, tool, rest, io);
  const start = path.join(' ');
  if (argv.includes('--json'))
    throw new CliError(
      `${start ? `\`${start}\`` : tools.command} needs a method: see \`${[tools.command, ...path, '--help'].join(' ')}\``,
    );
  await writeHelp(io.stderr);
  throw new CliError(start ? `\`${start}\` needs a method` : `${tools.command} needs a command`);
}

async function runOwnCommand(tools: ToolPackage, own: OwnCommand, argv: readonly string[], io: CliIo) {
  if (own === 'completion') return write(io.stdout, writeCompletionScript(tools, argv));
  if (own === 'auth') {
    const [word] = argv;
    const not = word === undefined ? '' : `, not ${JSON.stringify(word)}`;
    throw new CliError(`auth needs one of login, status, logout${not}`);
  }
  // Imported here: only this command listens on a port and starts a browser.
  const { runAuth } = await import('./auth/run-auth.js');
  return runAuth(tools, own, argv, io);
}

/** Runs the command line of this process, and ends it with its exit code. */
export async function runProcess(tools: ToolPackage): Promise<never> {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted[0]);
    controller.abort();
  });
  const { stdin, stdout, stderr, env } = process;
  // `write` reports errors to its callback, but without a listener Node would still end with a stack trace.
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  const code = await runCli(tools, process.argv.slice(2), {
    stdin,
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
    signal: controller.signal,
    version: () => readVersion(tools),
  });
  process.exit(code);
}
