import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject } from '../json.js';
import type { ToolPackage } from '../tools/tool-package.js';
import { exitCodes } from './cli-io.js';
import { runCli } from './run-cli.js';

/** Runs the command line of this process, and ends it with its exit code. */
export async function runProcess(tools: ToolPackage): Promise<never> {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  });
  // Who writes is told by its own callback; without a listener, Node would end with a stack trace.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const code = await runCli(tools, process.argv.slice(2), {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    signal: controller.signal,
    version: () => versionOf(tools),
  });
  process.exit(code);
}

/** The version in the `package.json` of the package that the command is part of, behind the link that npm makes for it. */
async function versionOf({ name }: ToolPackage): Promise<string | undefined> {
  const command = await realpath(process.argv[1] ?? '').catch(() => '/');
  for (let folder = dirname(command); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const found: unknown = JSON.parse(text);
    if (isJsonObject(found) && found['name'] === name && typeof found['version'] === 'string') return found['version'];
  }
  return undefined;
}
