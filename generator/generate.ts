import type { Api } from './api/api.js';
import type { NameOptions } from './api/tools/name-options.js';
import type { EnumStyle } from './api/types/enum-type.js';
import { checkCapabilities, type Capabilities } from './api/behaviour/capabilities.js';
import type { CodecOptions } from './api/types/codec.js';
import { checkWebhooks } from './api/behaviour/webhooks.js';
import { checkEndpoints, checkOperations } from './api/behaviour/endpoints.js';
import { citeSources, hasSources } from './api/cite-sources.js';
import { Diagnostics, type Diagnostic } from './diagnostics.js';
import { emitClient } from './emit/client/emit-client.js';
import { checkArguments } from './emit/client/positional-arguments.js';
import { emitConformance } from './emit/conformance/emit-conformance.js';
import { CUSTOM, checkCustom, type CustomFile } from './emit/custom-code.js';
import { findParts } from './emit/find-parts.js';
import { createLayout } from './emit/layout.js';
import { type CustomExports, PARTS } from './emit/emit-context.js';
import type { Assets, EmitContext, EmitMemory, OwnTemplate } from './emit/emit-context.js';
import type { BuiltInEmitter } from './emit/define-emitter.js';
import type { EmitterModule } from './emit/emitter-module.js';
import type { OutputSettings, PackageSettings, Part } from './emit/emit-context.js';
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
import type { Owners } from './output/print/print-owned.js';
import { printAhead, printPackage, type TextCache } from './output/print/print-package.js';
import type { TextFile } from './output/text-file.js';
import type { SpecSources } from './spec/read/spec-text.js';
import type { Printer } from './output/print/printer.js';
import { readApi } from './api/read-api.js';
import { seenFrom } from './spec/references/locate-pointer.js';
import type { Vocabulary } from './spec/vocabulary/vocabulary.js';

/** What makes the output, an emitter a line, the parts that need it, and the one form of output that has it. */
const builtIn: readonly (readonly [BuiltInEmitter, parts: readonly Part[], output?: OutputSettings['output']])[] = [
  [{ name: 'models', emit: emitModels }, PARTS],
  [{ name: 'operations', emit: emitOperations }, PARTS],
  [{ name: 'codecs', emit: emitOwnCodecs }, PARTS],
  [{ name: 'client', emit: emitClient }, PARTS],
  [{ name: 'validators', emit: emitValidators }, ['validators']],
  [{ name: 'webhooks', emit: emitWebhooks }, PARTS],
  [{ name: 'spec', emit: emitSpec }, ['validators']],
  [{ name: 'mocks', emit: emitMocks }, ['emulator']],
  [{ name: 'conformance', emit: emitConformance }, ['emulator']],
  [{ name: 'surfaces', emit: emitSurfaces }, ['client']],
  [{ name: 'package', emit: emitPackage }, PARTS, 'package'],
];

