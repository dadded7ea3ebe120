import { defined } from '../../values/defined.js';
import { type ServedEmulator, withUpstream } from './with-upstream.js';
import { formatSummary, formatViolation, type Locate } from './contract-report.js';
import { withReplay } from './with-replay.js';

/** The options that concern a real service and recordings of it. */
export interface UpstreamFlags {
  /** Address of the real service. */
  readonly upstream?: string;
  /** In milliseconds. */
  readonly upstreamTimeout?: number;
  /** Responds to requests that the service cannot take. */
  readonly fallback?: 'emulator';
  readonly record?: string;
  readonly replay?: string;
  /** Violations that make the command fail when it stops. Default: `violations`. */
  readonly failOn?: 'violations' | 'warnings' | 'never';
  readonly json?: boolean;
}

/** The output of a command. */
export interface TrafficOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** An emulator that a command serves, and the work at the end. */
export interface Traffic<Served> {
  readonly emulator: Served;
  /** Completes the recording and prints the summary. Resolves to true if the command has failed. */
  readonly close: () => Promise<boolean>;
}

/**
 * Returns the emulator that the options ask for: one that passes requests on, one that replays, or the same. Throws an `Error`
 * with a sentence for an unusable address, file or recording.
 */
export function openTraffic<Served extends ServedEmulator>(
  emulator: Served,
  flags: UpstreamFlags,
  { locate, out, err }: TrafficOutput & { readonly locate?: Locate | undefined },
): Traffic<Served> {
  const close = () => Promise.resolve(false);
  const { upstream: url, upstreamTimeout: timeoutMs, record, fallback, json, failOn = 'violations', replay } = flags;
  if (replay !== undefined) {
    const replaying = withReplay(emulator, replay);
    for (const warning of replaying.warnings) err(`warning: ${warning}.\n`);
    return { emulator: replaying, close };
  }
  if (url === undefined) return { emulator, close };
  const passing = withUpstream(emulator, {
    ...defined({ url, timeoutMs, record, fallback, locate }),
    onCall: (all, fresh) => {
      if (json) for (const one of all) out(`${JSON.stringify({ type: 'violation', ...one })}\n`);
      else for (const one of fresh) err(`${formatViolation(one)}\n`);
    },
    onProblem: (message) => err(`${message}.\n`),
  });
  return {
    emulator: passing,
    close: async () => {
      await passing.close();
      const summary = passing.contract();
      if (json) out(`${JSON.stringify({ type: 'summary', ...summary })}\n`);
      else err(formatSummary(summary));
      const { errors, warnings } = summary;
      return failOn !== 'never' && (errors > 0 || (failOn === 'warnings' && warnings > 0));
    },
  };
}
