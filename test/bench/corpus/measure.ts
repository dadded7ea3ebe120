import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A command, its arguments, and its working folder. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Result and cost of a command. */
export interface Cost {
  /** Exit status; `null` if it was killed because it took too long. */
  readonly status: number | null;
  /** Elapsed seconds. */
  readonly wall: number;
  /** CPU time in seconds, including the processes that it started and waited for. */
  readonly cpu: number;
  /** Highest peak memory of its processes, in MB. */
  readonly memory: number;
  /** End of its output. */
  readonly output: string;
}

/** Time limit of a command, in seconds. */
const LIMIT = 900;

/** Milliseconds between two reads of the memory of a command. The system keeps the peak of each running process. */
const INTERVAL = 40;

/** Length of the output that is kept, in characters. */
const KEPT = 4000;

/** Runs a command, and measures it by `/proc` of Linux. Run one command at a time: the costs of parallel commands are added up. */
export function measure({ file, args, cwd }: Command): Promise<Cost> {
  const [start, before] = [performance.now(), readChildSeconds()];
  const child = spawn(file, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT * 1000,
    env: quietEnvironment(),
  });
  let [output, memory] = ['', 0];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-KEPT);
    });
  const timer = setInterval(() => {
    memory = Math.max(memory, readPeakMemory(child.pid));
  }, INTERVAL);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (status) => {
      clearInterval(timer);
      const wall = (performance.now() - start) / 1000;
      resolve({ status, wall, cpu: readChildSeconds() - before, memory, output });
    });
  });
}

/** Returns an environment in which tools do not look for newer versions and send no telemetry. */
function quietEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: '1',
    DO_NOT_TRACK: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
}

/** Returns the CPU time of all ended children of this process, in seconds. */
function readChildSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // The 14th and 15th fields after the name of the process: `cutime` and `cstime`, in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Returns the highest peak memory of a process and the processes that it started, in MB; 0 if it has ended. */
function readPeakMemory(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return Math.max(Number(kilobytes) / 1024, ...children.map((child) => readPeakMemory(Number(child))));
  } catch {
    return 0;
  }
}