/** What `generate` takes: at least the text of a spec. Default of its output: a package of all parts. */
export interface GenerateOptions extends SpecSources, CodecOptions, Partial<OutputSettings> {
  /** Name of the package: `@scope/name`. Default: from the spec's title. */
  readonly packageName?: string;
  /** Names of the client's methods: `short` leaves out their resource, `operationId` does not. Default: `short`. */
  readonly methodNames?: 'short' | 'operationId' | undefined;
  /** How enums are written: as unions, objects of constants, or enums of TypeScript. Default: `union`. */
  readonly enums?: EnumStyle | undefined;
  /** Cases of the names of properties, parameters, operations and types. Default: as the spec has them; parameters follow properties. */
  readonly names?: NameOptions | undefined;
  /** The command that makes this output, for the first line of each file. Default: `speccast generate`. */
  readonly command?: string;
  /** The file it is made from, for the first line of each file; the same on every machine. */
  readonly source?: string | undefined;
  /** What package.json says beyond the spec: version, repository and the like. */
  readonly settings?: PackageSettings;
  /** Whether prettier formats the TypeScript files. Default: true. */
  readonly format?: boolean;
  /** Whether doc comments and conformance checks name the source of each fact (`x-source`). Default: false. */
  readonly sources?: boolean | undefined;
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

/** What the output is made from, beside what whoever calls speccast as a library may say. */
export interface GenerateInput extends GenerateOptions {
  /** The `x-` extensions the spec may use. Default: any, unchecked. */
  readonly vocabulary?: Vocabulary;
  /** The service's own code for its emulator. Default: none, and actions that perform some are left out. */
  readonly capabilities?: Capabilities | undefined;
  /** The files of the folder of the package that is the user's own. Default: none. */
  readonly custom?: readonly CustomFile[] | undefined;
  /** What these export, where the next release is to know it. Default: nothing. */
  readonly customExports?: CustomExports | undefined;
  /** Whether the package was released, or is now. Default: false, and it has no changelog. */
  readonly isReleased?: boolean | undefined;
  /** Emitters of the user's own. Default: none. */
  readonly emitters?: readonly EmitterModule[] | undefined;
  /** Templates of the user's own, by the names of those that they replace. Default: none. */
  readonly templates?: ReadonlyMap<string, OwnTemplate> | undefined;
  readonly assets: Assets;
  readonly cache?: TextCache | undefined;
  /** What the process kept when it generated the same package before. Default: nothing. */
  readonly memory?: EmitMemory | undefined;
  /** Prints in another thread. Default: in this one. */
  readonly printer?: Printer | undefined;
}

/**
 * The pipeline: text in, files out; touches no disk, but for codecs of the user's own, which are loaded from a temporary folder.
 * Throws only on mistakes of speccast itself.
 */
export async function generate(input: GenerateInput): Promise<GenerateResult> {
  const { onStage = () => {}, assets, format = true, command = 'speccast generate', cache, printer, memory } = input;
  const file = input.overlays?.length ? input.source && `${input.source} and its overlays` : input.source;
  const { output = 'package', parts: asked = PARTS, importExtension = '.js', argumentStyle } = input;
  const printing = { source: { command, file }, format, output: { output, importExtension }, cache, printer };
  // What prints is loaded while the document is read.
  printAhead([], printing);
  const diagnostics = new Diagnostics(input);
  const read = readApi(input, { diagnostics, onStage });
  if (read === undefined) return { files: [], diagnostics: diagnostics.list };
  const { document, packageName } = read;
  const api = input.sources === true && hasSources(read.api) ? citeSources(read.api) : read.api;
  checkCapabilities(api, document, input.capabilities, diagnostics);
  checkWebhooks(api, document, diagnostics);
  checkEndpoints(api, document, diagnostics);
  checkArguments(api, { ...input, file: document.file }, diagnostics);
  checkOperations(api, document, diagnostics);
  if (diagnostics.failed) return { files: [], diagnostics: diagnostics.list };
  onStage('emit');
  const { settings = {}, types, names, codecs, capabilities, isReleased, custom = [] } = input;
  const repairs = diagnostics.list
    .filter(({ repair }) => repair !== undefined)
    .map((one) => ({ ...one, at: { ...one.at, file: seenFrom(document.file, one.at.file) } }));
  const { parts, surfaces } = findParts(api, { parts: asked, surfaces: input.surfaces }, custom.length > 0);
  const owned = { settings, capabilities, custom, customExports: input.customExports };
  const own = { output, parts, surfaces, importExtension, argumentStyle, ...owned, isReleased, repairs, memory };
  const named = { api, layout: createLayout(api), packageName, command, assets, types, names, codecs };
  const context: EmitContext = { ...named, ...own };
  checkCustom(context, diagnostics);
  const { emitted, owners } = await emitAll(input, context, { diagnostics, printing });
  if (diagnostics.failed) return { files: [], diagnostics: diagnostics.list, api };
  onStage('print');
  const others = custom.map(({ path }) => `src/${CUSTOM}/${path}`);
  const files = await printPackage(emitted, { document, diagnostics, others, ...owners, ...printing });
  // Only code that was found to do nothing but convert is loaded.
  if (!diagnostics.failed && codecs?.length) {
    const { tryUsedCodecs } = await import('./output/codecs/try-codecs.js');
    diagnostics.add(await tryUsedCodecs(codecs, api));
  }
  return { files: diagnostics.failed ? [] : files, diagnostics: diagnostics.list, api };
}

interface AllFiles {
  readonly emitted: readonly OutputFile[];
  /** What the user adds that some of them come from, if anything. */
  readonly owners: { readonly owners?: Owners };
}

/** All files of a package, some of which may be printed already; what the user's own emitters and templates do wrong is reported. */
async function emitAll(
  { emitters = [], templates = new Map<string, OwnTemplate>() }: GenerateInput,
  without: EmitContext,
  { diagnostics, printing }: { readonly diagnostics: Diagnostics; readonly printing: Parameters<typeof printAhead>[1] },
): Promise<AllFiles> {
  const { assets, memory } = without;
  const replaced = [...templates].map(([name, { text }]) => [name, text] as const);
  const adapted = { ...assets, templates: new Map([...assets.templates, ...replaced]) };
  // What was made by other templates does not count.
  const based = replaced.length === 0 ? { memory } : { assets: adapted, memory: undefined };
  const own = await emitOwn(emitters, { ...without, ...based }, diagnostics);
  const context = { ...without, ...based, emitted: listEmittedEntries(own) };
  const emitted: OutputFile[] = [];
  try {
    for (const files of emitInBatches(context)) {
      printAhead(files, printing);
      emitted.push(...files);
    }
  } catch (error) {
    if (!reportTemplateError(error, templates, diagnostics)) throw error;
  }
  for (const { name, at } of takenModules(context, emitted))
    diagnostics.error('invalid-config', `the package has something else that is called ${JSON.stringify(name)}`, at);
  checkOwnPaths(own, emitted, context, diagnostics);
  const isOwned = own.length + templates.size > 0;
  const owners = { emitters: new Map(own.map(({ file, owner }) => [file.path, owner])), templates };
  return { emitted: [...emitted, ...own.map(({ file }) => file)], owners: isOwned ? { owners } : {} };
}

/** How many files the other thread is handed at a time: so few that it need not wait for all of an emitter's. */
const BATCH = 8;

function* emitInBatches(context: EmitContext): Iterable<readonly OutputFile[]> {
  let batch: OutputFile[] = [];
  for (const [{ emit }, parts, output = context.output] of builtIn) {
    if (output !== context.output || !parts.some((part) => context.parts.includes(part))) continue;
    for (const file of emit(context)) {
      batch.push(file);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  yield batch;
}
