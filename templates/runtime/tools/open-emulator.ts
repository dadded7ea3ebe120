import type { ClientOptions } from '../client/options/options.js';
import { explainImport } from '../node/explain-import.js';
import { createCredential, credentialVariables } from './credentials.js';
import { readPrivate, ToolError, writePrivate } from './private-file.js';
import type { ToolPackage } from './tool-package.js';

/** The emulator of a package in this process. */
export interface Emulated {
  /** Address, `fetch` and credentials of the emulator. Those of the real service are not used. */
  readonly options: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'auth'>;
  /** Writes the state to the file `state`, if there is one. */
  readonly save: () => Promise<void>;
}

/** The token, key or user of all calls of the emulator. */
const caller = 'emulated-caller';

/**
 * Starts the emulator of a package, with the state in the file `state` if that exists. Throws a `ToolError` if the package has no emulator,
 * or if the file is not a state of it. Only the owner can read the file, because it contains tokens.
 */
export async function openEmulator(tools: ToolPackage, state?: string): Promise<Emulated> {
  if (!tools.createEmulator) throw new ToolError(`${tools.name} was generated without its emulator`);
  const emulator = await explainImport('The emulator', ['@speccast/emulator@0.1'], tools.createEmulator).catch(
    (error: unknown) => {
      // An error with a cause is one of `explainImport`, whose message tells what to install.
      throw error instanceof Error && error.cause !== undefined ? new ToolError(error.message) : error;
    },
  );
  const text = state && (await readPrivate(state));
  try {
    if (text !== undefined) emulator.load(JSON.parse(text));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is not JSON' : Object(error).message;
    throw new ToolError(`${state} is not a state of this emulator: ${why}`);
  }
  return {
    options: {
      baseUrl: emulator.baseUrl,
      fetch: (request) => emulator.fetch(request),
      auth: credentialVariables(tools).map((one) => createCredential(one, caller, caller)),
    },
    save: async () => {
      if (state !== undefined) await writePrivate(state, JSON.stringify(emulator.save()));
    },
  };
}
