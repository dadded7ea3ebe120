import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ToolPackage } from '../tools/tool-package.js';
import { exitCodes } from './cli-io.js';
import { runCli } from './run-cli.js';

/** Runs the command line of this process, and ends it with its exit code. */
export async function runProcess(tools: ToolPackage): Promise<never> {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted[0]);
    controller.abort();
  });
  const { stdin, stdout, stderr, env } = process;
  // `write` hears of errors by its callback; without a listener, Node would end with a stack trace.
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

/** Reads the version in the `package.json` of the package that the command is part of. npm starts a command by a link to it. */
async function readVersion({ name }: ToolPackage): Promise<string | undefined> {
  const command = await realpath(process.argv[1] ?? '').catch(() => '/');
  for (let folder = dirname(command); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => 'null');
    const found = Object(JSON.parse(text));
    if (found.name === name && typeof found.version === 'string') return found.version;
  }
  return undefined;
}
