import type { Api } from './api/api.js';
import { checkCapabilities, checkEndpoints, checkOperations } from './api/behaviour/capabilities.js';
import type { CodecOptions } from './api/types/codec.js';
import { checkWebhooks } from './api/behaviour/webhooks.js';
import { citeSources } from './api/cite-sources.js';
import { Diagnostics, type Diagnostic } from './diagnostics.js';
import { emitClient } from './emit/client/emit-client.js';
import { checkArguments } from './emit/client/emit-resource.js';
import { emitConformance } from './emit/conformance/emit-conformance.js';
import { CUSTOM, checkCustom } from './emit/custom-code.js';
import { createContext } from './emit/create-context.js';
import {
  PARTS,
  type Assets,
  type EmitContext,
  type OwnCode,
  type OwnTemplate,
  type PackageSettings,
} from './emit/emit-context.js';
import type { EmitterModule } from './emit/emitter-module.js';
import type { OutputSettings, Part, ServiceOptions } from './options.js';
import { emitMocks } from './emit/mocks/emit-mocks.js';
import { emitModels } from './emit/models/emit-models.js';
import { emitOperations } from './emit/operations/emit-operations.js';
import { emitOwnCodecs } from './emit/operations/emit-wire.js';
import { emitPackage, takenModules } from './emit/package/emit-package.js';
import { emitSpec } from './emit/package/published-document.js';
import type { OutputFile } from './emit/source-file.js';
import { emitSurfaces } from './emit/surfaces/emit-surfaces.js';
import { emitWebhooks } from './emit/webhooks/emit-webhooks.js';
import { emitValidators } from './emit/validators/emit-validators.js';
import { checkOwnPaths, emitOwn, listEmittedEntries, reportTemplateError } from './output/emitters/emit-own.js';
import { beginToPrint, printPackage, type TextCache } from './output/print/print-package.js';
import type { TextFile } from './output/text-file.js';
import type { Printer } from './output/print/printer.js';
import { readApi, type ReadApi } from './api/read-api.js';
import type { Vocabulary } from './spec/vocabulary/vocabulary.js';
import type { SpecSources } from './spec/read/source-text.js';

type Emit = (context: EmitContext) => Iterable<OutputFile>;

/** The emitters of speccast, in the order in which they run. Each runs if one of its `parts` is generated, and for its `output` only. Default: any. */
const builtIn: readonly (readonly [Emit, parts?: readonly Part[], output?: OutputSettings['output']])[] = [
  [emitModels],
  [emitOperations],
  [emitOwnCodecs],
  [emitClient],
  [emitValidators, ['validators']],
  [emitWebhooks],
  [emitSpec, ['validators']],
  [emitMocks, ['emulator']],
  [emitConformance, ['emulator']],
  [emitSurfaces, ['client']],
  [emitPackage, PARTS, 'package'],
];

/** Options of `generate`: at least the text of a spec. Default of the output: a package of all parts. */
export interface GenerateOptions extends SpecSources, CodecOptions, ServiceOptions {
  /** Name of the package: `@scope/name`. Default: from the spec's title. */
  readonly packageName?: string;
  /** Command in the first line of each file. Default: `speccast generate`. */
  readonly command?: string;
  /** Path of the spec in the first line of each file; it must be the same on every machine. */
  readonly source?: string | undefined;
  /** Members of package.json that the spec does not state: version, repository and the like. */
  readonly settings?: PackageSettings;
  /** Called when a stage begins: `read`, `lower`, `emit` or `print`. */
  readonly onStage?: (stage: string) => void;
}

/** The files of a package, or the reasons why there are none. */
export interface GenerateResult {
  /** Sorted by path; empty where a diagnostic is an error. */
  readonly files: readonly TextFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** The intermediate representation, where the spec could be read. */
  readonly api?: Api;
}

/** Input of the pipeline: the options of the library, and further ones that only the command line passes. */
export interface GenerateInput extends GenerateOptions, OwnCode {
  /** True if the package has a release, or gets its first one now; only then it has a changelog. Default: false. */
  readonly isReleased?: boolean | undefined;
  /** The `x-` extensions the spec may use. Default: any, unchecked. */
  readonly vocabulary?: Vocabulary;
  /** Emitters of the user's own. Default: none. */
  readonly emitters?: readonly EmitterModule[] | undefined;
  /** Templates of the user's own, by the names of those that they replace. Default: none. */
  readonly templates?: ReadonlyMap<string, OwnTemplate> | undefined;
  readonly assets: Assets;
  readonly cache?: TextCache | undefined;
  /** Prints in another thread. Default: in this one. */
  readonly printer?: Printer | undefined;
}

