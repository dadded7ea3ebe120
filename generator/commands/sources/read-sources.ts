import { statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Capabilities } from '../../api/behaviour/capabilities.js';
import type { OwnCodec } from '../../api/types/codec.js';
import type { ApiSources } from '../../api/read-api.js';
import { Diagnostics, errorAt, locateStart, type Diagnostic, type Failure, type Position } from '../../diagnostics.js';
import { allowRefs, isAddress } from '../../spec/references/reference.js';
import { CUSTOM, type CustomFile } from '../../emit/custom-code.js';
import type { CustomExports } from '../../emit/emit-context.js';
import type { OwnTemplate } from '../../emit/emit-context.js';
import type { EmitterModule } from '../../emit/emitter-module.js';
import { pickOptions } from '../../options.js';
import { exists, toPosixPath } from '../../output/disk.js';
import { fetchText } from '../address/fetch-text.js';
import { SpecReader } from './spec-reader.js';
import { type Target } from './targets.js';

/** Makes the reader of a target's files; `texts`, by absolute path, count instead of what is on disk. */
export function openReader(target: Target, texts: ReadonlyMap<string, string> | undefined = target.texts): SpecReader {
  const { base, spec, allowedRefs } = target;
  const allowed = allowedRefs.filter((one) => !isAddress(one));
  return new SpecReader(base, spec, { allowed, texts });
}

/** The sources of a target, and its capabilities. */
export interface TargetSources extends ApiSources {
  readonly capabilities?: Capabilities | undefined;
}

/** Reads all files that a target names. */
export async function readTarget(target: Target, reader: SpecReader): Promise<TargetSources | Failure> {
  const sources = await readSources(target, reader);
  if ('diagnostics' in sources) return sources;
  const capabilities = await readOwnCapabilities(target, reader);
  return capabilities !== undefined && 'diagnostics' in capabilities ? capabilities : { ...sources, capabilities };
}

/** Reads the files that a target names: its spec, overlays and vocabulary. */
export async function readSources(target: Target, reader: SpecReader): Promise<ApiSources | Failure> {
  const { file, spec, optionsAt, allowedRefs, packageName } = target;
  const text = reader.read(spec);
  if (text === undefined) return { diagnostics: [unreadable('spec', { file, path: spec, at: optionsAt?.['spec'] })] };
  const vocabulary = await readVocabularyFile(target, reader);
  if ('diagnostics' in vocabulary) return vocabulary;
  const overlays = target.overlays.map((one) => ({ ...one, text: reader.read(one.path) }));
  const missing = overlays.filter((one) => one.text === undefined);
  if (missing.length > 0) return { diagnostics: missing.map((one) => unreadable('overlay', one)) };
  const codecs = await readOwnCodecs(target, reader);
  if (codecs !== undefined && 'diagnostics' in codecs) return codecs;
  const sources = {
    ...pickOptions(target),
    spec: { file, text },
    overlays: overlays.map((one) => ({ file: one.file, text: one.text ?? '' })),
    readFile: reader.readReferenced,
    ...vocabulary,
    ...(allowedRefs.length > 0 && { allowedRefs: nameAllowedRefs(target) }),
    ...(packageName !== undefined && { packageName }),
    ...(codecs !== undefined && { codecs }),
  };
  const diagnostics = await fetchReferences(sources, reader);
  return diagnostics.length > 0 ? { diagnostics } : sources;
}

/** Allowed folders as references name them: from the folder that names of files start from, or absolute as they are. */
function nameAllowedRefs({ allowedRefs, base }: Target): readonly string[] {
  return allowedRefs.flatMap((one) => (isAddress(one) ? [one] : [toPosixPath(relative(base, one)), toPosixPath(one)]));
}

interface NamedFile {
  readonly file: string;
  readonly path: string;
  /** The position in the configuration that names it. */
  readonly at?: Position | undefined;
}

function unreadable(what: 'spec' | 'overlay', { file, path, at = locateStart(file) }: NamedFile): Diagnostic {
  return errorAt(`unreadable-${what}`, describeMissing(file, path), at);
}

