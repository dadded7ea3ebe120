import { resolve } from 'node:path';
import type { ClientOptions } from '../../client/options/options.js';
import type { Core } from '../../client/core/core.js';
import { type FoundCredential, readCredentials } from '../../tools/credentials.js';
import { openEmulator } from '../../tools/open-emulator.js';
import { ToolError } from '../../tools/private-file.js';
import type { Tool } from '../../tools/catalogue.js';
import type { ToolPackage } from '../../tools/tool-package.js';
import { CliError, type CliIo, write } from '../cli-io.js';
import type { ParsedOptions } from '../options/parse-arguments.js';
import { printable } from '../text/printable.js';
import { createCore } from '../../client/core/base-client.js';

/** The operation that a command calls, and the options of the command. */
export interface CallJob {
  readonly tools: ToolPackage;
  readonly tool: Tool;
  readonly parsed: ParsedOptions;
  readonly io: CliIo;
}

/** A client of the service or of the emulator, for one command. */
export interface Session {
  readonly core: Core;
  /** Credentials that were found; `undefined` for the emulator, which needs none. */
  readonly found: readonly FoundCredential[] | undefined;
  /** Saves the state of the emulator to the file of `--emulator-state`. */
  readonly save?: () => Promise<void>;
}

/** Opens a session with the service, or with the emulator if the options `--emulator` or `--emulator-state` are set. */
export async function openSession(tools: ToolPackage, { has, last }: ParsedOptions, io: CliIo): Promise<Session> {
  const baseUrl = last('base-url');
  const file = last('emulator-state');
  const isEmulated = has('emulator') || file !== undefined;
  if (isEmulated && baseUrl !== undefined) throw new CliError('--base-url and --emulator cannot be combined');
  const log = (message: string) => void write(io.stderr, `${printable(message)}\n`).catch(() => undefined);
  const canValidate = tools.features?.some(({ options }) => options?.includes('validate'));
  const open = (options: ClientOptions) =>
    createCore(
      tools.service,
      {
        ...options,
        ...(has('verbose') && { logger: { debug: log, info: log, warn: log, error: log }, logLevel: 'debug' }),
        validate: canValidate && !has('no-validate') ? { request: 'error' } : undefined,
      },
      tools.features,
    );
  if (isEmulated) {
    const { options, save } = await openEmulator(tools, file && resolve(io.cwd, file));
    return { core: open(options), found: undefined, save };
  }
  const found = await asCredentialError(() => readCredentials(tools, io.env, baseUrl));
  return { core: open({ fetch: io.fetch, baseUrl, auth: found }), found };
}

/** Runs `read`. An unusable file of credentials becomes an error with the exit code of missing credentials. */
export function asCredentialError<T>(read: () => Promise<T>): Promise<T> {
  return read().catch((error: unknown) => {
    throw error instanceof ToolError ? new CliError(error.message, 'credential') : error;
  });
}
