import type { ClientOptions } from '../client/options/options.js';
import { explainImport } from '../node/explain-import.js';
import { createCredential, credentialVariables } from './credentials.js';
import { readPrivate, ToolError, writePrivate } from './private-file.js';
import type { ToolPackage } from './tool-package.js';

/** Calls that go to the emulator of the package in this process. */
export interface Emulated {
  /** Address, `fetch` and credentials of the emulator: it gets none of the real service. */
  readonly options: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'auth'>;
  /** Writes the state into the file of the option `state`. */
  readonly save: () => Promise<void>;
}

/** The credential of all emulated calls. */
const caller = 'emulated-caller';

/**
 * Starts the emulator of a package. Throws a `ToolError` if the package has none, or if the state is not one of it. `state` is the file
 * that the state is loaded from, if it exists, and saved to. It holds the tokens of callers, so only its owner may read it.
 */
export async function openEmulator(tools: ToolPackage, state?: string): Promise<Emulated> {
  if (!tools.createEmulator) throw new ToolError(`${tools.name} was generated without its emulator`);
  const emulator = await explainImport('The emulator', ['@speccast/emulator@0.1'], tools.createEmulator).catch(
    (error: unknown) => {
      // An error with a cause is one of `explainImport`, which says what to install.
      throw error instanceof Error && error.cause !== undefined ? new ToolError(error.message) : error;
    },
  );
  const text = state && (await readPrivate(state));
  try {
    if (text !== undefined) emulator.load(JSON.parse(text));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is no JSON' : Object(error).message;
    throw new ToolError(`${state} is no state of this emulator: ${why}`);
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
