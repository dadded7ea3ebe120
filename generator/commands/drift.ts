import { dirname, join, relative, resolve } from 'node:path';
import type { Api } from '../api/api.js';
import { Diagnostics, errorAt, type Diagnostic } from '../diagnostics.js';
import { EXIT, WrongUsage, type CommandInput, type ExitCode } from './terminal/console.js';
import { findConfig } from '../config/read-config.js';
import { parseOptions } from './terminal/parse-options.js';
import { openReader, readSources } from './sources/read-sources.js';
import { obtainCopies } from './sources/obtain-copies.js';
import { readHeaders } from './address/fetch-text.js';
import { printFailure } from './terminal/print-diagnostics.js';
import { SpecReader } from './sources/spec-reader.js';
import { configTargets, specTarget, type Target } from './sources/targets.js';
import { toPosixPath } from '../output/disk.js';

const options = {
  config: { type: 'string' },
  json: { type: 'boolean', default: false },
  known: { type: 'string' },
  header: { type: 'string', multiple: true },
} as const;

/**
 * `speccast drift`: compares a service's spec, overlays included, with a Discovery document or another OpenAPI document
 * of the same service. Reports the differences that drift.yaml beside the spec does not list, and its entries without a difference.
 */
export async function driftCommand(input: CommandInput): Promise<ExitCode> {
  const { values, positionals } = parseOptions(input.args, options);
  const [service, other, ...further] = positionals;
  if (service === undefined || other === undefined || further.length > 0)
    throw new WrongUsage('drift takes a service and a document to compare it with');
  if (values.known === '') throw new WrongUsage('--known takes a path');
  const project = configTargets(input.cwd, findConfig(input.cwd, values.config), [service]);
  const [target] = project.targets;
  if (target === undefined) return report(input, values.json, project);
  const known = resolve(input.cwd, values.known ?? join(dirname(target.spec), 'drift.yaml'));
  // Operations that the service leaves out are no drift.
  const operations = target.operations && { ...target.operations, isLenient: true };
  const targets = [target, specTarget(input.cwd, { spec: other, operations })];
  const headers = readHeaders(values.header);
  const found = await obtainCopies(input, { targets, diagnostics: [] }, { headers });
  const [ours, theirs] = found.targets;
  if (ours === undefined || theirs === undefined) return report(input, values.json, found);
  return report(input, values.json, await compareTargets(input.cwd, [ours, theirs], known));
}

/** The differences, as diagnostics. */
interface Found {
  readonly diagnostics: readonly Diagnostic[];
  /** Number of differences, known ones included; absent if the documents could not be compared. */
  readonly count?: number;
}

/** Compares the target of a service with another one; `known` is the absolute path of drift.yaml. */
async function compareTargets(
  cwd: string,
  [own, other]: readonly [own: Target, other: Target],
  known: string,
): Promise<Found> {
  const diagnostics = new Diagnostics();
  const ours = await readTarget(own, diagnostics);
  const theirs = await readTarget(other, diagnostics);
  const { readKnownDifferences, findDrift } = await import('../compare/drift/known-differences.js');
  const reader = new SpecReader(cwd, known);
  const file = toPosixPath(relative(cwd, known));
  const text = reader.read(known);
  const entries = text === undefined ? [] : readKnownDifferences({ file, text }, diagnostics);
  if (ours === undefined || theirs === undefined || diagnostics.failed)
    return { diagnostics: filterErrors(diagnostics) };
  const { compareApis } = await import('../compare/drift/compare-apis.js');
  const differences = compareApis(ours, theirs);
  const { unknown, unneeded } = findDrift(differences, entries);
  return {
    diagnostics: [
      ...filterErrors(diagnostics),
      ...unknown.map(({ at, says, position }) => errorAt('drift', `${at}: ${says}`, position)),
      ...unneeded.map(({ at, position }) => errorAt('unused-drift', `no difference matches ${at} any more`, position)),
    ],
    count: differences.length,
  };
}

async function readTarget(target: Target, diagnostics: Diagnostics): Promise<Api | undefined> {
  const sources = await readSources(target, openReader(target));
  if ('diagnostics' in sources) {
    diagnostics.add(sources.diagnostics);
    return undefined;
  }
  const { readApi } = await import('../api/read-api.js');
  const own = new Diagnostics(target);
  const read = readApi(sources, { diagnostics: own });
  diagnostics.add(own.list);
  return read?.api;
}

/** Leaves out warnings about the documents: `generate` prints them. */
function filterErrors({ list }: Diagnostics): readonly Diagnostic[] {
  return list.filter((one) => one.severity === 'error');
}

async function report(input: CommandInput, json: boolean, { diagnostics, count }: Found): Promise<ExitCode> {
  const { console } = input;
  const code = await printFailure(input, { json, diagnostics, elsewhere: '--json' });
  const clean = diagnostics.length === 0;
  if (!json && clean) console.out(`${String(count)} differences, all of them known\n`);
  if (!json && !clean && count !== undefined) {
    console.err(`${count} differences; ${diagnostics.length} are missing in drift.yaml or no longer needed there\n`);
  }
  return clean ? EXIT.done : code;
}
