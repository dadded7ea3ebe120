import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A command, and where it runs. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** What running a command to its end took. */
export interface Cost {
  /** Exit status; `null` where the command was ended because it took too long. */
  readonly status: number | null;
  /** Elapsed seconds. */
  readonly wall: number;
  /** Seconds of processor time, of all processes that it started and waited for. */
  readonly cpu: number;
  /** Most memory that one of its processes held at a time, in MB. */
  readonly memory: number;
  /** The end of what it printed. */
  readonly output: string;
}

/** Seconds that a command may take. */
const LIMIT = 900;

/** Milliseconds between two looks at the memory of a command; the system itself keeps the peak of each process. */
const INTERVAL = 40;

/** What of the output is kept, in characters. */
const KEPT = 4000;

/** Runs a command alone and measures it, as only Linux can: commands at the same time would be counted for each other. */
export function measure({ file, args, cwd }: Command): Promise<Cost> {
  const [start, before] = [performance.now(), childSeconds()];
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT * 1000, env: quietly() });
  let [output, memory] = ['', 0];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-KEPT);
    });
  const timer = setInterval(() => {
    memory = Math.max(memory, peakOf(child.pid));
  }, INTERVAL);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (status) => {
      clearInterval(timer);
      const wall = (performance.now() - start) / 1000;
      resolve({ status, wall, cpu: childSeconds() - before, memory, output });
    });
  });
}

/** Nothing is to ask the network for a newer version, or to send anything. */
function quietly(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: '1',
    DO_NOT_TRACK: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
}

/** Processor time of all children of this process that have ended, in seconds. */
function childSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // Of what follows the name of the process: 14th and 15th, `cutime` and `cstime`, in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Most memory that a process or one that it started has held so far, in MB; 0 where it is gone. */
function peakOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return Math.max(Number(kilobytes) / 1024, ...children.map((child) => peakOf(Number(child))));
  } catch {
    return 0;
  }
}
