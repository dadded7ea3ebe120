import { checkCapabilities, type Capabilities, checkEndpoints } from '../../api/behaviour/capabilities.js';
import { keepDigits } from '../../api/types/codec.js';
import { readApi, type ApiSources } from '../../api/read-api.js';
import { Diagnostics, type Diagnostic } from '../../diagnostics.js';
import { isPackageImport } from '../../emit/code/imports.js';
import type { Assets, EmitContext } from '../../emit/emit-context.js';
import { DEFAULT_OUTPUT, type Part } from '../../options.js';
import { createLayout } from '../../emit/layout.js';
import { emitMocks } from '../../emit/mocks/emit-mocks.js';
import { emitOperations } from '../../emit/operations/emit-operations.js';
import { emitOwnCodecs } from '../../emit/operations/emit-wire.js';
import { emitSpec, publishedDocument, releasedDocument } from '../../emit/package/published-document.js';
import type { OutputFile } from '../../emit/source-file.js';
import { emitShared, planValidators, type PlannedValidators } from '../../emit/validators/emit-validators.js';
import { tryUsedCodecs } from '../codecs/try-codecs.js';
import { compileModules } from './compile-modules.js';
import { LOADER, lazyFiles, lazyModules, lazySpecifier } from './lazy-modules.js';
import { checkPaths, createTextLocator, reportCode } from '../prove/report-code.js';
import type { TextFile } from '../text-file.js';
import type { SpecDocument } from '../../spec/spec-document.js';

/** Input of `compileEmulator`. */
export interface CompileInput extends ApiSources {
  /** Capabilities of the service. Default: none, and actions that need some are left out. */
  readonly capabilities?: Capabilities | undefined;
  readonly assets: Assets;
  /** Paths of the entries to compile: `src/mocks/index.ts`. */
  readonly entries: readonly string[];
  /** Returns the URL of an entry of `@speccast/runtime` or `@speccast/emulator`. */
  readonly toUrl: (specifier: string) => string;
}

/** The JavaScript of an emulator. */
export interface CompiledEmulator {
  /** Modules that are needed to start: `mocks/index.js`. Modules of validators are loaded when they are called. */
  readonly files: readonly TextFile[];
  /** Path of the module that loads modules of validators. Its export `onMissing` registers a function that compiles one first. */
  readonly loader: string;
  /** Names of all modules of validators: `validators/videos`. */
  readonly validators: readonly string[];
  /** Compiles a module of validators and its imports, except those compiled before. Throws if the code is not proven inert. */
  readonly make: (module: string) => readonly TextFile[];
}

/** An emulator, or the reasons why there is none. */
export interface CompileResult {
  readonly emulator?: CompiledEmulator;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles only the emulator of a service: without client, documentation and types, and without formatting. Validators, which are
 * most of the code, are compiled when they are called.
 */
export async function compileEmulator(input: CompileInput): Promise<CompileResult> {
  const diagnostics = new Diagnostics(input);
  const read = readApi(keepDigits(input), { diagnostics });
  if (read === undefined) return { diagnostics: diagnostics.list };
  const { document, api, packageName } = read;
  checkCapabilities(api, document, input.capabilities, diagnostics);
  checkEndpoints(api, document, diagnostics);
  if (diagnostics.failed) return { diagnostics: diagnostics.list };
  const { assets, capabilities, codecs } = input;
  const settings = { ...DEFAULT_OUTPUT, parts: EMULATOR, command: 'speccast mock', onlyValues: true };
  const own = { assets, capabilities, codecs };
  const context: EmitContext = { api, layout: createLayout(api), packageName, ...settings, ...own };
  const emitted = [emitOperations, emitOwnCodecs, emitSpec, emitShared, emitMocks].flatMap((emit) => [
    ...emit(context),
  ]);
  const emulator = compile(emitted, { context, document, diagnostics, input });
  // A codec is loaded only after the proof that it does nothing but convert.
  if (!diagnostics.failed) diagnostics.add(await tryUsedCodecs(codecs, api));
  return diagnostics.failed ? { diagnostics: diagnostics.list } : { emulator, diagnostics: diagnostics.list };
}

/** Parts of a package that an emulator needs. */
const EMULATOR: readonly Part[] = ['validators', 'emulator'];

interface CompileParts {
  readonly context: EmitContext;
  readonly document: SpecDocument;
  readonly diagnostics: Diagnostics;
  readonly input: CompileInput;
}

function compile(emitted: readonly OutputFile[], parts: CompileParts): CompiledEmulator {
  const { context, document, diagnostics, input } = parts;
  const sources = new Map(emitted.map((file) => [file.path, file]));
  const lazy = new Map(lazyModules(emitted, sources).map((one) => [`src/${one.module}.ts`, one]));
  checkPaths([...sources.keys(), ...lazy.keys()]);
  const rename = (specifier: string): string =>
    isPackageImport(specifier) ? input.toUrl(specifier) : specifier === OUTSIDE ? INSIDE : specifier;
  const done = new Set<string>();
  const started = compileModules(input.entries, done, {
    find: (path) => sources.get(path),
    modules: { has: (path) => sources.has(path) || lazy.has(path) || path === DOCUMENT },
    rename: (specifier, path) => lazySpecifier(specifier, path, lazy) ?? rename(specifier),
  });
  const locate = createTextLocator(document);
  reportCode(started.findings, { diagnostics, locate });
  const text = JSON.stringify(publishedDocument(releasedDocument(context.api.document)));
  const validators = [...lazy.values()];
  // The first call plans all validators.
  let planned: PlannedValidators | undefined;
  const toModule = (path: string): string => path.slice('src/'.length, -'.ts'.length);
  const make = (module: string): readonly TextFile[] => {
    if (done.has(`src/${module}.ts`)) return [];
    const { modules, emit } = (planned ??= planValidators(context));
    const { files, findings } = compileModules([`src/${module}.ts`], done, {
      find: (path) => (modules.has(toModule(path)) ? emit(toModule(path)) : undefined),
      modules: { has: (path) => sources.has(path) || modules.has(toModule(path)) },
      rename,
    });
    const found = new Diagnostics();
    reportCode(findings, { diagnostics: found, locate });
    const [first] = found.list;
    if (first !== undefined) throw new Error(first.message);
    return files;
  };
  return {
    files: [...started.files, { path: DOCUMENT, text }, ...lazyFiles(validators)],
    loader: LOADER,
    validators: validators.map(({ module }) => module),
    make,
  };
}

/** The document that `spec.ts` imports. */
const DOCUMENT = 'openapi.json';

/** Specifiers of the document: in a package, it is beside `src`; here, it is in the folder of the compiled modules. */
const [OUTSIDE, INSIDE] = [`../${DOCUMENT}`, `./${DOCUMENT}`];
