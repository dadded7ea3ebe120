import type { ServedEmulator } from '../../server/serve.js';
import { type ContractSummary, type FoundViolation, formatSummary, formatViolation } from './contract-report.js';
import type { Locate } from './locate.js';
import type { FailOn, UpstreamFlags } from './upstream-flags.js';
import { withReplay } from './with-replay.js';
import { type UpstreamOptions, withUpstream } from './with-upstream.js';

/** Where a command prints. */
export interface TrafficOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** An emulator that a command serves, with what is to be done at the end. */
export interface Traffic<Served> {
  readonly emulator: Served;
  /** Completes the recording and prints the summary. Resolves to whether the command has failed. */
  readonly close: () => Promise<boolean>;
}

/**
 * The emulator that the options ask for: one that passes requests on, one that replays, or the same. Throws an `Error` with a
 * sentence where that cannot be.
 */
export function openTraffic<Served extends ServedEmulator>(
  emulator: Served,
  flags: UpstreamFlags,
  { locate, ...output }: TrafficOutput & { readonly locate?: Locate | undefined },
): Traffic<Served> {
  if (flags.replay !== undefined) return replayed(emulator, flags.replay, output);
  if (flags.upstream === undefined) return { emulator, close: () => Promise.resolve(false) };
  const { upstream: url, upstreamTimeout: timeoutMs, record, fallback, json = false, failOn = 'violations' } = flags;
  const options: UpstreamOptions = {
    url,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(record !== undefined && { record }),
    ...(fallback !== undefined && { fallback }),
    ...(locate !== undefined && { locate }),
    onCall: (all, fresh) => (json ? printJson(all, output) : printFresh(fresh, output)),
    onProblem: (message) => output.err(`${message}.\n`),
  };
  const passing = withUpstream(emulator, options);
  return {
    emulator: passing,
    close: async () => {
      await passing.close();
      const summary = passing.contract();
      if (json) output.out(`${JSON.stringify({ type: 'summary', ...summary })}\n`);
      else output.err(formatSummary(summary));
      return isFailed(summary, failOn);
    },
  };
}

function replayed<Served extends ServedEmulator>(
  emulator: Served,
  file: string,
  { err }: TrafficOutput,
): Traffic<Served> {
  const replaying = withReplay(emulator, file);
  for (const warning of replaying.warnings) err(`warning: ${warning}.\n`);
  return { emulator: replaying, close: () => Promise.resolve(false) };
}

function printJson(all: readonly FoundViolation[], { out }: TrafficOutput): void {
  for (const one of all) out(`${JSON.stringify({ type: 'violation', ...one })}\n`);
}

function printFresh(fresh: readonly FoundViolation[], { err }: TrafficOutput): void {
  for (const one of fresh) err(`${formatViolation(one)}\n`);
}

function isFailed({ errors, warnings }: ContractSummary, failOn: FailOn): boolean {
  return failOn !== 'never' && (errors > 0 || (failOn === 'warnings' && warnings > 0));
}
