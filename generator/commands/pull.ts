import { dirname, join } from 'node:path';
import { printAddress } from '../config/address.js';
import { findConfig } from '../config/read-config.js';
import type { Diagnostic } from '../diagnostics.js';
import { isAddress } from '../spec/references/reference.js';
import { readHeaders } from './address/fetch-text.js';
import {
  describeForeign,
  isAddressed,
  keepCopy,
  toRelativePath,
  pullSpec,
  rejectStrangers,
  type AddressedTarget,
  type ObtainOptions,
  type PulledSpec,
} from './sources/obtain-copies.js';
import { isSameCopy, openCopy, recordPath } from './address/spec-copy.js';
import { diffSources, printChanges, toJsonChanges, type Compared } from './diff.js';
import { openReader, readSources } from './sources/read-sources.js';
import { configTargets, specTarget, type Project } from './sources/targets.js';
import { EXIT, WrongUsage, printJson, type CommandInput, type ExitCode } from './terminal/console.js';
import { parseOptions } from './terminal/parse-options.js';
import { printDiagnostics } from './terminal/print-diagnostics.js';

const options = {
  config: { type: 'string' },
  spec: { type: 'string' },
  out: { type: 'string' },
  header: { type: 'string', multiple: true },
  check: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseOptions<typeof options>>['values'];

/** The result for one copy. */
interface Pulled {
  readonly label: string;
  readonly state: 'new' | 'unchanged' | 'changed' | 'failed';
  /** Files that were written, from the current folder. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** The changes; absent if the old copy could not be read. */
  readonly diff?: Compared;
}

/** `speccast pull`: renews the copies of specs that have an address, and shows what changed. */
export async function pullCommand(input: CommandInput): Promise<ExitCode> {
  const { values, positionals } = parseOptions(input.args, options);
  const { targets, diagnostics } = findTargets(input, values, positionals);
  const chosen = targets.filter(isAddressed);
  const file = positionals.length > 0 && targets.find((one) => !isAddressed(one));
  if (file) throw new WrongUsage(`the spec of ${file.name} is a file; pull renews copies of addresses`);
  const headers = readHeaders(values.header);
  rejectStrangers(chosen, headers);
  const pulled: Pulled[] = [];
  for (const target of chosen) pulled.push(await pull(input, target, { headers, isCheck: values.check }));
  const all = [...diagnostics, ...pulled.flatMap((one) => one.diagnostics)];
  if (values.json)
    printJson(
      input.console,
      pulled.flatMap(({ files }) => files),
      all,
      {
        specs: pulled.map(({ label, state, diff }) => ({
          name: label,
          state,
          ...(diff?.changes !== undefined && toJsonChanges(diff.changes, diff.version ?? '', diff.next)),
        })),
      },
    );
  else await report(input, pulled, { all, isCheck: values.check });
  const isDue = values.check && pulled.some(({ state }) => state !== 'unchanged');
  return isDue || all.some(({ severity }) => severity === 'error') ? EXIT.failed : EXIT.done;
}

function findTargets({ cwd }: CommandInput, { spec, out, config }: Values, services: readonly string[]): Project {
  if (spec === undefined && out !== undefined) throw new WrongUsage('--out goes with --spec');
  if (spec === undefined) {
    const address = services.find(isAddress);
    if (address !== undefined) throw new WrongUsage('pull takes services; an address is given as --spec, with --out');
    return configTargets(cwd, findConfig(cwd, config), services);
  }
  if (services.length > 0) throw new WrongUsage('name services, or a spec with --spec, not both');
  if (out === undefined || out === '') throw new WrongUsage('--spec needs --out <folder>, as `generate` has it');
  if (!isAddress(spec)) throw new WrongUsage('pull takes an address as --spec');
  return { targets: [specTarget(cwd, { spec, out })], diagnostics: [] };
}

async function pull(
  input: CommandInput,
  target: AddressedTarget,
  { isCheck, ...options }: ObtainOptions & { readonly isCheck: boolean },
): Promise<Pulled> {
  const { name: label, address } = target;
  const failed = (diagnostics: readonly Diagnostic[]): Pulled => ({ label, state: 'failed', files: [], diagnostics });
  const copy = openCopy(target.spec);
  if (copy.isForeign) return failed([describeForeign(input, copy.spec, address)]);
  const pulled = await pullSpec(target, copy, options);
  if ('diagnostics' in pulled) return failed(pulled.diagnostics);
  const isSame = isSameCopy(copy, pulled.files) && copy.edited.length === 0;
  const isMoved = copy.record !== undefined && copy.record.address !== printAddress(address);
  if (isSame && !isMoved) return { label, state: 'unchanged', files: [], diagnostics: [] };
  const diff = copy.record === undefined ? undefined : await compare(input, target, pulled);
  const state = copy.record === undefined ? 'new' : 'changed';
  const problem = isCheck ? undefined : keepCopy(input, target, pulled);
  if (problem !== undefined) return failed([problem]);
  const paths = [...pulled.files.keys()].map((path) => toRelativePath(input, join(dirname(target.spec), path)));
  const files = isCheck ? [] : [...paths, toRelativePath(input, recordPath(target.spec))];
  return { label, state, files, diagnostics: [], ...(diff !== undefined && { diff }) };
}

/** Compares the old copy with the new one; `undefined` if the old one cannot be read. */
async function compare(
  input: CommandInput,
  target: AddressedTarget,
  { sources: now }: PulledSpec,
): Promise<Compared | undefined> {
  const old = await readSources(target, openReader(target));
  if ('diagnostics' in old) return undefined;
  const service = target.config === undefined ? undefined : target;
  const compared = await diffSources(input, { old, now, service });
  return compared.changes === undefined ? undefined : compared;
}

/** Messages about a copy by its state: after it was written, and with `--check`. */
const messages: Readonly<Record<Pulled['state'], readonly [written: string, check: string]>> = {
  new: ['a copy was written', 'there is no copy yet'],
  unchanged: ['unchanged', 'unchanged'],
  changed: ['the copy is renewed', 'the copy is out of date'],
  failed: ['failed', 'failed'],
};

async function report(
  input: CommandInput,
  pulled: readonly Pulled[],
  { all, isCheck }: { readonly all: readonly Diagnostic[]; readonly isCheck: boolean },
): Promise<void> {
  await printDiagnostics(input, all, { elsewhere: '--json' });
  const { console } = input;
  for (const { label, state, diff, files } of pulled) {
    console.out(`${label}: ${messages[state][isCheck ? 1 : 0]}\n`);
    if (diff?.changes !== undefined) printChanges(console, diff.changes, diff.next);
    else if (state === 'changed') console.out('the old copy cannot be read, so the changes are not known\n');
    for (const file of files) console.out(`wrote ${file}\n`);
  }
  if (pulled.length === 0 && all.length === 0) console.out('no spec of the configuration is an address\n');
}
