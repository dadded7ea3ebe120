import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate } from 'speccast';
import { fillTemplate } from './fill-template.js';

type Path = readonly (string | number)[];

const wrong: readonly unknown[] = [null, 1.5, -1, '', 'x', [], [1], {}, { a: 1 }, true, false];
/** One of this many mutants is tested; `FUZZ_EVERY=1` tests all, which takes minutes. */
const step = Number(process.env['FUZZ_EVERY'] ?? 277);
const plain: unknown = JSON.parse(fillTemplate((_, index) => `text${index}`));

/** Lists the paths to all values inside a value, and to the value itself (`[]`). */
function* listPaths(node: unknown, path: Path = []): Iterable<Path> {
  yield path;
  if (typeof node !== 'object' || node === null) return;
  for (const [key, item] of Object.entries(node)) yield* listPaths(item, [...path, key]);
}

function replaceAt(node: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node))
    return node.map((item, index) => (String(index) === key ? replaceAt(item, rest, value) : item));
  return Object.fromEntries(
    Object.entries(Object(node)).map(([name, item]) => [name, name === key ? replaceAt(item, rest, value) : item]),
  );
}

/** Generates a package and lists faults of the generator: diagnostics at no position, a package with errors, and exceptions. */
async function listFaults(file: string, text: string): Promise<readonly string[]> {
  const lines = text.split(/\r\n|\n|\r/);
  try {
    const { files, diagnostics } = await generate({
      spec: { file, text },
      readFile: () => undefined,
      packageName: '@hostile/package',
    });
    const lost = diagnostics.filter(({ at }) => at.file !== file || (lines[at.line - 1]?.length ?? -1) < at.column - 1);
    const refused = diagnostics.some(({ severity }) => severity === 'error');
    return [...lost.map(({ message }) => message), ...(refused === (files.length === 0) ? [] : ['half a package'])];
  } catch (error) {
    return [`thrown: ${String(error)}`];
  }
}

test('a value of the wrong type is rejected at its position or read, at any position', async () => {
  const mutants = [...listPaths(plain)].flatMap((path) => wrong.map((value) => ({ path, value })));
  const found: unknown[] = [];
  for (const { path, value } of mutants.filter((_, index) => index % step === 0)) {
    const faults = await listFaults('spec.json', JSON.stringify(replaceAt(plain, path, value), undefined, 1));
    if (faults.length > 0) found.push([path.join('/'), value, faults]);
  }
  expect(found).toEqual([]);
}, 3_600_000);

test('a document that is cut off is rejected at a position or read', async () => {
  const text = readFileSync(new URL('every-position.yaml', import.meta.url), 'utf8').replaceAll(/\[\[|\]\]/g, '_');
  expect(parse(text)).toBeDefined();
  const found: unknown[] = [];
  for (let length = 0; length < text.length; length += 5 * step) {
    for (const [file, whole] of [
      ['spec.yaml', text],
      ['spec.json', JSON.stringify(plain)],
    ] as const) {
      const faults = await listFaults(file, whole.slice(0, length));
      if (faults.length > 0) found.push([file, length, faults]);
    }
  }
  expect(found).toEqual([]);
}, 3_600_000);
