import { formatEstimate } from '../conformance/estimate-cost.js';
import { type ConformanceReport, formatConformance, resultFormatter } from '../conformance/report.js';
import { type ConformanceOptions, Unreachable } from '../conformance/run.js';
import { parseFlags } from '../server/read-flags.js';
import { rowFile } from './row-file.js';

/** Runs the checks of a service. */
type RunConformance = (options: ConformanceOptions) => Promise<ConformanceReport>;

const usage = `Options:
  --base-url <url>   base URL of the service, including its version: http://127.0.0.1:4010/v3
  --key <key>        API key; safer in the variable CONFORMANCE_KEY, because other users can see command lines
  --token <token>    token of a user; safer in the variable CONFORMANCE_TOKEN
  --token2 <token>   token of a second user; safer in the variable CONFORMANCE_TOKEN2
  --writes           run checks that create, change and delete data of these users, too
  --public           leave out checks of documented behaviour that the real service may not have
  --only <ids>       ids of the checks to run, separated by commas
  --budget <units>   most units of the quota that the run may cost; runs the most informative checks within it
  --json             print the report as JSON`;

/**
 * Runs the checks with the options of the command line and the environment, prints the estimated cost and the report, and sets the
 * exit code: 1 if a check fails, the service does not respond or the quota ends the run; 2 for wrong usage.
 */
export async function runConformanceCommand(
  run: RunConformance,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const options = readOptions(args);
  if (!options) return fail(usage);
  const { json, ...rest } = options;
  const stop = watchStop();
  const format = resultFormatter(12);
  try {
    const report = await run({
      ...rest,
      rows: rowFile(rest.baseUrl),
      signal: stop.signal,
      onEstimate: (estimate, quotas) =>
        (json ? process.stderr : process.stdout).write(formatEstimate(estimate, quotas)),
      ...(!json && { onResult: (result) => void process.stdout.write(`${format(result).join('\n')}\n`) }),
    });
    process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : formatConformance({ ...report, results: [] }));
    if (report.failed > 0 || report.stopped !== undefined) process.exitCode = 1;
  } catch (error) {
    if (!stop.isUnread())
      fail(error instanceof Error ? error.message : String(error), error instanceof Unreachable ? 1 : 2);
  } finally {
    stop.end();
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborts `signal` on the first signal to the process, so that the run can clean up; the second one ends the process. Also aborts it when the
 * reader of the output ends (`| head`): then `isUnread` returns true.
 */
function watchStop() {
  const controller = new AbortController();
  let isUnread = false;
  const stop = (): void => controller.abort(new Error('Stopped.'));
  const onError = ({ code }: NodeJS.ErrnoException): void => {
    isUnread = true;
    if (code !== 'EPIPE') process.exitCode = 1;
    stop();
  };
  for (const name of signals) process.once(name, stop);
  process.stdout.on('error', onError);
  return {
    signal: controller.signal,
    isUnread: (): boolean => isUnread,
    end: (): void => {
      for (const name of signals) process.off(name, stop);
    },
  };
}

function fail(message: string, code = 2): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

function readOptions(args: readonly string[]): (ConformanceOptions & { readonly json: boolean }) | undefined {
  try {
    const flags = parseFlags(args, usage);
    const { CONFORMANCE_KEY, CONFORMANCE_TOKEN, CONFORMANCE_TOKEN2 } = process.env;
    const { 'base-url': baseUrl = '', only, budget, help, writes, json } = flags;
    const { key = CONFORMANCE_KEY, token: T1 = CONFORMANCE_TOKEN, token2: T2 = CONFORMANCE_TOKEN2 } = flags;
    const isWrong = !/^https?:$/.test(new URL(baseUrl).protocol) || !/^\d+$/.test(budget ?? '0');
    if (isWrong || help) return undefined;
    return {
      baseUrl,
      writes: writes !== undefined,
      json: json !== undefined,
      documented: flags['public'] === undefined,
      tokens: { ...(T1 && { T1 }), ...(T2 && { T2 }) },
      ...(key && { key }),
      ...(only !== undefined && { only: only.split(',') }),
      ...(budget !== undefined && { budget: Number(budget) }),
    };
  } catch {
    return undefined;
  }
}
