import { resolve } from 'node:path';
import type { ClientOptions } from '../../client/options/options.js';
import { createCore, type Core } from '../../client/transport/core.js';
import { readCredentials, type Credentials } from '../../tools/credentials.js';
import { emulated } from '../../tools/emulated.js';
import { ToolError } from '../../tools/private-file.js';
import type { ToolPackage } from '../../tools/tool-package.js';
import { CliError, type CliIo, write } from '../cli-io.js';
import type { GivenOptions } from '../options/parse-arguments.js';
import { printable } from '../text/printable.js';

/** A client of the service or of the emulator, for one command. */
export interface Session {
  readonly core: Core;
  /** The options of the client. */
  readonly options: ClientOptions;
  /** Credentials that were found; those of the emulator are not listed. */
  readonly credentials: Credentials;
  /** Address that calls go to. */
  readonly baseUrl: string | undefined;
  readonly isEmulated: boolean;
  /** Keeps the state of the emulator in the file of `--emulator-state`. */
  readonly save: () => Promise<void>;
}

/** Opens a session as options and environment say. */
export async function openSession(tools: ToolPackage, { common }: GivenOptions, io: CliIo): Promise<Session> {
  const baseUrl = common.get('base-url')?.at(-1);
  const state = common.get('emulator-state')?.at(-1);
  const isEmulated = common.has('emulator') || state !== undefined;
  if (isEmulated && baseUrl !== undefined) throw new CliError('--base-url and --emulator do not go together');
  const log = (message: string): void => void write(io.stderr, `${printable(message)}\n`).catch(() => undefined);
  const shared: ClientOptions = {
    ...(common.has('verbose') && { logger: { debug: log, info: log, warn: log, error: log }, logLevel: 'debug' }),
    ...(!common.has('no-validate') && tools.service.validators && { validate: { request: 'error' } }),
  };
  if (isEmulated) {
    const path = state === undefined ? undefined : resolve(io.cwd, state);
    const { options: own, save } = await emulated(tools, { state: path });
    const options = { ...shared, ...own };
    const core = createCore(tools.service, options);
    return { core, options, credentials: { auth: [], found: [] }, baseUrl: options.baseUrl, isEmulated, save };
  }
  const credentials = await asCredentialError(() => readCredentials(tools, { env: io.env, baseUrl }));
  const options: ClientOptions = {
    ...shared,
    ...(io.fetch && { fetch: io.fetch }),
    ...(baseUrl !== undefined && { baseUrl }),
    auth: credentials.auth,
  };
  const core = createCore(tools.service, options);
  return { core, options, credentials, baseUrl: baseUrl ?? tools.service.baseUrl, isEmulated, save: async () => {} };
}

/** Reads credentials. A file of them that cannot be used ends the command as a missing credential does. */
export async function asCredentialError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ToolError) throw new CliError(error.message, 'credential');
    throw error;
  }
}
