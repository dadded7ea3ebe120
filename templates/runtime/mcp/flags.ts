import { parseArgs } from 'node:util';
import type { CredentialVariables } from '../tools/credentials.js';
import type { McpServerOptions } from './session.js';

/** A wrong use of the command; the message says what to do. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** The arguments of the command. */
export interface McpFlags {
  readonly options: McpServerOptions;
  /** Port to listen on; `undefined`: standard input and output. */
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

/** Reads the arguments. Throws a `UsageError` if the command does not take them. */
export function readFlags(argv: readonly string[]): McpFlags {
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
  if (baseUrl !== undefined && !URL.canParse(baseUrl)) throw new UsageError('--base-url takes an address');
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
  // `parseArgs` has no options with an optional value: `--http` becomes `--http=3333`.
  const args = argv.map((arg, index) =>
    arg === '--http' && (argv[index + 1] ?? '-').startsWith('-') ? `--http=${defaultPort}` : arg,
  );
  try {
    return parseArgs({ args, options: flags }).values;
  } catch (error) {
    const [message = ''] = String(Object(error).message).split(/\.(?:\s|$)/);
    throw new UsageError(`${message.charAt(0).toLowerCase()}${message.slice(1)}; --help lists what there is`);
  }
}

/** Writes the text of `--help`. */
export function writeHelp(name: string, credentials: readonly CredentialVariables[]): string {
  const variables = credentials.flatMap(({ variables }) => variables.map((all) => `  ${all.join(', ')}`));
  return `Usage: ${name} [options]

Serves the operations of the API as tools of the Model Context Protocol, over standard input and output.

Options:
  --http [port]        serve over HTTP on 127.0.0.1 instead, at /mcp (default port: ${defaultPort}; 0: a free one)
  --read-only          offer only operations that change nothing
  --allow <names>      offer only these operations, such as "pets.list" or "pets.*"; may be repeated
  --allow-destructive  let operations delete and overwrite, which else only those that --allow names may
  --tools all|search   a tool for each operation, or tools that search, describe and call them
                       (default: all if the list of tools takes at most 8,000 tokens)
  --budget <number>    most characters of a result; the rest is kept for a while (default: 20000)
  --quota <units>      spend at most so many units of the service's quota
  --files <folder>     let uploads and downloads use files in this folder; may be repeated
  --emulator           send everything to the emulator in this process
  --base-url <url>     address of the service
  --help, --version    print this, or the version
${variables.length ? `\nCredentials, from environment variables:\n${[...new Set(variables)].join('\n')}\n` : ''}`;
}
