import { statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Capabilities } from '../../api/behaviour/capabilities.js';
import type { OwnCodec } from '../../api/types/codec.js';
import type { ApiSources } from '../../api/read-api.js';
import { Diagnostics, errorAt, locateStart, type Diagnostic, type Failure, type Position } from '../../diagnostics.js';
import { allowRefs, isAddress } from '../../spec/references/reference.js';
import { CUSTOM, type CustomFile } from '../../emit/custom-code.js';
import type { CustomExports, OwnTemplate } from '../../emit/emit-context.js';
import type { EmitterModule } from '../../emit/emitter-module.js';
import type { FileReader } from '../../config/own-code.js';
import { pickOptions } from '../../options.js';
import { compact } from '../../json.js';
import { exists, toPosixPath } from '../../output/disk.js';
import { fetchText } from '../address/fetch-text.js';
import { SpecReader } from './spec-reader.js';
import { type Target } from './targets.js';

/** Creates the reader of a target's files; `texts`, by absolute path, are read in place of files on disk. */
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
  return capabilities && 'diagnostics' in capabilities ? capabilities : { ...sources, capabilities };
}

/** Reads the files that a target names: its spec, overlays and vocabulary. */
export async function readSources(target: Target, reader: SpecReader): Promise<ApiSources | Failure> {
  const { file, spec, optionsAt, allowedRefs, packageName } = target;
  const text = reader.read(spec);
  if (text === undefined) return { diagnostics: [unreadable('spec', { file, path: spec, at: optionsAt?.['spec'] })] };
  const vocabulary = await readVocabularyFile(target, reader);
  if ('diagnostics' in vocabulary) return vocabulary;
  const overlays = target.overlays.map(({ path, file: name = nameIn(target, path), at }) => {
    return { file: name, path, at, text: reader.read(path) };
  });
  const missing = overlays.filter((one) => one.text === undefined);
  if (missing.length > 0) return { diagnostics: missing.map((one) => unreadable('overlay', one)) };
  const codecs = await readOwnCodecs(target, reader);
  if (codecs && 'diagnostics' in codecs) return codecs;
  const sources = {
    ...pickOptions(target),
    spec: { file, text },
    overlays: overlays.map((one) => ({ file: one.file, text: one.text ?? '' })),
    readFile: reader.readReferenced,
    ...vocabulary,
    // A reference may name an allowed folder by its path from `base`, or by its absolute path.
    ...(allowedRefs.length > 0 && {
      allowedRefs: allowedRefs.flatMap((one) => (isAddress(one) ? [one] : [nameIn(target, one), toPosixPath(one)])),
    }),
    ...compact({ packageName, codecs }),
  };
  const diagnostics = await fetchReferences(sources, reader);
  return diagnostics.length > 0 ? { diagnostics } : sources;
}

/** Names a file of a target in diagnostics. */
function nameIn({ base }: Target, path: string): string {
  return toPosixPath(relative(base, path));
}

/** Reports a file that cannot be read; `at` is the position in the configuration that names it. */
function unreadable(
  what: 'spec' | 'overlay',
  { file, path, at = locateStart(file) }: { file: string; path: string; at?: Position | undefined },
): Diagnostic {
  return errorAt(`unreadable-${what}`, describeMissing(file, path), at);
}

/** Returns the reason why a path cannot be read; `file` is the name that the user typed. */
export function describeMissing(file: string, path: string): string {
  // `join` turns `https://` into `https:/`.
  if (/(?:^|\/)https?:\//i.test(file)) return 'this is an address, but a file is needed; download it first';
  const slashes = path.replaceAll('\\', '/');
  if (slashes !== path && sep === '/')
    return `there is no such file: paths have forward slashes here${exists(slashes) ? `, as ${toPosixPath(file)} has` : ''}`;
  if (file === '-') return 'there is no file -; to read a spec from a pipe, name /dev/stdin';
  try {
    if (statSync(path).isDirectory()) return `${file} is a folder, but a file is needed`;
  } catch {
    // The message below fits.
  }
  return `there is no file ${file}, or it cannot be read`;
}

async function readVocabularyFile(
  target: Target,
  reader: SpecReader,
): Promise<Pick<ApiSources, 'vocabulary'> | Failure> {
  const { vocabulary: path, vocabularyAt: at } = target;
  if (path === undefined) return { vocabulary: (await import('../../config/own-vocabulary.js')).ownVocabulary() };
  const { readVocabulary } = await import('../../spec/vocabulary/vocabulary.js');
  const diagnostics = new Diagnostics({ strict: true });
  const file = nameIn(target, path);
  const text = reader.read(path);
  if (text === undefined) return { diagnostics: [unreadable('spec', { file, path, at })] };
  const vocabulary = readVocabulary({ file, text }, diagnostics);
  return vocabulary === undefined ? { diagnostics: diagnostics.list } : { vocabulary };
}

/** Maximum number of rounds of reading and fetching. Each round follows references one step further. */
const MOST_ROUNDS = 50;

/**
 * Fetches the allowed files on the web that references of a spec resolve to, for the reader, and reports those that cannot be
 * fetched. Without an allowed address, it neither reads nor requests anything.
 */
async function fetchReferences(sources: ApiSources, reader: SpecReader): Promise<readonly Diagnostic[]> {
  const { spec, allowedRefs = [] } = sources;
  const addresses = allowedRefs.filter(isAddress);
  if (addresses.length === 0) return [];
  const { readSpec } = await import('../../spec/read-spec.js');
  const allow = allowRefs(addresses);
  const failed = new Diagnostics();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    // Reading finds the missing files. All other mistakes are reported when the spec is read later.
    readSpec(spec, { ...sources, diagnostics: new Diagnostics() });
    const missing = reader.takeMissing();
    if (missing.length === 0) break;
    for (const address of missing) {
      const reject = ({ href }: URL): string | undefined =>
        allow(href) ? undefined : 'neither `refs` nor `generate --allow-ref` allows it';
      const fetched = await fetchText(address, { reject });
      reader.keep(address, 'text' in fetched ? fetched.text : undefined);
      if ('failed' in fetched)
        failed.error('unreadable-reference', `${address} cannot be read: ${fetched.failed}`, locateStart(spec.file));
    }
  }
  return failed.list;
}

