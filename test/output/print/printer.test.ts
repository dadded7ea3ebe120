import { describe, expect, test, vi } from 'vitest';
import type { SourceFile } from 'speccast/emitter';
import { printerHere, ThreadPrinter, Thread } from '../../../generator/output/print/printer.js';

const files = Array.from({ length: 300 }, (_, index): SourceFile => {
  const body = [`export const a${index}: number = ${index};`];
  return { kind: 'source', path: `src/a${index}.ts`, imports: [], body };
});
const batch: Parameters<ThreadPrinter['print']>[0] = { files, header: '// Made.', format: false };

/** A thread that runs some code for each message. */
function thread(code: string): URL {
  const whole = `import { parentPort } from 'node:worker_threads';\n${code}`;
  return new URL(`data:text/javascript,${encodeURIComponent(whole)}`);
}

const onMessage = (code: string): URL => thread(`let count = 0;\nparentPort.on('message', (batch) => { ${code} });`);
/** What a thread that works gives back. */
const answer = `parentPort.postMessage(batch.files.map(({ path }) => ({ path, text: 'there', findings: [] })));`;

async function printWith(printer: ThreadPrinter): Promise<readonly string[]> {
  try {
    printer.load(batch);
    return (await printer.print(batch)).map(({ path, text }) => `${path} ${text}`);
  } finally {
    printer.close();
  }
}

/** The same batch, formatted: a thread that works gives each file back with another text. */
async function formatWith(code: string): Promise<readonly string[]> {
  const printer = new ThreadPrinter(onMessage(code));
  try {
    return (await printer.print({ ...batch, format: true })).map(({ path, text }) => `${path} ${text}`);
  } finally {
    printer.close();
  }
}

const formatted = `if (batch.path) parentPort.postMessage({ ...batch, text: 'formatted' }); else { ${answer} }`;

async function printedHere(): Promise<readonly string[]> {
  return (await printerHere.print(batch)).map(({ path, text }) => `${path} ${text}`);
}

describe('a printer with a thread', () => {
  test('has it print, and gives all files in their order', async () => {
    const printed = await printWith(new ThreadPrinter(onMessage(answer)));
    expect(printed.map((one) => one.split(' ')[0])).toEqual(files.map(({ path }) => path));
    expect(printed.some((one) => one.endsWith(' there'))).toBe(true);
  });

  test.each([
    ['fails when it starts', thread("throw new Error('no');")],
    ['ends when it starts', thread('process.exit(0);')],
    ['is not there', new URL('file:///nowhere/thread.mjs')],
    ['fails at its first batch', onMessage("throw new Error('no');")],
    ['ends at its first batch', onMessage('process.exit(0);')],
  ])('prints here where it %s', async (_, file) => {
    expect(await printWith(new ThreadPrinter(file))).toEqual(await printedHere());
  });

  test('prints here what is left where it ends in the middle', async () => {
    const printed = await printWith(new ThreadPrinter(onMessage(`if (count++ === 2) process.exit(1); ${answer}`)));
    const here = await printedHere();
    expect(printed.map((one) => one.replace(/ there$/, ''))).toEqual(
      printed.map((one, index) => (one.endsWith(' there') ? files[index]?.path : here[index])),
    );
  });

  test('takes files that were begun as they are, unless they import what is not in the package', async () => {
    const count = `(globalThis[path] = (globalThis[path] ?? 0) + 1)`;
    const imported = `[path === 'src/a3.ts' ? 'src/nowhere.ts' : 'src/a1.ts']`;
    const printer = new ThreadPrinter(
      onMessage(
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

  test.each(["throw new Error('no');", 'process.exit(0);'])('prints here what it began in vain: %s', async (code) => {
    const printer = new ThreadPrinter(onMessage(code));
    try {
      printer.begin(batch);
      const printed = await printer.print(batch);
      expect(printed.map(({ path, text }) => `${path} ${text}`)).toEqual(await printedHere());
    } finally {
      printer.close();
    }
  });

  test('prints here where no thread can be had', async () => {
    const open = vi.spyOn(Thread, 'open').mockImplementation(() => {
      throw new Error('ERR_WORKER_INIT_FAILED');
    });
    try {
      expect(await printWith(new ThreadPrinter(onMessage(answer)))).toEqual(await printedHere());
    } finally {
      open.mockRestore();
    }
  });

  test('formats there and here what was printed there, in the order of the files', async () => {
    const given = await formatWith(formatted);
    expect(given.map((one) => one.split(' ')[0])).toEqual(files.map(({ path }) => path));
    expect(new Set(given.map((one) => one.split(' ')[1]))).toEqual(new Set(['formatted', 'there;\n']));
  });

  test('formats here what a thread leaves that ends meanwhile', async () => {
    const given = await formatWith(`if (batch.path && count++ === 2) process.exit(1); ${formatted}`);
    expect(given.map((one) => one.split(' ')[0])).toEqual(files.map(({ path }) => path));
    expect(given.filter((one) => one.endsWith(' formatted')).length).toBeLessThan(3);
  });
});
