import type { Auth } from '../client/options/auth.js';
import { apiKey, basic, bearer } from '../client/auth/credentials.js';
import { usedSchemes } from '../client/features/check-auths.js';
import type { ClientOptions } from '../client/options/options.js';
import { explainImport } from '../node/explain-import.js';
import { readPrivate, ToolError, writePrivate } from './private-file.js';
import type { EmulatedService, ToolPackage } from './tool-package.js';

/** Calls that go to the emulator of the package in this process. */
export interface Emulated {
  /** Address, `fetch` and credentials of the emulator: those of the real service are never sent to it. */
  readonly options: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'auth'>;
  /** Writes the state into the file that was named, if one was. */
  readonly save: () => Promise<void>;
}

/** Where the emulator keeps its state between runs. */
export interface EmulatedOptions {
  /** File that the state is loaded from, where it exists, and saved to; it holds the callers' tokens, so only you may read it. */
  readonly state?: string | undefined;
}

/** The caller of all emulated calls. */
const caller = 'emulated-caller';

/** Starts the package's emulator. Rejects where the package has none, or where the state is not one of it. */
export async function emulated(
  { createEmulator, name, service }: Pick<ToolPackage, 'createEmulator' | 'name' | 'service'>,
  { state }: EmulatedOptions = {},
): Promise<Emulated> {
  if (createEmulator === undefined) throw new ToolError(`${name} was generated without its emulator`);
  const emulator = await start(createEmulator);
  const text = state === undefined ? undefined : await readPrivate(state);
  if (state !== undefined && text !== undefined) load(emulator, { state, text });
  return {
    options: {
      baseUrl: emulator.baseUrl,
      fetch: (request) => emulator.fetch(request),
      auth: credentialsFor(service),
    },
    save: async () => {
      if (state !== undefined) await writePrivate(state, JSON.stringify(emulator.save()));
    },
  };
}

/** Starts the emulator; where what it needs is not installed, the error says what to run. */
async function start(create: NonNullable<ToolPackage['createEmulator']>): Promise<EmulatedService> {
  try {
    return await explainImport('The emulator', ['@speccast/emulator@0.1'], create);
  } catch (error) {
    throw error instanceof Error && error.cause !== undefined ? new ToolError(error.message) : error;
  }
}

function load(
  emulator: { readonly load: (saved: unknown) => void },
  { state, text }: { readonly state: string; readonly text: string },
): void {
  try {
    emulator.load(JSON.parse(text));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is no JSON' : error instanceof Error ? error.message : 'unknown';
    throw new ToolError(`${state} is no state of this emulator: ${why}`);
  }
}

function credentialsFor(service: ToolPackage['service']): readonly Auth[] {
  return usedSchemes(service).flatMap(([scheme, { kind }]) => {
    if (kind === 'apiKey') return [apiKey(caller, { scheme })];
    if (kind === 'bearer') return [bearer(caller, { scheme })];
    return kind === 'basic' ? [basic(caller, caller, { scheme })] : [];
  });
}
