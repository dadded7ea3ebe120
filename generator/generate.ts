import { citeSources, hasSources } from './api/cite-sources.js';
import { checkCapabilities } from './api/capabilities.js';
import type { Capabilities } from './api/capabilities.js';
import { Diagnostics } from './diagnostics.js';
import { emitClient } from './emit/client/emit-client.js';
import { emitConformance } from './emit/conformance/emit-conformance.js';
import { createLayout } from './emit/layout.js';
import type { Assets, EmitContext, EmitMemory, Emitter } from './emit/emit-context.js';
import { emitMocks } from './emit/mocks/emit-mocks.js';
import { emitModels } from './emit/models/emit-models.js';
import { emitOperations } from './emit/operations/emit-operations.js';
import { emitPackage } from './emit/package/emit-package.js';
import type { OutputFile } from './emit/source-file.js';
import { emitValidators } from './emit/validators/emit-validators.js';
import type { GenerateOptions, GenerateResult } from './generate-options.js';
import { printAhead, printPackage } from './output/print/print-package.js';
import type { PrintPackageOptions, TextCache } from './output/print/print-package.js';
import type { Printer } from './output/print/printer.js';
import { readApi } from './api/read-api.js';
import type { Vocabulary } from './spec/vocabulary/vocabulary.js';

/** The five parts of a package, the checks it ships, and the package around them; one line an emitter. */
const emitters: readonly Emitter[] = [
  emitModels,
  emitOperations,
  emitClient,
  emitValidators,
  emitMocks,
  emitConformance,
  emitPackage,
];

/** What the output is made from. */
export interface GenerateInput extends GenerateOptions {
  /** The `x-` extensions the spec may use. Default: any, unchecked. */
  readonly vocabulary?: Vocabulary;
  /** The service's own code for its emulator. Default: none, and actions that perform some are left out. */
  readonly capabilities?: Capabilities;
  readonly assets: Assets;
  readonly cache?: TextCache;
  /** What the process kept when it generated the same package before. Default: nothing. */
  readonly memory?: EmitMemory;
  /** Prints in another thread. Default: in this one. */
  readonly printer?: Printer;
}

/** The whole pipeline: text in, files out; touches no disk. Throws only on mistakes of speccast itself. */
export async function generate(input: GenerateInput): Promise<GenerateResult> {
  const { onStage = () => {}, assets, format = true } = input;
  const command = input.command ?? 'speccast generate';
  const printing = { source: { command, ...nameSource(input) }, format, ...pickPrinting(input) };
  // What prints is loaded while the document is read.
  printAhead([], printing);
  const diagnostics = new Diagnostics();
  const read = readApi(input, { diagnostics, onStage });
  if (read === undefined) return { files: [], diagnostics: diagnostics.list };
  const { document, packageName } = read;
  const api = input.sources === true && hasSources(read.api) ? citeSources(read.api) : read.api;
  checkCapabilities(api, document, input.capabilities, diagnostics);
  if (diagnostics.failed) return { files: [], diagnostics: diagnostics.list };
  onStage('emit');
  const context: EmitContext = {
    api,
    layout: createLayout(api),
    packageName,
    command,
    assets,
    settings: input.settings ?? {},
    ...(input.capabilities === undefined ? {} : { capabilities: input.capabilities }),
    ...(input.memory === undefined ? {} : { memory: input.memory }),
  };
  const emitted: OutputFile[] = [];
  for (const files of emitInBatches(context)) {
    printAhead(files, printing);
    emitted.push(...files);
    // The other thread may have done its part, and wants more.
    if (input.printer !== undefined) await new Promise(setImmediate);
  }
  onStage('print');
  const files = await printPackage(emitted, { document, diagnostics, ...printing });
  return { files: diagnostics.failed ? [] : files, diagnostics: diagnostics.list, api };
}

/** How many files the other thread is handed at a time: so few that it need not wait for all of an emitter's. */
const BATCH = 16;

function* emitInBatches(context: EmitContext): Iterable<readonly OutputFile[]> {
  let batch: OutputFile[] = [];
  for (const emit of emitters) {
    for (const file of emit(context)) {
      batch.push(file);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

function nameSource({ source, overlays = [] }: GenerateInput): { readonly file?: string } {
  if (source === undefined) return {};
  return { file: overlays.length === 0 ? source : `${source} and its overlays` };
}

function pickPrinting({ cache, printer }: GenerateInput): Pick<PrintPackageOptions, 'cache' | 'printer'> {
  return { ...(cache === undefined ? {} : { cache }), ...(printer === undefined ? {} : { printer }) };
}
