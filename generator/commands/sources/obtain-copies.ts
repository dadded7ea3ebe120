import { dirname, join, relative, resolve } from 'node:path';
import type { ApiSources } from '../../api/read-api.js';
import { readOrigin, printAddress } from '../../config/address.js';
import { Diagnostics, errorAt, locateStart, type Diagnostic, type Failure } from '../../diagnostics.js';
import { exists, isSystemError, toPosixPath } from '../../output/disk.js';
import { openReader, readSources } from './read-sources.js';
import { type Target } from './targets.js';
import { WrongUsage, type CommandInput } from '../terminal/console.js';
import { fetchSpec, type FetchedSpec, type FetchSpecOptions } from '../address/fetch-spec.js';
import type { Headers } from '../address/headers.js';
import {
  copyFiles,
  filesInTheWay,
  openCopy,
  printCopy,
  writeCopy,
  type CopyFiles,
  type SpecCopy,
} from '../address/spec-copy.js';

/** A target whose spec has an address. */
export type AddressedTarget = Target & Required<Pick<Target, 'address'>>;

/** Returns whether the spec of a target has an address. */
export function isAddressed(target: Target): target is AddressedTarget {
  return target.address !== undefined;
}

/** Targets whose specs can be read, and what is said of the others. */
interface Obtained {
  readonly targets: readonly Target[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Options of obtaining copies. */
export interface ObtainOptions extends Pick<FetchSpecOptions, 'fetch' | 'lookup' | 'ms'> {
  readonly headers: Headers;
  /** Whether to fetch and write nothing. */
  readonly isOffline?: boolean;
}

/**
 * Gives each target that has an address the copy of its spec: it is fetched where there is none, and else read as it is,
 * without a request. A target whose spec cannot be had is left out.
 */
export async function obtainCopies(
  input: CommandInput,
  targets: readonly Target[],
  options: ObtainOptions,
): Promise<Obtained> {
  rejectStrangers(targets, options.headers);
  const obtained: Obtained[] = [];
  for (const target of targets)
    obtained.push(isAddressed(target) ? await obtain(input, target, options) : found(target));
  return {
    targets: obtained.flatMap((one) => one.targets),
    diagnostics: obtained.flatMap((one) => one.diagnostics),
  };
}

/** Throws `WrongUsage` if headers would be sent to more than one origin, or to none. */
export function rejectStrangers(targets: readonly Target[], headers: Headers): void {
  const origins = new Set(targets.filter(isAddressed).map(({ address }) => readOrigin(address.url)));
  if (Object.keys(headers).length === 0 || origins.size === 1) return;
  if (origins.size === 0) throw new WrongUsage('--header goes with a spec that is an address');
  throw new WrongUsage(`--header is sent to one origin, and here are ${[...origins].join(' and ')}; name one service`);
}

function found(target: Target, diagnostics: readonly Diagnostic[] = []): Obtained {
  return { targets: [target], diagnostics };
}

function lacking(...diagnostics: readonly Diagnostic[]): Obtained {
  return { targets: [], diagnostics };
}

async function obtain(input: CommandInput, target: AddressedTarget, options: ObtainOptions): Promise<Obtained> {
  const { address } = target;
  const at = target.optionsAt?.['spec'] ?? locateStart('(command line)');
  if (!address.isKept) {
    const fetched = await fetchSpec(address.url, { ...options, at });
    if ('diagnostics' in fetched) return lacking(...fetched.diagnostics);
    return found({ ...target, spec: fetched.root.file, file: fetched.root.file, texts: fetched.texts });
  }
  const copy = openCopy(target.spec);
  if (copy.isForeign) return lacking(describeForeign(input, copy.spec, address.url));
  const pull = `run \`speccast pull${target.config === undefined ? ' --spec <address> --out <folder>' : ` ${target.label}`}\``;
  if (copy.record !== undefined && exists(copy.spec)) {
    const shown = printAddress(address.url);
    if (copy.record.address === shown)
      return found(
        target,
        copy.edited.map((path) => describeEdited(input, path)),
      );
    return lacking(errorAt('missing-copy', `the copy of this spec is that of ${copy.record.address}; ${pull}`, at));
  }
  if (options.isOffline === true)
    return lacking(errorAt('missing-copy', `there is no copy of ${printAddress(address.url)}; ${pull}`, at));
  const pulled = await pullSpec(target, copy, options);
  if ('diagnostics' in pulled) return lacking(...pulled.diagnostics);
  const failed = keepCopy(input, target, pulled);
  if (failed !== undefined) return lacking(failed);
  input.console.err(`Fetched ${printAddress(address.url)} to ${toRelativePath(input, copy.spec)}\n`);
  return found(target);
}

/** A path as people see it. */
export function toRelativePath({ cwd }: CommandInput, path: string): string {
  return toPosixPath(relative(cwd, path));
}

function describeEdited(input: CommandInput, path: string): Diagnostic {
  const message = exists(path)
    ? 'this file is a copy, was edited by hand, and is read as it is'
    : 'this file is a part of a copy, and is missing';
  return { severity: 'warning', code: 'edited-copy', message, at: locateStart(toRelativePath(input, path)) };
}

/** Says that a file is where a copy would be. */
export function describeForeign(input: CommandInput, path: string, address: string): Diagnostic {
  const message = `this file is in the way of the copy of ${printAddress(address)}`;
  return errorAt('refused-copy', message, locateStart(toRelativePath(input, path)));
}

/** A spec that was fetched and can be read. */
export interface PulledSpec {
  readonly copy: SpecCopy;
  readonly files: CopyFiles;
  /** The sources of the target with the new copy. */
  readonly sources: ApiSources;
}

/** Fetches the spec of a target and reads it as the copy that it would be; writes nothing. */
export async function pullSpec(
  target: AddressedTarget,
  copy: SpecCopy,
  options: ObtainOptions,
): Promise<PulledSpec | Failure> {
  const fetched = await fetchSpec(target.address.url, { ...options, at: target.optionsAt?.['spec'] });
  if ('diagnostics' in fetched) return fetched;
  const files = copyFiles(target.spec, fetched);
  const sources = await readFetched(target, copy, files);
  if ('diagnostics' in sources) return sources;
  const { readApi } = await import('../../api/read-api.js');
  const diagnostics = new Diagnostics();
  readApi(sources, { diagnostics });
  if (!diagnostics.failed) return { copy, files, sources };
  const errors = diagnostics.list.filter(({ severity }) => severity === 'error');
  const kept = copy.record === undefined ? 'nothing was written' : 'the copy stays as it is';
  const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
  const message = `${printAddress(target.address.url)} has ${count}, and ${kept}`;
  const at = target.optionsAt?.['spec'] ?? locateStart('(command line)');
  return {
    diagnostics: [errorAt('unreadable-address', message, at), ...errors.map((one) => rename(one, target, fetched))],
  };
}

/** The sources of a target with files that are not written yet. */
async function readFetched(target: Target, { record }: SpecCopy, files: CopyFiles): Promise<ApiSources | Failure> {
  const folder = dirname(target.spec);
  const reader = openReader(target, new Map([...files].map(([path, text]) => [join(folder, path), text])));
  const sources = await readSources(target, reader);
  if ('diagnostics' in sources) return sources;
  const gone = Object.keys(record?.files ?? {}).filter((path) => !files.has(path));
  const absent = new Set(gone.map((path) => join(folder, path)));
  const readFile = (file: string): string | undefined =>
    absent.has(resolve(target.base, file)) ? undefined : reader.readReferenced(file);
  return { ...sources, readFile };
}

/** Moves a diagnostic from the path of a copy that is not written to its address. */
function rename(one: Diagnostic, { base, spec }: Target, { root, folder, texts }: FetchedSpec): Diagnostic {
  const path = resolve(base, one.at.file);
  const name = path === spec ? root.file : folder + toPosixPath(relative(dirname(spec), path));
  return texts.has(name) ? { ...one, at: { ...one.at, file: name } } : one;
}

/** Writes what was pulled; says why it could not. */
export function keepCopy(
  input: CommandInput,
  { address, spec }: AddressedTarget,
  { copy, files }: Pick<PulledSpec, 'copy' | 'files'>,
): Diagnostic | undefined {
  const [first] = filesInTheWay(copy, files);
  if (first !== undefined && copy.edited.includes(first)) {
    const message = 'this copy was edited by hand, and is not replaced';
    return errorAt('edited-copy', message, locateStart(toRelativePath(input, first)));
  }
  if (first !== undefined) return describeForeign(input, first, address.url);
  try {
    writeCopy(copy, printCopy(spec, address.url, files));
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return errorAt('refused-copy', `nothing was written: ${error.message}`, locateStart(toRelativePath(input, spec)));
  }
}
