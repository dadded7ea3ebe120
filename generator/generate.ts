import type { Api } from './api/api.js';
import { Diagnostics } from './diagnostics.js';
import type { Diagnostic } from './diagnostics.js';
import { emitClient } from './emit/client/emit-client.js';
import { emitConformance } from './emit/conformance/emit-conformance.js';
import { createLayout } from './emit/create-layout.js';
import { emitMocks } from './emit/mocks/emit-mocks.js';
import { emitModels } from './emit/models/emit-models.js';
import { emitOperations } from './emit/operations/emit-operations.js';
import { emitPackage } from './emit/package/emit-package.js';
import type { Assets, EmitContext, Emitter, PackageSettings } from './emit/source-file.js';
import { emitValidators } from './emit/validators/emit-validators.js';
import { printAhead, printPackage } from './output/print-package.js';
import type { PrintPackageOptions, TextCache } from './output/print-package.js';
import type { Printer } from './output/printer.js';
import type { TextFile } from './output/text-file.js';
import { readApi } from './read-api.js';
import type { ApiSources } from './read-api.js';
import { createLocator } from './spec/locate-pointer.js';

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
export interface GenerateInput extends ApiSources {
  /** The command that makes this output, for the first line of each file. Default: `speccast generate`. */
  readonly command?: string;
  /** The file it is made from, for the first line of each file; the same on every machine. */
  readonly source?: string;
  readonly settings?: PackageSettings;
  readonly assets: Assets;
  readonly cache?: TextCache;
  /** Prints in another thread. Default: in this one. */
  readonly printer?: Printer;
  /** Told the name of each stage when it begins: `read`, `lower`, `emit`, `print`. */
  readonly onStage?: (stage: string) => void;
}

/** What came out: files of the package, or the reasons why there are none. */
export interface GenerateResult {
  /** Sorted by path; empty where a diagnostic is an error. */
  readonly files: readonly TextFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** The intermediate representation, where the spec could be read. */
  readonly api?: Api;
}

/** The whole pipeline: text in, files out; touches no disk. Throws only on mistakes of speccast itself. */
export async function generate(input: GenerateInput): Promise<GenerateResult> {
  const { onStage = () => {}, assets } = input;
  const diagnostics = new Diagnostics();
  const read = readApi(input, { diagnostics, onStage });
  if (read === undefined) return { files: [], diagnostics: diagnostics.list };
  const { document, api, packageName } = read;
  onStage('emit');
  const command = input.command ?? 'speccast generate';
  const context: EmitContext = {
    api,
    layout: createLayout(api),
    packageName,
    command,
    assets,
    locate: createLocator(document),
    settings: input.settings ?? {},
  };
  const printing = { source: { command, ...nameSource(input) }, ...pickPrinting(input) };
  const emitted = emitters.flatMap((emit) => {
    const files = emit(context);
    printAhead(files, printing);
    return files;
  });
  onStage('print');
  const files = await printPackage(emitted, { document, diagnostics, runtime: assets.runtime, ...printing });
  return { files: diagnostics.failed ? [] : files, diagnostics: diagnostics.list, api };
}

function nameSource({ source, overlays = [] }: GenerateInput): { readonly file?: string } {
  if (source === undefined) return {};
  return { file: overlays.length === 0 ? source : `${source} and its overlays` };
}

function pickPrinting({ cache, printer }: GenerateInput): Pick<PrintPackageOptions, 'cache' | 'printer'> {
  return { ...(cache === undefined ? {} : { cache }), ...(printer === undefined ? {} : { printer }) };
}
