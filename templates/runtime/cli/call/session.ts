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

/** A call that is about to be sent. */
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
  /** Keeps the state of the emulator in the file of `--emulator-state`. */
  readonly save?: () => Promise<void>;
}

/** Opens a session as options and environment say. */
export async function openSession(tools: ToolPackage, { has, last }: ParsedOptions, io: CliIo): Promise<Session> {
  const baseUrl = last('base-url');
  const file = last('emulator-state');
  const isEmulated = has('emulator') || file !== undefined;
  if (isEmulated && baseUrl !== undefined) throw new CliError('--base-url and --emulator do not go together');
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

/** Reads credentials. A file of them that cannot be used ends the command as a missing credential does. */
export function asCredentialError<T>(read: () => Promise<T>): Promise<T> {
  return read().catch((error: unknown) => {
    throw error instanceof ToolError ? new CliError(error.message, 'credential') : error;
  });
}
