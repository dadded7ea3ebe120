import { once } from 'node:events';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type * as Sdk from '@modelcontextprotocol/server';
import type * as Stdio from '@modelcontextprotocol/server/stdio';
import { InvalidOptionError } from '../client/errors/errors.js';
import { isJsonObject } from '../json.js';
import { explainImport } from '../node/explain-import.js';
import { credentialVariables, readCredentials } from '../tools/credentials.js';
import type { Environment } from '../tools/sign-in-path.js';
import type { ToolPackage } from '../tools/tool-package.js';
import { FileError } from './files/allowed-files.js';
import { createServer } from './create-server.js';
import { helpText, readFlags, UsageError, type McpFlags } from './flags.js';
import { serveHttp } from './http-server.js';
import { nearestNames } from './tool-names.js';
import { openSession, type Session } from './session.js';

/** The SDK of the protocol, which the package of the command imports: it is an optional one. */
export interface McpModules {
  readonly sdk: typeof Sdk;
  readonly stdio: typeof Stdio;
}

/** What a command of a package is given; what is left out is that of the process. */
export interface McpCommand {
  readonly tools: ToolPackage;
  readonly load: () => Promise<McpModules>;
  readonly argv?: readonly string[] | undefined;
  readonly env?: Environment | undefined;
}

/** The package that holds the SDK, as npm takes it. */
const sdkPackage = '@modelcontextprotocol/server@2';

/** Serves the operations of a package to agents until it is stopped. Resolves to the exit code, which it also sets. */
export async function runMcpCommand(command: McpCommand): Promise<number> {
  const code = await run(command).catch((error: unknown) => {
    const [message, exit] = explain(command, error);
    process.stderr.write(`${commandName(command)}: ${message}\n`);
    return exit;
  });
  process.exitCode = code;
  return code;
}

function commandName({ tools }: McpCommand): string {
  return `${tools.command}-mcp`;
}

async function run(command: McpCommand): Promise<number> {
  const { tools, argv = process.argv.slice(2), env = process.env } = command;
  const flags = readFlags(argv);
  const name = commandName(command);
  if (flags.help) return print(helpText(name, credentialVariables(tools)));
  const version = await versionOf(command);
  if (flags.version) return print(`${version}\n`);
  const session = openSession(tools, { ...flags.options, env, version });
  await needCredential(session, flags, env);
  const { sdk, stdio } = await explainImport(name, [sdkPackage], command.load);
  // What is missing is told now, and not to the agent.
  if (session.isEmulated) await session.core();
  const create = (): Sdk.Server => createServer(sdk.Server, session);
  const onError = (error: unknown): void =>
    void process.stderr.write(
      `${name}: ${session.redactor.text(error instanceof Error ? error.message : String(error))}\n`,
    );
  if (flags.http === undefined) return serveStdio(stdio, create, onError);
  const server = await serveHttp({ sdk, port: flags.http, create, onError });
  process.stderr.write(`${name} listens on ${server.url}\n`);
  await stopped();
  await server.close();
  return 0;
}

async function serveStdio(
  stdio: typeof Stdio,
  create: () => Sdk.Server,
  onError: (error: Error) => void,
): Promise<number> {
  const handle = stdio.serveStdio(create, { onerror: onError });
  await Promise.race([stopped(), once(process.stdin, 'end'), once(process.stdin, 'close')]);
  await handle.close();
  return 0;
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/** Without any credential, a service that asks for one at every call is of no use. */
async function needCredential(
  { tools, named, isEmulated }: Session,
  { options }: McpFlags,
  env: Environment,
): Promise<void> {
  const isOpen = [...named.values()].some(
    ({ operation: { auth } }) => auth.length === 0 || auth.some((one) => one.length === 0),
  );
  if (isEmulated || isOpen || named.size === 0) return;
  const { found } = await readCredentials(tools, { env, baseUrl: options.baseUrl, stored: false });
  const variables = credentialVariables(tools).flatMap((one) => one.variables.slice(0, 1));
  if (found.length > 0 || variables.length === 0) return;
  const ways = variables.map((all) => all.join(' and ')).join(' or ');
  throw new UsageError(`needs a credential: set ${ways}, or try it with --emulator`, 1);
}

/** Version of the package that the command belongs to, two folders above its file. */
async function versionOf({ tools }: McpCommand): Promise<string> {
  const file = await realpath(process.argv[1] ?? '').catch(() => '');
  const text = await readFile(join(dirname(file), '../../package.json'), 'utf8').catch(() => '{}');
  const content: unknown = JSON.parse(text);
  const isOwn = isJsonObject(content) && content['name'] === tools.name && typeof content['version'] === 'string';
  return isOwn ? String(content['version']) : tools.service.version;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** What is told of an error, and the exit code. */
function explain({ tools }: McpCommand, error: unknown): readonly [message: string, exit: number] {
  if (error instanceof UsageError) return [error.message, error.exit];
  if (error instanceof FileError) return [`--files: ${error.message}`, 2];
  if (error instanceof InvalidOptionError) {
    const [, asked] = /: "(.*)"$/.exec(error.message) ?? [];
    const near = asked === undefined ? [] : nearestNames(asked, Object.keys(tools.operations), 3);
    const flag = error.option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const message = error.message.replace(/^Option `\w+` /, '');
    return [`--${flag} ${message}${near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`}`, 2];
  }
  if (Object(error).code === 'EADDRINUSE')
    return [`port ${Object(error).port} is in use: name another one with --http <port>, or 0 for a free one`, 1];
  return [
    error instanceof Error ? error.message.replace(new RegExp(`^${tools.command}-mcp needs`), 'needs') : String(error),
    1,
  ];
}