/**
 * Generates a package: text in, files out. Touches no disk, but loads codecs of the user's own from a temporary folder.
 * Throws only on mistakes of speccast itself.
 */
export async function generate(input: GenerateInput): Promise<GenerateResult> {
  const { onStage = () => {}, templates = new Map<string, OwnTemplate>(), printer, cache, custom = [] } = input;
  const { command = 'speccast generate', source, overlays = [], format = true } = input;
  // The printer loads its libraries while this thread reads the document.
  printer?.load({ format });
  const diagnostics = new Diagnostics(input);
  const read = readApi(input, { diagnostics, onStage });
  if (read !== undefined) checkInput(read, input, diagnostics);
  if (read === undefined || diagnostics.failed) return { files: [], diagnostics: diagnostics.list };
  onStage('emit');
  const api = input.sources === true ? citeSources(read.api) : read.api;
  const context = createContext({ ...input, command }, { ...read, api }, diagnostics.list);
  checkCustom(context, diagnostics);
  const own = await emitOwn(input.emitters ?? [], context, diagnostics);
  const whole = { ...context, emitted: listEmittedEntries(own) };
  const printing = {
    source: { command, file: overlays.length > 0 ? source && `${source} and its overlays` : source },
    output: { output: context.output, importExtension: context.importExtension },
    cache,
    printer,
  };
  const onFiles = (files: readonly OutputFile[]): void => beginToPrint(files, printing);
  const emitted = emitBuiltIn(whole, { templates, diagnostics, onFiles });
  checkOwnPaths(own, emitted, whole, diagnostics);
  if (diagnostics.failed) return { files: [], diagnostics: diagnostics.list, api };
  onStage('print');
  const files = await printPackage([...emitted, ...own.map(({ file }) => file)], {
    ...printing,
    format,
    others: custom.map(({ path }) => `src/${CUSTOM}/${path}`),
    owners: { emitters: new Map(own.map(({ file, owner }) => [file.path, owner])), templates },
    document: read.document,
    diagnostics,
  });
  // A codec is loaded only after the proof that it does nothing but convert.
  if (!diagnostics.failed && input.codecs?.length) {
    const { tryUsedCodecs } = await import('./output/codecs/try-codecs.js');
    diagnostics.add(await tryUsedCodecs(input.codecs, api));
  }
  return { files: diagnostics.failed ? [] : files, diagnostics: diagnostics.list, api };
}

/** Reports mistakes that can be found only after the whole document was read, such as an unknown capability. */
function checkInput({ api, document }: ReadApi, input: GenerateInput, diagnostics: Diagnostics): void {
  checkCapabilities(api, document, input.capabilities, diagnostics);
  checkWebhooks(api, document, diagnostics);
  checkEndpoints(api, document, diagnostics);
  checkArguments(api, { ...input, file: document.file }, diagnostics);
  checkOperations(api, document, diagnostics);
}

/** Runs the emitters of speccast that the output needs. Mistakes in templates of the user's own are reported, not thrown. */
function emitBuiltIn(
  context: EmitContext,
  {
    templates,
    diagnostics,
    onFiles,
  }: {
    templates: ReadonlyMap<string, OwnTemplate>;
    diagnostics: Diagnostics;
    onFiles: (files: readonly OutputFile[]) => void;
  },
): readonly OutputFile[] {
  const files: OutputFile[] = [];
  try {
    for (const [emit, parts = PARTS, output = context.output] of builtIn)
      if (output === context.output && parts.some((part) => context.parts.includes(part))) {
        const emitted = [...emit(context)];
        onFiles(emitted);
        files.push(...emitted);
      }
  } catch (error) {
    if (!reportTemplateError(error, templates, diagnostics)) throw error;
  }
  for (const { name, at } of takenModules(context, files))
    diagnostics.error('invalid-config', `the package has something else that is called ${JSON.stringify(name)}`, at);
  return files;
}