/** Reads the files in the folder for custom code of the output; empty where there is none. */
export function readCustom(target: Target, reader: SpecReader): readonly CustomFile[] {
  const { out, output } = target;
  const folder = output === 'source' ? join(out, CUSTOM) : join(out, 'src', CUSTOM);
  return reader.list(folder).map((path) => {
    const full = join(folder, path);
    return { path, file: nameIn(target, full), text: reader.read(full) ?? '' };
  });
}

/** Reads the exports of the user's own code; `undefined` if there is none. */
export async function readCustomExports(custom: readonly CustomFile[]): Promise<CustomExports | undefined> {
  if (custom.length === 0) return undefined;
  const { listExports } = await import('../../output/custom/list-exports.js');
  return listExports(custom);
}

/**
 * Calls `read` with access to the files of the user's own code that the configuration names. Returns its result, or the mistakes that
 * it reported.
 */
function readOwn<T>(target: Target, reader: SpecReader, read: (access: FileReader) => T): T | Failure {
  const diagnostics = new Diagnostics();
  const found = read({ read: (path) => reader.read(path), nameFile: (path) => nameIn(target, path), diagnostics });
  return diagnostics.failed ? { diagnostics: diagnostics.list } : found;
}

/** Reads the codecs of users that a target names; undefined for a target of `--spec` without codecs. */
async function readOwnCodecs(target: Target, reader: SpecReader): Promise<readonly OwnCodec[] | Failure | undefined> {
  const { config, codecs } = target;
  if (codecs === undefined) return config === undefined ? undefined : [];
  const { readCodecFiles } = await import('../../config/own-code.js');
  return readOwn(target, reader, (access) => readCodecFiles(codecs, access));
}

/** The emitters and the templates of a target. */
export interface OwnTools {
  readonly emitters: readonly EmitterModule[];
  readonly templates: ReadonlyMap<string, OwnTemplate>;
}

/** Reads the emitters and the templates that a target names; `known` has the templates of speccast. */
export async function readOwnTools(
  target: Target,
  reader: SpecReader,
  known: ReadonlyMap<string, string>,
): Promise<OwnTools | Failure> {
  const { emitters = [], templates } = target;
  if (emitters.length === 0 && templates === undefined) return { emitters: [], templates: new Map() };
  const { readEmitterModules, readTemplateFiles } = await import('../../config/own-emitters.js');
  const list = (folder: string): readonly string[] => reader.list(folder);
  const own = new Map([...known].filter(([path]) => path.endsWith('.hbs')));
  return readOwn(target, reader, (access) => ({
    emitters: readEmitterModules(emitters, access),
    templates: templates ? readTemplateFiles(templates, { ...access, list, known: own }) : new Map(),
  }));
}

/** Reads the capabilities that a target names; undefined for a target of `--spec`, which cannot have any. */
async function readOwnCapabilities(target: Target, reader: SpecReader): Promise<Capabilities | Failure | undefined> {
  const { capabilities, modules = [] } = target;
  if (capabilities === undefined) return undefined;
  const { readCapabilityFiles, readModuleFiles } = await import('../../config/own-code.js');
  return readOwn(target, reader, (access) => ({
    ...readCapabilityFiles(capabilities, access),
    modules: readModuleFiles(modules, access),
  }));
}
