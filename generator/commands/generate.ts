import { resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import { startPrinter } from '../output/printer.js';
import type { Printer } from '../output/printer.js';
import { readTool } from '../read-assets.js';
import { EXIT, WrongUsage } from './console.js';
import type { CommandInput, ExitCode } from './console.js';
import { refuseOverlayFlags } from './overlay-flags.js';
import { makeTarget } from './make-target.js';
import type { MakeOptions, Mode } from './make-target.js';
import type { Outcome } from './outcome.js';
import { parseChoice, parseOptions } from './parse-options.js';
import { printDiagnostics } from './print-diagnostics.js';
import { printApis, printJson, printReport } from './report.js';
import { bareTarget, CONFIG, configTargets, moveTarget, specTarget } from './targets.js';
import type { Target, Targets } from './targets.js';
import { watchSpecs } from './watch.js';

const options = {
  check: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  print: { type: 'string' },
  config: { type: 'string' },
  spec: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  'allow-ref': { type: 'string', multiple: true },
  'no-overlays': { type: 'boolean', default: false },
  out: { type: 'string' },
  name: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseOptions<typeof options>>['values'];

/** `speccast generate`: makes packages, or says what is wrong with them or their specs. */
export async function generateCommand(input: CommandInput): Promise<ExitCode> {
  const { values, positionals } = parseOptions(input.args, options);
  refuseContradictions(values, positionals);
  const find = (): Targets => findTargets(input, values, positionals);
  if (!values.watch) return generateOnce(input, values, find());
  return watchSpecs(input, { targets: () => find().targets, run: () => generateOnce(input, values, find()) });
}

function refuseContradictions(values: Values, services: readonly string[]): void {
  parseChoice('print', values.print, ['api']);
  for (const name of ['spec', 'out', 'config'] as const) {
    if (values[name] === '') throw new WrongUsage(`--${name} takes a path`);
  }
  refuseOverlayFlags(values);
  refuseAllowRef(values);
  if (values.spec === undefined) refuseForServices(values);
  else refuseForSpec(values, services);
  if (values.watch && (values.json || values.check || values.print !== undefined)) {
    throw new WrongUsage('--watch goes with none of --check, --json and --print');
  }
  if (values.print !== undefined && (values.json || values.check)) {
    throw new WrongUsage('--print goes with neither --check nor --json');
  }
}

function refuseAllowRef({ spec, 'allow-ref': allowed }: Values): void {
  if (allowed === undefined) return;
  if (allowed.includes('')) throw new WrongUsage('--allow-ref takes a folder, or the beginning of an address');
  if (spec === undefined)
    throw new WrongUsage('--allow-ref goes with --spec; what services may refer to stands in speccast.yaml as `refs`');
}

function refuseForServices({ out, name, print, 'no-overlays': bare }: Values): void {
  if (name !== undefined) throw new WrongUsage('--name goes with --spec');
  if (out !== undefined && !bare) throw new WrongUsage('--out goes with --spec or --no-overlays');
  if (bare && out === undefined && print === undefined)
    throw new WrongUsage('--no-overlays needs --out <folder>: the packages of speccast.yaml are made with overlays');
}

function refuseForSpec({ out, config, print }: Values, services: readonly string[]): void {
  if (services.length > 0) throw new WrongUsage('name services, or a spec with --spec, not both');
  if (config !== undefined) throw new WrongUsage('--config names services; it does not go with --spec');
  if (out === undefined && print === undefined) throw new WrongUsage('--spec needs --out <folder>');
}

function findTargets({ cwd }: CommandInput, values: Values, services: readonly string[]): Targets {
  const { spec, overlay: overlays, 'allow-ref': allowedRefs, out = '.', name, config = CONFIG } = values;
  if (spec !== undefined)
    return { targets: [specTarget(cwd, { spec, overlays, allowedRefs, out, name })], diagnostics: [] };
  const found = configTargets(cwd, config, services);
  if (!values['no-overlays']) return found;
  if (values.out === undefined) return { ...found, targets: found.targets.map(bareTarget) };
  const all = configTargets(cwd, config, []).targets;
  return { ...found, targets: found.targets.map((target) => moveTarget(bareTarget(target), resolve(cwd, out), all)) };
}

async function generateOnce(input: CommandInput, values: Values, { targets, diagnostics }: Targets): Promise<ExitCode> {
  const tool = readTool();
  const mode: Mode = values.print === undefined ? (values.check ? 'check' : 'write') : 'print';
  const outcomes = await makeTargets(input, targets, { mode, tool });
  const all = withoutRepeats([...diagnostics, ...outcomes.flatMap((outcome) => outcome.diagnostics)]);
  await report(input, mode, { values, outcomes, diagnostics: all });
  const good = outcomes.every(({ state }) => state !== 'refused' && state !== 'out of date');
  return good && !all.some((one) => one.severity === 'error') ? EXIT.done : EXIT.refused;
}

/** Makes one package after the other; they share the thread that prints. */
async function makeTargets(
  input: CommandInput,
  targets: readonly Target[],
  options: Pick<MakeOptions, 'mode' | 'tool'>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let printer: Printer | undefined;
  const openPrinter = (): Printer => (printer ??= startPrinter());
  try {
    for (const target of targets) outcomes.push(await makeTarget(input, target, { ...options, openPrinter }));
  } finally {
    printer?.close();
  }
  return outcomes;
}

/** A file that several services share has its mistakes once. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
}

interface Report {
  readonly values: Values;
  readonly outcomes: readonly Outcome[];
  readonly diagnostics: readonly Diagnostic[];
}

async function report(input: CommandInput, mode: Mode, { values, outcomes, diagnostics }: Report): Promise<void> {
  const { console } = input;
  if (values.json) return printJson(console, outcomes, diagnostics);
  await printDiagnostics(input, diagnostics, { elsewhere: '--json' });
  if (mode === 'print') printApis(console, outcomes);
  else printReport(console, outcomes);
}
