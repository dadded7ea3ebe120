import { once } from 'node:events';
import type * as Sdk from '@modelcontextprotocol/server';
import type * as Stdio from '@modelcontextprotocol/server/stdio';
import { InvalidOptionError } from '../client/errors/errors.js';
import { explainImport } from '../node/explain-import.js';
import { credentialVariables, readVariables } from '../tools/credentials.js';
import { readVersion } from '../tools/package-version.js';
import { ToolError } from '../tools/private-file.js';
import type { ToolPackage } from '../tools/tool-package.js';
import { FileError } from './files/allowed-files.js';
import { createServer } from './create-server.js';
import { writeHelp, readFlags, UsageError } from './flags.js';
import { serveHttp } from './http-server.js';
import { listNearest } from './tool-names.js';
import { openSession, type Session } from './session.js';

/** The SDK of the protocol, an optional package: the package of the command imports it. */
export interface McpModules {
  readonly sdk: typeof Sdk;
  readonly stdio: typeof Stdio;
}

/** A command of a package; `load` imports the SDK. */
export interface McpCommand {
  readonly tools: ToolPackage;
  readonly load: () => Promise<McpModules>;
}

/** Serves the operations of a package to agents until it is stopped. Resolves to the exit code, which it also sets. */
export async function runMcpCommand(command: McpCommand): Promise<number> {
  const name = `${command.tools.command}-mcp`;
  const code = await run(name, command).catch((error: unknown) => {
    const [message, exit] = explain(name, command.tools, error);
    process.stderr.write(`${name}: ${message}\n`);
    return exit;
  });
  process.exitCode = code;
  return code;
}

async function run(name: string, { tools, load }: McpCommand) {
  const flags = readFlags(process.argv.slice(2));
  const version = (await readVersion(tools)) ?? tools.service.version;
  if (flags.help || flags.version) {
    process.stdout.write(flags.help ? writeHelp(name, credentialVariables(tools)) : `${version}\n`);
    return 0;
  }
  const session = openSession(tools, { ...flags.options, version });
  checkCredential(session);
  const { sdk, stdio } = await explainImport(name, ['@modelcontextprotocol/server@2'], load);
  // A missing emulator is an error of the command, and not of the first call.
  if (session.isEmulated) await session.core();
  const create = () => createServer(sdk.Server, session);
  const onError = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${name}: ${session.redactor.text(message)}\n`);
  };
  const stopped = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  if (flags.http === undefined) {
    const handle = stdio.serveStdio(create, { onerror: onError });
    await Promise.race([stopped, once(process.stdin, 'end'), once(process.stdin, 'close')]);
    await handle.close();
  } else {
    const server = await serveHttp(sdk, flags.http, create, onError);
    process.stderr.write(`${name} listens on ${server.url}\n`);
    await stopped;
    await server.close();
  }
  return 0;
}

/** Throws a `ToolError` if there is no credential, and no operation that can be called without one. */
function checkCredential({ tools, named, isEmulated }: Session) {
  const isOpen = [...named.values()].some(({ operation: { auth } }) => !auth.length || auth.some((one) => !one.length));
  const variables = credentialVariables(tools).flatMap((one) => one.variables.slice(0, 1));
  if (isEmulated || isOpen || !named.size || !variables.length) return;
  if (readVariables(tools, process.env).length) return;
  const ways = variables.map((all) => all.join(' and ')).join(' or ');
  throw new ToolError(`needs a credential: set ${ways}, or try it with --emulator`);
}

/** Explains an error to the person who runs the command. */
function explain(name: string, tools: ToolPackage, error: unknown): readonly [message: string, exit: number] {
  if (error instanceof UsageError) return [error.message, 2];
  if (error instanceof FileError) return [`--files: ${error.message}`, 2];
  if (error instanceof InvalidOptionError) {
    const [, asked] = /: "(.*)"$/.exec(error.message) ?? [];
    const near = asked === undefined ? [] : listNearest(asked, Object.keys(tools.operations), 3);
    const flag = error.option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const message = error.message.replace(/^Option `\w+` /, '');
    return [`--${flag} ${message}${near.length ? `; did you mean ${near.join(', ')}?` : ''}`, 2];
  }
  const { code, port, message = error } = Object(error);
  if (code === 'EADDRINUSE')
    return [`port ${port} is in use: name another one with --http <port>, or 0 for a free one`, 1];
  // `explainImport` begins with the name of the command, which precedes each message.
  return [String(message).replace(new RegExp(`^${name} needs`), 'needs'), 1];
}