/** Why nothing can be read from a path, by the name that people gave it. */
export function describeMissing(file: string, path: string): string {
  // A path has lost one of the two slashes.
  if (/(?:^|\/)https?:\//i.test(file)) return 'this is an address, and a file is needed; download it first';
  const slashes = path.replaceAll('\\', '/');
  if (slashes !== path && sep === '/')
    return `there is no such file: paths have forward slashes here${exists(slashes) ? `, as ${toPosixPath(file)} has` : ''}`;
  if (file === '-') return 'there is no file -; where a spec comes through a pipe, name /dev/stdin';
  return isFolder(path)
    ? `${file} is a folder, where a file is needed`
    : `there is no file ${file}, or it may not be read`;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

async function readVocabularyFile(
  { vocabulary: path, vocabularyAt: at, base }: Target,
  reader: SpecReader,
): Promise<Pick<ApiSources, 'vocabulary'> | Failure> {
  if (path === undefined) return { vocabulary: (await import('../../config/own-vocabulary.js')).ownVocabulary() };
  const { readVocabulary } = await import('../../spec/vocabulary/vocabulary.js');
  const diagnostics = new Diagnostics({ strict: true });
  const file = toPosixPath(relative(base, path));
  const text = reader.read(path);
  if (text === undefined) return { diagnostics: [unreadable('spec', { file, path, at })] };
  const vocabulary = readVocabulary({ file, text }, diagnostics);
  return vocabulary === undefined ? { diagnostics: diagnostics.list } : { vocabulary };
}

/** Most rounds of reading and fetching: each goes one reference further. */
const MOST_ROUNDS = 50;

/**
 * Fetches the files on the web that references of a spec resolve to, as far as they are allowed, so that the reader has
 * them; says which could not be had. Where no address is allowed, nothing is read and nothing is requested.
 */
async function fetchReferences(
  { spec, overlays = [], readFile = () => undefined, allowedRefs = [], operations }: ApiSources,
  reader: SpecReader,
): Promise<readonly Diagnostic[]> {
  const addresses = allowedRefs.filter(isAddress);
  if (addresses.length === 0) return [];
  const { readSpec } = await import('../../spec/read-spec.js');
  const allow = allowRefs(addresses);
  const failed = new Diagnostics();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    // Reading finds what is missing; what else is wrong is said when the spec is read in earnest.
    readSpec(spec, { overlays, readFile, allowed: allowedRefs, operations, diagnostics: new Diagnostics() });
    const wanted = reader.takeWanted();
    if (wanted.length === 0) break;
    for (const address of wanted) {
      const reject = ({ href }: URL): string | undefined =>
        allow(href) ? undefined : 'neither `refs` nor `generate --allow-ref` names it';
      const fetched = await fetchText(address, { reject });
      reader.keep(address, 'text' in fetched ? fetched.text : undefined);
      if ('failed' in fetched)
        failed.error('unreadable-reference', `${address} cannot be read: ${fetched.failed}`, locateStart(spec.file));
    }
  }
  return failed.list;
}

/** Reads the folder of the output that is the user's own; empty where there is none. */
export function readCustom({ out, output, base }: Target, reader: SpecReader): readonly CustomFile[] {
  const folder = output === 'source' ? join(out, CUSTOM) : join(out, 'src', CUSTOM);
  return reader.list(folder).map((path) => {
    const full = join(folder, path);
    return { path, file: toPosixPath(relative(base, full)), text: reader.read(full) ?? '' };
  });
}

/** Reads the exports of the user's own code; `undefined` if there is none. */
export async function readCustomExports(custom: readonly CustomFile[]): Promise<CustomExports | undefined> {
  if (custom.length === 0) return undefined;
  const { listExports } = await import('../../output/custom/list-exports.js');
  return listExports(custom);
}

/** Reads the codecs of users that a target names; undefined where no configuration could. */
async function readOwnCodecs(
  { config, codecs, base }: Target,
  reader: SpecReader,
): Promise<readonly OwnCodec[] | Failure | undefined> {
  if (codecs === undefined) return config === undefined ? undefined : [];
  const { readCodecFiles } = await import('../../config/read-types.js');
  const diagnostics = new Diagnostics();
  const found = readCodecFiles(codecs, {
    read: (path) => reader.read(path),
    nameOf: (path) => toPosixPath(relative(base, path)),
    diagnostics,
  });
  return diagnostics.failed ? { diagnostics: diagnostics.list } : found;
}

/** The emitters and the templates of a target. */
export interface OwnTools {
  readonly emitters: readonly EmitterModule[];
  readonly templates: ReadonlyMap<string, OwnTemplate>;
}

/** Reads the emitters and the templates that a target names. */
export async function readOwnTools(
  { emitters = [], templates, base }: Target,
  reader: SpecReader,
  known: ReadonlyMap<string, string>,
): Promise<OwnTools | Failure> {
  if (emitters.length === 0 && templates === undefined) return { emitters: [], templates: new Map() };
  const { readEmitterModules, readTemplateFiles } = await import('../../config/own-emitters.js');
  const diagnostics = new Diagnostics();
  const files = {
    read: (path: string): string | undefined => reader.read(path),
    list: (folder: string): readonly string[] => reader.list(folder),
    nameOf: (path: string): string => toPosixPath(relative(base, path)),
    known: new Map([...known].filter(([path]) => path.endsWith('.hbs'))),
    diagnostics,
  };
  const own = {
    emitters: readEmitterModules(emitters, files),
    templates: templates === undefined ? new Map<string, OwnTemplate>() : readTemplateFiles(templates, files),
  };
  return diagnostics.failed ? { diagnostics: diagnostics.list } : own;
}

/** Reads the capabilities that a target names; undefined where no configuration could. */
async function readOwnCapabilities(
  { capabilities, modules = [], base }: Target,
  reader: SpecReader,
): Promise<Capabilities | Failure | undefined> {
  if (capabilities === undefined) return undefined;
  const { readCapabilityFiles } = await import('../../config/capabilities.js');
  const { readModuleFiles } = await import('../../config/own-modules.js');
  const diagnostics = new Diagnostics();
  const files = {
    read: (path: string): string | undefined => reader.read(path),
    nameOf: (path: string): string => toPosixPath(relative(base, path)),
    diagnostics,
  };
  const found = { ...readCapabilityFiles(capabilities, files), modules: readModuleFiles(modules, files) };
  return diagnostics.failed ? { diagnostics: diagnostics.list } : found;
}
