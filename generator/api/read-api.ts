import type { Api } from './api.js';
import { lowerApi } from './lower-api.js';
import type { CodecOptions } from './types/codec.js';
import type { Diagnostics } from '../diagnostics.js';
import { nameFromTitle, serviceName } from './tools/names.js';
import { readSpec } from '../spec/read-spec.js';
import { pickOptions, type ServiceOptions } from '../options.js';
import type { SpecDocument } from '../spec/spec-document.js';
import type { Vocabulary } from '../spec/vocabulary/vocabulary.js';
import type { SpecSources } from '../spec/read/source-text.js';

/** Texts and options from which the IR of a service is read. */
export interface ApiSources extends SpecSources, CodecOptions, ServiceOptions {
  /** The `x-` extensions the spec may use. Default: any, unchecked. */
  readonly vocabulary?: Vocabulary;
  /** Name of the package: `@scope/name`. Default: from the spec's title. */
  readonly packageName?: string;
}

/** Receivers of what happens while an API is read. */
export interface ReadApiOptions {
  readonly diagnostics: Diagnostics;
  /** Told the name of each stage when it begins: `read`, `lower`. */
  readonly onStage?: (stage: string) => void;
}

/** A description that was read: the document with its positions, and the intermediate representation. */
export interface ReadApi {
  readonly document: SpecDocument;
  readonly api: Api;
  readonly packageName: string;
}

/** Runs the first two stages of the pipeline: text in, intermediate representation out; `undefined` where errors were reported. */
export function readApi(sources: ApiSources, { diagnostics, onStage = () => {} }: ReadApiOptions): ReadApi | undefined {
  const { spec, overlays = [], readFile = () => undefined, allowedRefs = [], vocabulary, operations } = sources;
  onStage('read');
  const document = readSpec(spec, {
    overlays,
    readFile,
    allowed: allowedRefs,
    ...(vocabulary && { vocabulary }),
    operations,
    diagnostics,
  });
  if (document === undefined || diagnostics.failed) return undefined;
  onStage('lower');
  const packageName = sources.packageName ?? nameFromTitle(document);
  const own = { ...pickOptions(sources), codecs: sources.codecs };
  const api = lowerApi(document, { name: serviceName(packageName), diagnostics, ...own });
  return api === undefined || diagnostics.failed ? undefined : { document, api, packageName };
}
