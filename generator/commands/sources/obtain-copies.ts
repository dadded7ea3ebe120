import { dirname, join, relative, resolve } from 'node:path';
import type { ApiSources } from '../../api/read-api.js';
import { readOrigin, printAddress } from '../../config/address.js';
import { Diagnostics, errorAt, locateStart, type Diagnostic, type Failure } from '../../diagnostics.js';
import { exists, isSystemError, toPosixPath } from '../../output/disk.js';
import { openReader, readSources } from './read-sources.js';
import type { Project, Target } from './targets.js';
import { WrongUsage, type CommandInput } from '../terminal/console.js';
import { fetchSpec, type FetchSpecOptions } from '../address/fetch-spec.js';
import type { Headers } from '../address/fetch-text.js';
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

/** Options of `obtainCopies`. */
export interface ObtainOptions extends Pick<FetchSpecOptions, 'fetch' | 'lookup' | 'ms'> {
  readonly headers: Headers;
  /** True if nothing may be fetched or written. */
  readonly isOffline?: boolean;
}

/**
 * Fetches each spec that has an address and no copy yet, and writes the copy. An existing copy is used without a request. Leaves out
 * targets whose specs cannot be read, and reports why.
 */
export async function obtainCopies(
  input: CommandInput,
  { targets, diagnostics: known, config }: Project,
  options: ObtainOptions,
): Promise<Project> {
  rejectStrangers(targets, options.headers);
  const found: Obtained[] = [];
  for (const target of targets) found.push(isAddressed(target) ? await obtain(input, target, options) : { target });
  const diagnostics = [...known, ...found.flatMap((one) => one.diagnostics ?? [])];
  return { targets: found.flatMap(({ target }) => target ?? []), diagnostics, config };
}

/** Throws `WrongUsage` if headers would be sent to more than one origin, or to none. */
export function rejectStrangers(targets: readonly Target[], headers: Headers): void {
  const origins = new Set(targets.filter(isAddressed).map(({ address }) => readOrigin(address)));
  if (Object.keys(headers).length === 0 || origins.size === 1) return;
  if (origins.size === 0) throw new WrongUsage('--header goes with a spec that is an address');
  throw new WrongUsage(`--header is sent to one origin, and here are ${[...origins].join(' and ')}; name one service`);
}

/** A target whose spec can be read, or the reason why it cannot. */
interface Obtained {
  readonly target?: Target;
  readonly diagnostics?: readonly Diagnostic[];
}

async function obtain(input: CommandInput, target: AddressedTarget, options: ObtainOptions): Promise<Obtained> {
  const { address } = target;
  const at = target.optionsAt?.['spec'] ?? locateStart('(command line)');
  if (target.isCopyless === true) {
    const fetched = await fetchSpec(address, { ...options, at });
    if ('diagnostics' in fetched) return fetched;
    return { target: { ...target, spec: fetched.root.file, file: fetched.root.file, texts: fetched.texts } };
  }
  const copy = openCopy(target.spec);
  if (copy.isForeign) return { diagnostics: [describeForeign(input, copy.spec, address)] };
  const shown = printAddress(address);
  const pull = `run \`speccast pull${target.config === undefined ? ' --spec <address> --out <folder>' : ` ${target.name}`}\``;
  if (copy.record !== undefined && exists(copy.spec)) {
    if (copy.record.address === shown)
      return { target, diagnostics: copy.edited.map((path) => describeEdited(input, path)) };
    const message = `the copy of this spec is from ${copy.record.address}; ${pull}`;
    return { diagnostics: [errorAt('missing-copy', message, at)] };
  }
  if (options.isOffline === true)
    return { diagnostics: [errorAt('missing-copy', `there is no copy of ${shown}; ${pull}`, at)] };
  const pulled = await pullSpec(target, copy, options);
  if ('diagnostics' in pulled) return pulled;
  const failed = keepCopy(input, target, pulled);
  if (failed !== undefined) return { diagnostics: [failed] };
  input.console.err(`Fetched ${shown} to ${toRelativePath(input, copy.spec)}\n`);
  return { target };
}

function describeEdited(input: CommandInput, path: string): Diagnostic {
  const message = exists(path)
    ? 'this copy was edited by hand and is read as it is'
    : 'this file is a part of a copy, and is missing';
  return { severity: 'warning', code: 'edited-copy', message, at: locateStart(toRelativePath(input, path)) };
}

/** Prints a path from the current folder, with forward slashes. */
export function toRelativePath({ cwd }: CommandInput, path: string): string {
  return toPosixPath(relative(cwd, path));
}

/** Reports a file that is in the way of a copy. */
export function describeForeign(input: CommandInput, path: string, address: string): Diagnostic {
  const message = `the copy of ${printAddress(address)} cannot be written: this file is in its place`;
  return errorAt('unwritable-copy', message, locateStart(toRelativePath(input, path)));
}

/** A spec that was fetched and can be read. */
export interface PulledSpec {
  readonly copy: SpecCopy;
  readonly files: CopyFiles;
  /** The sources of the target with the new copy. */
  readonly sources: ApiSources;
}

/** Fetches the spec of a target and reads it as if the copy was already written; writes nothing. */
export async function pullSpec(
  target: AddressedTarget,
  copy: SpecCopy,
  options: ObtainOptions,
): Promise<PulledSpec | Failure> {
  const fetched = await fetchSpec(target.address, { ...options, at: target.optionsAt?.['spec'] });
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
  const message = `${printAddress(target.address)} has ${count}, and ${kept}`;
  const at = target.optionsAt?.['spec'] ?? locateStart('(command line)');
  // The copy is not written, so positions in its files become positions at the address.
  const located = errors.map((one) => {
    const path = resolve(target.base, one.at.file);
    const { root, folder, texts } = fetched;
    const name = path === target.spec ? root.file : folder + toPosixPath(relative(dirname(target.spec), path));
    return texts.has(name) ? { ...one, at: { ...one.at, file: name } } : one;
  });
  return { diagnostics: [errorAt('unreadable-address', message, at), ...located] };
}

/** Reads the sources of a target from the fetched files, which are not written yet. */
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

/** Writes a pulled copy, or returns the reason why it was not written. */
export function keepCopy(
  input: CommandInput,
  { address, spec }: AddressedTarget,
  { copy, files }: Pick<PulledSpec, 'copy' | 'files'>,
): Diagnostic | undefined {
  const [first] = filesInTheWay(copy, files);
  if (first !== undefined && copy.edited.includes(first)) {
    const message = 'this copy was edited by hand, so it was not replaced';
    return errorAt('edited-copy', message, locateStart(toRelativePath(input, first)));
  }
  if (first !== undefined) return describeForeign(input, first, address);
  try {
    writeCopy(copy, printCopy(spec, address, files));
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return errorAt(
      'unwritable-copy',
      `nothing was written: ${error.message}`,
      locateStart(toRelativePath(input, spec)),
    );
  }
}
