import { describe, expect, test, vi } from 'vitest';
import type { SourceFile } from 'speccast/emitter';
import { printerHere, ThreadPrinter, Thread } from '../../../generator/output/print/printer.js';

const files = Array.from({ length: 300 }, (_, index): SourceFile => {
  const body = [`export const a${index}: number = ${index};`];
  return { kind: 'source', path: `src/a${index}.ts`, imports: [], body };
});
const batch: Parameters<ThreadPrinter['print']>[0] = { files, header: '// Made.', format: false };

/** Returns the URL of a module that a thread runs. */
function toThread(code: string): URL {
  const whole = `import { parentPort } from 'node:worker_threads';\n${code}`;
  return new URL(`data:text/javascript,${encodeURIComponent(whole)}`);
}

const toMessageThread = (code: string): URL =>
  toThread(`let count = 0;\nparentPort.on('message', (batch) => { ${code} });`);
/** Code that responds to a batch with the text `there` for each file. */
const answer = `parentPort.postMessage(batch.files.map(({ path }) => ({ path, text: 'there', findings: [] })));`;

async function printWith(printer: ThreadPrinter): Promise<readonly string[]> {
  try {
    printer.load(batch);
    return (await printer.print(batch)).map(({ path, text }) => `${path} ${text}`);
  } finally {
    printer.close();
  }
}

/** Prints and formats the batch with a thread that runs `code` for each message, and lists path and text of each file. */
async function formatWith(code: string): Promise<readonly string[]> {
  const printer = new ThreadPrinter(toMessageThread(code));
  try {
    return (await printer.print({ ...batch, format: true })).map(({ path, text }) => `${path} ${text}`);
  } finally {
    printer.close();
  }
}

const formatted = `if (batch.path) parentPort.postMessage({ ...batch, text: 'formatted' }); else { ${answer} }`;

async function printHere(): Promise<readonly string[]> {
  return (await printerHere.print(batch)).map(({ path, text }) => `${path} ${text}`);
}

describe('a printer with a thread', () => {
  test('prints in the thread, and returns all files in order', async () => {
    const printed = await printWith(new ThreadPrinter(toMessageThread(answer)));
    expect(printed.map((one) => one.split(' ')[0])).toEqual(files.map(({ path }) => path));
    expect(printed.some((one) => one.endsWith(' there'))).toBe(true);
  });

  test.each([
    ['fails when it starts', toThread("throw new Error('no');")],
    ['ends when it starts', toThread('process.exit(0);')],
    ['does not exist', new URL('file:///nowhere/thread.mjs')],
    ['fails at its first batch', toMessageThread("throw new Error('no');")],
    ['ends at its first batch', toMessageThread('process.exit(0);')],
  ])('prints in its own process if the thread %s', async (_, file) => {
    expect(await printWith(new ThreadPrinter(file))).toEqual(await printHere());
  });

  test('prints the rest in its own process if the thread ends before all files are printed', async () => {
    const printed = await printWith(
      new ThreadPrinter(toMessageThread(`if (count++ === 2) process.exit(1); ${answer}`)),
    );
    const here = await printHere();
    expect(printed.map((one) => one.replace(/ there$/, ''))).toEqual(
      printed.map((one, index) => (one.endsWith(' there') ? files[index]?.path : here[index])),
    );
  });

  test('keeps files that were printed early, unless they import a file outside the package', async () => {
    const count = `(globalThis[path] = (globalThis[path] ?? 0) + 1)`;
    const imported = `[path === 'src/a3.ts' ? 'src/nowhere.ts' : 'src/a1.ts']`;
    const printer = new ThreadPrinter(
      toMessageThread(
        `parentPort.postMessage(batch.files.map(({ path }) => ({ path, text: String(${count}), findings: [], imported: ${imported} })));`,
      ),
    );
    const modules = new Set(files.map(({ path }) => path));
    try {
      printer.begin({ ...batch, files: files.slice(0, 20) });
      const printed = await printer.print({ ...batch, modules });
      expect(printed.map(({ path }) => path)).toEqual([...modules]);
      expect(printed.filter(({ text }) => text !== '1')).toMatchObject([{ path: 'src/a3.ts', text: '2' }]);
    } finally {
      printer.close();
    }
  });

  test.each(["throw new Error('no');", 'process.exit(0);'])(
    'prints files in its own process that the thread failed to print early: %s',
    async (code) => {
      const printer = new ThreadPrinter(toMessageThread(code));
      try {
        printer.begin(batch);
        const printed = await printer.print(batch);
        expect(printed.map(({ path, text }) => `${path} ${text}`)).toEqual(await printHere());
      } finally {
        printer.close();
      }
    },
  );

  test('prints in its own process if no thread can be created', async () => {
    const open = vi.spyOn(Thread, 'open').mockImplementation(() => {
      throw new Error('ERR_WORKER_INIT_FAILED');
    });
    try {
      expect(await printWith(new ThreadPrinter(toMessageThread(answer)))).toEqual(await printHere());
    } finally {
      open.mockRestore();
    }
  });

  test('formats in the thread and in its own process, and returns the files in order', async () => {
    const given = await formatWith(formatted);
    expect(given.map((one) => one.split(' ')[0])).toEqual(files.map(({ path }) => path));
    expect(new Set(given.map((one) => one.split(' ')[1]))).toEqual(new Set(['formatted', 'there;\n']));
  });

  test('formats the rest in its own process if the thread ends', async () => {
    const given = await formatWith(`if (batch.path && count++ === 2) process.exit(1); ${formatted}`);
    expect(given.map((one) => one.split(' ')[0])).toEqual(files.map(({ path }) => path));
    expect(given.filter((one) => one.endsWith(' formatted')).length).toBeLessThan(3);
  });
});
