import { runCommandLine, type Surroundings } from './commands/command-line.js';
import { cachesFolder } from './commands/terminal/console.js';
import * as nodeModule from 'node:module';

// From Node 22 on, compiled code is kept between runs, which halves the time it takes to load the printer.
if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function')
  nodeModule.enableCompileCache();
process.exitCode = await runCommandLine(process.argv.slice(2), createSurroundings());

function createSurroundings(): Surroundings {
  // `speccast … | head` closes the pipe early, which is not an error.
  process.stdout.on('error', ignoreClosedPipe);
  process.stderr.on('error', ignoreClosedPipe);
  const interactive = process.stderr.isTTY === true && process.env['CI'] === undefined;
  return {
    cwd: process.cwd(),
    untilStopped: () => {
      const stop = new AbortController();
      // The first signal lets a command clean up and end. The second is not handled, and ends the process at once.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      return stop.signal;
    },
    caches: cachesFolder(process.env['XDG_CACHE_HOME']),
    console: {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
      interactive,
      ...(interactive && process.stdin.isTTY === true && { ask }),
      colors: process.stderr.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
    },
  };
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl+C closes the input; nothing was written yet.
  reader.once('close', stop);
  const line = await reader.question(question);
  reader.off('close', stop);
  reader.close();
  return line.trim();
}

function stop(): void {
  process.stderr.write('\n');
  process.exit(130);
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
