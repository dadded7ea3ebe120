import type { ClientOptions } from '../../client/options/options.js';
import { createCore } from '../../client/core/base-client.js';
import type { Core } from '../../client/core/core.js';
import { readCredentials, type Credentials } from '../../tools/credentials.js';
import { emulated } from '../../tools/emulated.js';
import { ToolError } from '../../tools/private-file.js';
import type { ToolPackage } from '../../tools/tool-package.js';
import { resolve } from 'node:path';
import { CliError, type CliIo, write } from '../cli-io.js';
import type { GivenOptions } from '../options/parse-arguments.js';
import { printable } from '../text/printable.js';

/** What a call is sent with. */
export interface Session {
  readonly core: Core;
  /** The same with other ways to send. */
  readonly options: ClientOptions;
  /** Credentials that were found; those of the emulator are not listed. */
  readonly credentials: Credentials;
  /** Address that calls go to. */
  readonly baseUrl: string | undefined;
  readonly isEmulated: boolean;
  /** Keeps the state of the emulator, where that is asked for. */
  readonly save: () => Promise<void>;
}

/** Opens a session as options and environment say. */
export async function openSession(tools: ToolPackage, { common }: GivenOptions, io: CliIo): Promise<Session> {
  const baseUrl = common.get('base-url')?.at(-1);
  const state = common.get('emulator-state')?.at(-1);
  const isEmulated = common.has('emulator') || state !== undefined;
  if (isEmulated && baseUrl !== undefined) throw new CliError('--base-url and --emulator do not go together');
  const shared: ClientOptions = {
    ...(common.has('verbose') && { logger: logTo(io), logLevel: 'debug' as const }),
    ...(!common.has('no-validate') &&
      tools.features?.some((one) => one.options?.includes('validate')) && { validate: { request: 'error' as const } }),
  };
  if (isEmulated) {
    const started = await emulated(tools, { state: state === undefined ? undefined : resolve(io.cwd, state) });
    const options = { ...shared, ...started.options };
    const { baseUrl: address } = options;
    const credentials: Credentials = { auth: [], found: [] };
    const core = createCore(tools.service, options, tools.features);
    return { core, options, credentials, baseUrl: address, isEmulated, save: started.save };
  }
  const credentials = await findCredentials(tools, io, baseUrl);
  const fetch = io.fetch && { fetch: io.fetch };
  const options = { ...shared, ...fetch, auth: credentials.auth, ...(baseUrl !== undefined && { baseUrl }) };
  const core = createCore(tools.service, options, tools.features);
  return { core, options, credentials, baseUrl: baseUrl ?? tools.service.baseUrl, isEmulated, save: async () => {} };
}

async function findCredentials(tools: ToolPackage, { env }: CliIo, baseUrl: string | undefined): Promise<Credentials> {
  try {
    return await readCredentials(tools, { env, baseUrl });
  } catch (error) {
    if (error instanceof ToolError) throw new CliError(error.message, 'credential');
    throw error;
  }
}

function logTo(io: CliIo): NonNullable<ClientOptions['logger']> {
  const log = (message: string): void => void write(io.stderr, `${printable(message)}\n`).catch(() => undefined);
  return { debug: log, info: log, warn: log, error: log };
}
