import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, type TextFile } from 'speccast';
import type { ClientOptions, Validation } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import type { Emulator, EmulatorOptions } from '@speccast/emulator';
import { cases, generateCase } from '../cases/cases.js';
import { writeTexts } from './temporary-folder.js';

// Inside the repository, so that imports are resolved.
const root = fileURLToPath(new URL('../../.cache/called', import.meta.url));

/** A generated package that was imported. */
export interface ImportedCase<Client> {
  /** Creates a client with an emulator of its own. */
  readonly open: (options?: ClientOptions, emulated?: EmulatorOptions) => CalledCase<Client>;
  /** The exports of the entry of the package. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** The validators of the package, by name. */
  readonly validators: Readonly<Record<string, Validator<unknown>>>;
  /** Imports another module of the package: `src/webhooks.ts`. */
  readonly load: (path: string) => Promise<unknown>;
  /** Removes the folder of the package. */
  readonly remove: () => void;
}

/** A client and its emulator, with the requests between them. */
export interface CalledCase<Client> {
  readonly client: Client;
  readonly emulator: Emulator;
  /** The requests, and their bodies as text. */
  readonly sent: { readonly request: Request; readonly body: string }[];
}

/** Generates a case and imports the package; `Client` is the type of its client. */
export async function importCase<Client>(name: string): Promise<ImportedCase<Client>> {
  const one = cases.find((other) => other.name === name);
  if (one === undefined) throw new Error(`there is no case ${name}`);
  return importFiles(name, (await generateCase(one, false)).files);
}

/** Generates a package from a document and imports it. */
export async function importSpec<Client>(name: string, spec: object): Promise<ImportedCase<Client>> {
  const { files } = await generate({
    spec: { file: `${name}.json`, text: JSON.stringify(spec) },
    packageName: `@case/${name}`,
    format: false,
  });
  return importFiles(name, files);
}

/** Writes a generated package to a folder and imports it. */
export async function importFiles<Client>(name: string, files: readonly TextFile[]): Promise<ImportedCase<Client>> {
  const folder = join(root, name);
  rmSync(folder, { recursive: true, force: true });
  writeTexts(folder, Object.fromEntries(files.map(({ path, text }) => [path, text])));
  const load = async (path: string): Promise<unknown> => import(/* @vite-ignore */ join(folder, path));
  // as: the generated modules have these types.
  const [index, mocks, validators] = (await Promise.all(
    ['src/index.ts', 'src/mocks/index.ts', 'src/validators/index.ts'].map(load),
  )) as [
    Readonly<Record<string, unknown>>,
    { readonly createEmulator: (options: EmulatorOptions) => Emulator },
    { readonly validation: Validation } & Readonly<Record<string, Validator<unknown>>>,
  ];
  const [, create] = Object.entries(index).find(([key]) => key.startsWith('create')) ?? [];
  const open = (options: ClientOptions = {}, emulated: EmulatorOptions = {}): CalledCase<Client> => {
    const emulator = mocks.createEmulator({ checkResponses: true, ...emulated });
    const sent: { request: Request; body: string }[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      sent.push({ request, body: await request.clone().text() });
      return emulator.fetch(request);
    };
    const validate = { use: validators.validation, request: 'error', response: 'error' } as const;
    // as: `Client` is the client of the package.
    const make = create as (options: ClientOptions) => Client;
    return { client: make({ fetch, baseUrl: emulator.baseUrl, validate, ...options }), emulator, sent };
  };
  return { open, exports: index, validators, load, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
