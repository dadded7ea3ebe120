import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate, printDiagnostic, type GenerateResult } from 'speccast';
import { fillTemplate, positions, referencedPositions, toWellFormed } from './fill-template.js';
import { judgeFiles } from './judge-files.js';
import { judgePages } from './judge-pages.js';
import { judgeShell } from './judge-shell.js';
import { families } from './payloads.js';
import { loadPackage, type LoadedPackage } from './run-package.js';

const executed: string[] = [];

beforeAll(() => {
  const trap = { configurable: true, get: () => executed.push('read'), set: () => executed.push('written') };
  Object.defineProperty(globalThis, 'hacked', trap);
});

afterAll(() => Reflect.deleteProperty(globalThis, 'hacked'));

async function generateText(text: string): Promise<GenerateResult> {
  return generate({
    spec: { file: 'spec.json', text },
    readFile: () => undefined,
    packageName: '@hostile/package',
    source: 'spec.json',
    surfaces: ['cli', 'agents'],
  });
}

function isPattern(text: string): boolean {
  try {
    void new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Changes a text that is not allowed at its position: an invalid pattern, a brace in a path, half a surrogate pair in a reference. */
function fitPosition(position: string, text: string): string {
  if (position === 'pattern') return isPattern(text) ? text : 'plain';
  if (position === 'path segment') return text.replaceAll(/[{}]/g, '');
  return referencedPositions.has(position) ? toWellFormed(text) : text;
}

/** Loads a generated package, and expects that no text of the spec became code or changed anything. */
async function judge(result: GenerateResult, spec: string): Promise<void> {
  expect(judgeFiles(result.files)).toEqual([]);
  expect(judgePages(result.files)).toEqual([]);
  expect(judgeShell(result.files)).toEqual([]);
  const loaded = await loadPackage(result.files);
  expect(executed).toEqual([]);
  expect(sortEntries(loaded.spec.document)).toEqual(sortEntries(JSON.parse(spec)));
  judgeValidators(result, loaded);
  await callEmulator(result, loaded);
  expect(executed).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
}

/** Converts objects to sorted lists of entries, so that the key `__proto__` is compared like any other. */
function sortEntries(value: unknown): unknown {
  // The published document has no half surrogate pairs, because some readers of JSON reject them.
  if (typeof value === 'string') return toWellFormed(value);
  if (Array.isArray(value)) return value.map(sortEntries);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [toWellFormed(key), sortEntries(item)]);
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Expects that the validator of a model with one required property rejects an object without it. */
function judgeValidators({ api }: GenerateResult, { validators }: LoadedPackage): void {
  for (const { name, schema } of api?.models ?? []) {
    const required = (schema.object?.properties ?? []).filter((one) => one.required);
    const [only] = required;
    if (only?.schema.doc.summary === undefined || required.length !== 1) continue;
    const value: unknown = JSON.parse(`{${JSON.stringify(only.name)}:"text"}`);
    expect([validators[name]?.is?.(value), validators[name]?.is?.({})]).toEqual([true, false]);
  }
}

async function callEmulator({ api }: GenerateResult, { mocks }: LoadedPackage): Promise<void> {
  const emulator = mocks.createEmulator({});
  const reading = (api?.operations ?? []).filter(({ method }) => method === 'GET');
  for (const { path } of reading) {
    const address = `${emulator.baseUrl}${encodeURI(toWellFormed(path).replaceAll(/[{}?#]/g, ''))}?__proto__[x]=1&constructor=2`;
    const { status } = await emulator.fetch(address);
    expect(status).toBeLessThan(500);
  }
}

/** Families whose texts are also used without a number at the end, which would make them harmless. */
const unnumbered = new Set(['tokens', 'prototypes', 'paths', 'names']);

test('the template has more than 150 positions', () => {
  expect(positions.length).toBeGreaterThan(150);
});

describe('texts that broke out of code in other generators stay texts, at every position at once', () => {
  test.each(Object.entries(families))('%s', async (family, texts) => {
    const spec = fillTemplate((position, index) => {
      const text = texts[index % texts.length] ?? '';
      return fitPosition(position, unnumbered.has(family) && index % 3 > 0 ? text : `${text}${index}`);
    });
    const result = await generateText(spec);
    expect(result.diagnostics.filter(({ severity }) => severity === 'error').map(printDiagnostic)).toEqual([]);
    await judge(result, spec);
  });
});

const fragment = fc.oneof(
  fc.constantFrom(...Object.values(families).flat()),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const text = fc.array(fragment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
const hostile = fc.dictionary(fc.constantFrom(...positions), text, { minKeys: 1, maxKeys: 20 });

test('any text at any position is rejected at its position or harmless', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (texts) => {
      const spec = fillTemplate((position, index) => toWellFormed(texts[position] ?? `text${index}`));
      const result = await generateText(spec);
      const lines = spec.split('\n');
      for (const { at } of result.diagnostics) {
        expect(at.file).toBe('spec.json');
        expect(lines[at.line - 1]?.length).toBeGreaterThanOrEqual(at.column - 1);
      }
      if (result.diagnostics.some(({ severity }) => severity === 'error')) expect(result.files).toEqual([]);
      else await judge(result, spec);
    }),
    { numRuns: 3 },
  );
}, 600_000);
