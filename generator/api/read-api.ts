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

/** The sources of a spec, with the options for reading and lowering it. */
export interface ApiSources extends SpecSources, CodecOptions, ServiceOptions {
  /** The `x-` extensions that the spec may use. Default: any, unchecked. */
  readonly vocabulary?: Vocabulary;
  /** Name of the package: `@scope/name`. Default: from the spec's title. */
  readonly packageName?: string;
}

/** Diagnostics and callbacks of `readApi`. */
export interface ReadApiOptions {
  readonly diagnostics: Diagnostics;
  /** Called when a stage begins: `read` or `lower`. */
  readonly onStage?: (stage: string) => void;
}

/** Result of `readApi`: the document with its positions, and the IR. */
export interface ReadApi {
  readonly document: SpecDocument;
  readonly api: Api;
  readonly packageName: string;
}

/** Runs the first two stages of the pipeline: text in, intermediate representation out; `undefined` where errors were reported. */
export function readApi(sources: ApiSources, { diagnostics, onStage = () => {} }: ReadApiOptions): ReadApi | undefined {
  onStage('read');
  const document = readSpec(sources.spec, { ...sources, diagnostics });
  if (document === undefined || diagnostics.failed) return undefined;
  onStage('lower');
  const packageName = sources.packageName ?? nameFromTitle(document);
  const own = { ...pickOptions(sources), codecs: sources.codecs };
  const api = lowerApi(document, { name: serviceName(packageName), diagnostics, ...own });
  return api === undefined || diagnostics.failed ? undefined : { document, api, packageName };
}
