import { readVersion } from '../tools/read-version.js';
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
