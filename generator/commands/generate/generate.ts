import { relative, resolve } from 'node:path';
import { readTool } from '../../output/read-tool.js';
import { MANIFEST } from '../../output/write/manifest.js';
import { EXIT, WrongUsage, printJson, type CommandInput, type ExitCode } from '../terminal/console.js';
import { findConfig } from '../../config/read-config.js';
import {
  rejectOverlayFlags,
  rejectSubsetFlags,
  parseChoice,
  parseOptions,
  parseSubset,
} from '../terminal/parse-options.js';
import { parseOptionFlags, rejectOptionFlags, toFlags } from '../terminal/option-flags.js';
import type { Mode } from './make-target.js';
import { Builder, buildState, buildTarget } from '../build.js';
import { makeTargets } from './make-targets.js';
import { describeBuild, printApis, printReport, type Outcome } from './outcome.js';
import { printDiagnostics } from '../terminal/print-diagnostics.js';
import { printOperations } from './print-operations.js';
import { obtainCopies } from '../sources/obtain-copies.js';
import { readHeaders } from '../address/fetch-text.js';
import { bareTarget, configTargets, moveTarget, specTarget, type Project, type Target } from '../sources/targets.js';
import { toPosixPath } from '../../output/disk.js';
import { watchSpecs, type ReadTexts, WatchSession } from '../watch/watch-specs.js';
import { isAddress } from '../../spec/references/reference.js';

