import { parseArgs } from 'node:util';
import { type ConformanceReport, formatConformance, formatResult } from '../conformance/report.js';
import type { ConformanceOptions } from '../conformance/run-conformance.js';

/** Runs the checks of a service. */
type RunConformance = (options: ConformanceOptions) => Promise<ConformanceReport>;

const usage = `Options:
  --base-url <url>   address of the service, with its version where that is part of it
  --key <key>        API key; better given as CONFORMANCE_KEY, since others can see command lines
  --token <token>    token of a user; better given as CONFORMANCE_TOKEN
  --token2 <token>   token of a second user; better given as CONFORMANCE_TOKEN2
  --writes           run checks that create, change and delete data of these users, too
  --public           leave out checks that hold only where the document alone is followed
  --only <ids>       ids of checks, with commas between
  --json             print the report as JSON`;

/** Runs the checks with the options of the command line and the environment, prints the report, and sets the exit code: 1 on failures, 2 on wrong usage. */
export async function runConformanceCommand(
  run: RunConformance,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const options = readOptions(args);
  if (options === undefined) return fail(usage);
  const { json, ...rest } = options;
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Error('Stopped.'));
  process.once('SIGINT', stop);
  try {
    const report = await run({ ...rest, signal: controller.signal, ...(json ? {} : { onResult: printLine }) });
    process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : lastLine(report));
    if (report.failed > 0) process.exitCode = 1;
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  } finally {
    process.off('SIGINT', stop);
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}

function printLine(result: ConformanceReport['results'][number]): void {
  process.stdout.write(`${formatResult(result, 12).join('\n')}\n`);
}

function lastLine(report: ConformanceReport): string {
  return formatConformance({ ...report, results: [] });
}

interface CommandOptions extends ConformanceOptions {
  readonly json: boolean;
}

function readOptions(args: readonly string[]): CommandOptions | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: known });
    const { 'base-url': baseUrl = '', only, writes = false, json = false } = values;
    if (!/^https?:$/.test(new URL(baseUrl).protocol)) return undefined;
    const { env } = process;
    const key = values.key ?? env['CONFORMANCE_KEY'];
    const [T1, T2] = [values.token ?? env['CONFORMANCE_TOKEN'], values.token2 ?? env['CONFORMANCE_TOKEN2']];
    return {
      baseUrl,
      writes,
      json,
      documented: values.public !== true,
      tokens: { ...(T1 && { T1 }), ...(T2 && { T2 }) },
      ...(key && { key }),
      ...(only !== undefined && { only: only.split(',') }),
    };
  } catch {
    return undefined;
  }
}

const known = {
  'base-url': { type: 'string' },
  key: { type: 'string' },
  token: { type: 'string' },
  token2: { type: 'string' },
  writes: { type: 'boolean' },
  public: { type: 'boolean' },
  only: { type: 'string' },
  json: { type: 'boolean' },
} as const;
