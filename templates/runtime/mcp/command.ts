import { once } from 'node:events';
import type * as Sdk from '@modelcontextprotocol/server';
import type * as Stdio from '@modelcontextprotocol/server/stdio';
import { InvalidOptionError } from '../client/errors/errors.js';
import { explainImport } from '../node/explain-import.js';
import { credentialVariables, readVariables, type CredentialVariables } from '../tools/credentials.js';
import { readVersion } from '../tools/package-version.js';
import { ToolError } from '../tools/private-file.js';
import type { ToolPackage } from '../tools/tool-package.js';
import { FileError } from './files/allowed-files.js';
import { createServer } from './create-server.js';
import { serveHttp } from './http-server.js';
import { listNearest } from './tool-names.js';
import { openSession, type Session, type McpServerOptions } from './session.js';
import { parseArgs } from 'node:util';

/** The modules of the MCP SDK, an optional dependency that generated packages import. */
export interface McpModules {
  readonly sdk: typeof Sdk;
  readonly stdio: typeof Stdio;
}

/** The command of a generated package; `load` imports the MCP SDK. */
export interface McpCommand {
  readonly tools: ToolPackage;
  readonly load: () => Promise<McpModules>;
}

/** Serves the operations of a package to agents until the process is stopped. Resolves to the exit code, and sets `process.exitCode`. */
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
  // Opened here, so that a missing emulator is an error of the command and not of the first call.
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

/** Throws a `ToolError` if there is no credential, and all operations need one. */
function checkCredential({ tools, named, isEmulated }: Session) {
  const isOpen = [...named.values()].some(({ operation: { auth } }) => !auth.length || auth.some((one) => !one.length));
  const variables = credentialVariables(tools).flatMap((one) => one.variables.slice(0, 1));
  if (isEmulated || isOpen || !named.size || !variables.length) return;
  if (readVariables(tools, process.env).length) return;
  const ways = variables.map((all) => all.join(' and ')).join(' or ');
  throw new ToolError(`needs a credential: set ${ways}, or use --emulator`);
}

/** Explains an error to the person who runs the command. */
function explain(name: string, tools: ToolPackage, error: unknown): readonly [message: string, exit: number] {
  if (error instanceof UsageError) return [error.message, 2];
  if (error instanceof FileError) return [`--files: ${error.message}`, 2];
  if (error instanceof InvalidOptionError) {
    const [, unknown] = /: "(.*)"$/.exec(error.message) ?? [];
    const near = unknown === undefined ? [] : listNearest(unknown, Object.keys(tools.operations), 3);
    const flag = error.option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const message = error.message.replace(/^Option `\w+` /, '');
    return [`--${flag} ${message}${near.length ? `; did you mean ${near.join(', ')}?` : ''}`, 2];
  }
  const { code, port, message = error } = Object(error);
  if (code === 'EADDRINUSE')
    return [`port ${port} is in use: choose another one with --http <port>; 0 is a free one`, 1];
  // Messages of `explainImport` start with the name of the command, which is printed before each message.
  return [String(message).replace(new RegExp(`^${name} needs`), 'needs'), 1];
}

/** An error in the arguments of the command. */
class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** The arguments of the command. */
interface McpFlags {
  readonly options: McpServerOptions;
  /** Port to listen on; `undefined` for standard input and output. */
  readonly http: number | undefined;
  readonly help: boolean;
  readonly version: boolean;
}

const defaultPort = 3333;

const textFlag = { type: 'string' } as const;

const flags = {
  http: textFlag,
  'read-only': { type: 'boolean' },
  allow: { type: 'string', multiple: true },
  'allow-destructive': { type: 'boolean' },
  tools: textFlag,
  budget: textFlag,
  quota: textFlag,
  files: { type: 'string', multiple: true },
  emulator: { type: 'boolean' },
  'base-url': textFlag,
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Reads the arguments; throws a `UsageError` if they are invalid. */
function readFlags(argv: readonly string[]): McpFlags {
  const {
    http,
    tools,
    help = false,
    version = false,
    'read-only': readOnly,
    'allow-destructive': allowDestructive,
    'base-url': baseUrl,
    ...values
  } = parse(argv);
  if (tools !== undefined && tools !== 'all' && tools !== 'search') throw new UsageError('--tools takes all or search');
  const allow = values.allow?.flatMap((one) => one.split(',')).map((one) => one.trim());
  if (allow?.includes('')) throw new UsageError('--allow takes names of operations, or patterns such as "pets.*"');
  if (baseUrl !== undefined && !URL.canParse(baseUrl)) throw new UsageError('--base-url takes a URL');
  if (http !== undefined && (!/^\d{1,5}$/.test(http) || Number(http) > 65_535))
    throw new UsageError('--http takes a port from 0 to 65535');
  const readNumber = (flag: 'budget' | 'quota') => {
    const text = values[flag];
    if (text !== undefined && !/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`--${flag} takes a number`);
    return text === undefined ? undefined : Number(text);
  };
  return {
    http: http === undefined ? undefined : Number(http),
    help,
    version,
    options: {
      ...values,
      budget: readNumber('budget'),
      quota: readNumber('quota'),
      readOnly,
      allow,
      allowDestructive,
      tools,
      baseUrl,
    },
  };
}

function parse(argv: readonly string[]) {
  // `parseArgs` does not support optional values: `--http` becomes `--http=3333`.
  const args = argv.map((arg, index) =>
    arg === '--http' && (argv[index + 1] ?? '-').startsWith('-') ? `--http=${defaultPort}` : arg,
  );
  try {
    return parseArgs({ args, options: flags }).values;
  } catch (error) {
    const [message = ''] = String(Object(error).message).split(/\.(?:\s|$)/);
    throw new UsageError(`${message.charAt(0).toLowerCase()}${message.slice(1)}; --help lists all options`);
  }
}

/** Returns the text of `--help`. */
function writeHelp(name: string, credentials: readonly CredentialVariables[]): string {
  const variables = credentials.flatMap(({ variables }) => variables.map((all) => `  ${all.join(', ')}`));
  return `Usage: ${name} [options]

Serves the operations of the API as tools of the Model Context Protocol, over standard input and output.

Options:
  --http [port]        serve over HTTP instead, on 127.0.0.1 at /mcp (default port: ${defaultPort}; 0: a free one)
  --read-only          offer only operations that change nothing
  --allow <names>      offer only these operations, such as "pets.list" or "pets.*"; may be repeated
  --allow-destructive  offer operations that delete or overwrite; without it, only those that --allow names
  --tools all|search   offer a tool for each operation, or tools that search, describe and call them
                       (default: all if the list of tools takes at most 8,000 tokens)
  --budget <number>    limit results to this many characters; read_more returns the rest (default: 20000)
  --quota <units>      spend at most this many units of the service's quota
  --files <folder>     let uploads and downloads use files in this folder; may be repeated
  --emulator           call the emulator in this process instead of the service
  --base-url <url>     address of the service
  --help, --version    print this, or the version
${variables.length ? `\nCredentials, from environment variables:\n${[...new Set(variables)].join('\n')}\n` : ''}`;
}
