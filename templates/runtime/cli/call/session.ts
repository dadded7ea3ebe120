import { resolve } from 'node:path';
import type { ClientOptions } from '../../client/options/options.js';
import { type Core } from '../../client/core/core.js';
import { type FoundCredential, readCredentials } from '../../tools/credentials.js';
import { openEmulator } from '../../tools/open-emulator.js';
import { ToolError } from '../../tools/private-file.js';
import type { ToolPackage } from '../../tools/tool-package.js';
import { CliError, type CliIo, write } from '../cli-io.js';
import type { ParsedOptions } from '../options/parse-arguments.js';
import { printable } from '../text/printable.js';
import { createCore } from '../../client/core/base-client.js';

/** A client of the service or of the emulator, for one command. */
export interface Session {
  readonly core: Core;
  /** Credentials that were found; `undefined` for the emulator, which needs none. */
  readonly found: readonly FoundCredential[] | undefined;
  /** Keeps the state of the emulator in the file of `--emulator-state`. */
  readonly save?: () => Promise<void>;
}

/** Opens a session as options and environment say. */
export async function openSession(tools: ToolPackage, { has, last }: ParsedOptions, io: CliIo): Promise<Session> {
  const baseUrl = last('base-url');
  const state = last('emulator-state');
  const isEmulated = has('emulator') || state !== undefined;
  if (isEmulated && baseUrl !== undefined) throw new CliError('--base-url and --emulator do not go together');
  const log = (message: string): void => void write(io.stderr, `${printable(message)}\n`).catch(() => undefined);
  const shared: ClientOptions = {
    ...(has('verbose') && { logger: { debug: log, info: log, warn: log, error: log }, logLevel: 'debug' }),
    validate:
      !has('no-validate') && tools.features?.some((one) => one.options?.includes('validate'))
        ? { request: 'error' }
        : undefined,
  };
  if (isEmulated) {
    const path = state === undefined ? undefined : resolve(io.cwd, state);
    const { options, save } = await openEmulator(tools, path);
    return { core: createCore(tools.service, { ...shared, ...options }, tools.features), found: undefined, save };
  }
  const found = await asCredentialError(() => readCredentials(tools, io.env, baseUrl));
  return {
    core: createCore(tools.service, { ...shared, fetch: io.fetch, baseUrl, auth: found }, tools.features),
    found,
  };
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