const options = {
  check: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  print: { type: 'string' },
  config: { type: 'string' },
  spec: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  'allow-ref': { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  'no-overlays': { type: 'boolean', default: false },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  out: { type: 'string' },
  name: { type: 'string' },
  release: { type: 'boolean', default: false },
  bump: { type: 'string' },
} as const;

/** States of a package that fail the command. */
const BAD: ReadonlySet<Outcome['state']> = new Set(['refused', 'out of date', 'release due']);

const BUMPS = ['patch', 'minor', 'major'] as const;

type Values = ReturnType<typeof parseOptions<typeof options>>['values'] & Readonly<Record<string, unknown>>;

/** `speccast generate`: generates packages, or reports mistakes in their specs. */
export async function generateCommand(input: CommandInput): Promise<ExitCode> {
  const { values, positionals } = parseOptions(input.args, { ...options, ...toFlags() });
  rejectContradictions(values, positionals);
  const find = (): Project => findTargets(input, values, positionals);
  if (values.print === 'operations') return printOperations(input, find(), values.json);
  if (!values.watch) return generateOnce(input, values, find());
  return watchGenerate(input, values, find);
}

/** Generates now and after each change of a file that was read. Throws only if the call is wrong from the start. */
async function watchGenerate(input: CommandInput, values: Values, find: () => Project): Promise<ExitCode> {
  const session = new WatchSession();
  const builder = new Builder();
  const config = values.spec === undefined ? [resolve(input.cwd, findConfig(input.cwd, values.config))] : [];
  // A wrong call fails here. Later errors are only printed, as speccast.yaml may be wrong while it is edited.
  find();
  let read: ReadTexts = {};
  const own = new Set<string>();
  const run = async (): Promise<ReadTexts> => {
    session.noteFiles(config);
    try {
      const found = find();
      await generateOnce(input, values, found, session);
      await buildChanged(input, found.targets, builder);
      // The manifest is watched, so that a package that somebody deletes is generated again.
      const outputs = found.targets.flatMap(({ out }) => ['released.json', MANIFEST].map((name) => resolve(out, name)));
      for (const path of outputs) own.add(path);
      session.noteFiles(outputs);
    } catch (error) {
      if (error instanceof WrongUsage) input.console.err(`speccast: ${error.message}\n`);
      else {
        const stack = String(error instanceof Error ? error.stack : error);
        input.console.err(`speccast failed; please report this:\n${stack}\n`);
        // After an internal error, the notes may be incomplete: files of the run before are watched as well.
        return (read = { ...read, ...session.takeRead() });
      }
    }
    return (read = session.takeRead());
  };
  try {
    return await watchSpecs(input, { run, isOwn: (path) => own.has(path) || path.endsWith('/') });
  } finally {
    session.close();
    builder.close();
  }
}

/** Builds the packages that can be built, so that an application that imports one sees the change of its spec. */
async function buildChanged(input: CommandInput, targets: readonly Target[], builder: Builder): Promise<void> {
  for (const target of targets.filter(({ out, output }) => output === 'package' && buildState(out) === 'not built')) {
    const started = performance.now();
    const { folder, problem } = await buildTarget(input, target, builder);
    if (problem !== undefined) await printDiagnostics(input, [problem]);
    else input.console.err(`Built ${folder}/dist in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  }
}

function rejectContradictions(values: Values, services: readonly string[]): void {
  const { spec, out, config, name, print, watch, check, json, release, bump } = values;
  const { 'no-overlays': bare, 'allow-ref': allowed } = values;
  parseChoice('print', print, ['api', 'operations']);
  for (const flag of ['spec', 'out', 'config'] as const)
    if (values[flag] === '') throw new WrongUsage(`--${flag} takes a path`);
  if (isAddress(out ?? '')) throw new WrongUsage('--out takes a path, not an address');
  rejectOverlayFlags(values);
  rejectSubsetFlags(values, spec);
  parseChoice('bump', bump, BUMPS);
  const file = services.find((one) => /[./\\]/.test(one));
  const isPrinted = print !== undefined;
  const general: Rules = [
    [allowed?.includes('') === true, '--allow-ref takes a folder, or the beginning of an address'],
    [
      allowed !== undefined && spec === undefined,
      '--allow-ref goes with --spec; what services may refer to is in speccast.yaml as `refs`',
    ],
    [bump !== undefined && !release, '--bump goes with --release'],
    [release && (watch || isPrinted || bare), '--release goes with none of --watch, --print and --no-overlays'],
  ];
  const ofServices: Rules = [
    [file !== undefined, `generate takes names of services; a spec is given as --spec ${file} --out <folder>`],
    [name !== undefined, '--name goes with --spec'],
    [out !== undefined && !bare, '--out goes with --spec or --no-overlays'],
    [
      bare && out === undefined && !isPrinted,
      '--no-overlays needs --out <folder>: the packages of speccast.yaml are made with overlays',
    ],
  ];
  const ofSpec: Rules = [
    [services.length > 0, 'name services, or a spec with --spec, not both'],
    [config !== undefined, '--config names services; it does not go with --spec'],
    [out === undefined && !isPrinted, '--spec needs --out <folder>'],
    [
      values['source'] === true && release,
      '--release goes with packages; source in an application has no version of its own',
    ],
  ];
  const modes: Rules = [
    [watch && (json || check || isPrinted), '--watch goes with none of --check, --json and --print'],
    [isPrinted && check, '--print does not go with --check'],
    [print === 'api' && json, '--print api is JSON already, and does not go with --json'],
  ];
  const all = [...general, ...(spec === undefined ? ofServices : ofSpec), ...modes];
  const [, message] = all.find(([isWrong]) => isWrong) ?? [];
  if (message !== undefined) throw new WrongUsage(message);
  if (spec === undefined) rejectOptionFlags(values);
}

/** Rules about flags: whether the call breaks the rule, and the message if it does. */
type Rules = readonly (readonly [isWrong: boolean, message: string])[];

function findTargets({ cwd }: CommandInput, values: Values, services: readonly string[]): Project {
  const { spec, overlay: overlays, 'allow-ref': allowedRefs, out, name } = values;
  if (spec !== undefined) {
    const chosen = { ...parseOptionFlags(values), operations: parseSubset(values) };
    return { targets: [specTarget(cwd, { ...chosen, spec, overlays, allowedRefs, out, name })], diagnostics: [] };
  }
  const config = findConfig(cwd, values.config);
  const found = configTargets(cwd, config, services);
  const source = values.release && services.length > 0 && found.targets.find(({ output }) => output === 'source');
  if (source) throw new WrongUsage(`${source.name} cannot be released: \`output: source\` is no package`);
  if (!values['no-overlays']) return found;
  if (out === undefined) return { ...found, targets: found.targets.map(bareTarget) };
  const all = configTargets(cwd, config, []).targets;
  return { ...found, targets: found.targets.map((target) => moveTarget(bareTarget(target), resolve(cwd, out), all)) };
}

async function generateOnce(
  input: CommandInput,
  values: Values,
  project: Project,
  session?: WatchSession,
): Promise<ExitCode> {
  const tool = readTool();
  const mode: Mode = values.print === undefined ? (values.check ? 'check' : 'write') : 'print';
  const headers = readHeaders(values.header);
  const found = await obtainCopies(input, project, { headers, isOffline: mode !== 'write' });
  const { targets } = found;
  const releasing = values.release ? { releasing: { least: parseChoice('bump', values.bump, BUMPS) } } : {};
  const outcomes = await makeTargets(input, targets, { mode, tool, session, ...releasing });
  // A file that several services share would report its mistakes once for each of them.
  const diagnostics = [...found.diagnostics, ...outcomes.flatMap((outcome) => outcome.diagnostics)];
  const all = [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
  if (values.json) {
    const config = found.config && toPosixPath(relative(input.cwd, found.config));
    const files = outcomes.flatMap((outcome) => outcome.files);
    printJson(input.console, files, all, describeBuild(outcomes, tool, config));
  } else {
    await printDiagnostics(input, all, { elsewhere: '--json' });
    if (mode === 'print') printApis(input.console, outcomes);
    else printReport(input.console, outcomes);
  }
  // With `--watch`, the packages are built at once, so there is no next step.
  const isAdvised = mode === 'write' && !values.json && session === undefined && !values['no-overlays'];
  if (isAdvised)
    for (const line of await describeMissing(input.cwd, { values, targets, outcomes })) input.console.err(`${line}\n`);
  const good = outcomes.every(({ state }) => !BAD.has(state));
  return good && !all.some((one) => one.severity === 'error') ? EXIT.done : EXIT.failed;
}

/** Describes the steps that are left before the generated code can be used. */
async function describeMissing(
  cwd: string,
  { values, targets, outcomes }: { values: Values; targets: readonly Target[]; outcomes: readonly Outcome[] },
): Promise<readonly string[]> {
  if (values.spec === undefined) {
    const { describeNext } = await import('./next-release.js');
    const generated = targets.filter((_, index) => outcomes[index]?.state !== 'refused');
    const next = describeNext(cwd, generated);
    return next === undefined ? [] : [next];
  }
  const { describeNeeds } = await import('./needed-packages.js');
  return outcomes.flatMap((outcome) => describeNeeds(cwd, outcome));
}
