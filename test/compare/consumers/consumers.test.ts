import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { diffSpecs, generate, printDiagnostic, type Change, type ChangeKind, type TextFile } from 'speccast';
import type { Json } from 'speccast/emitter';
import { writeTexts } from '../../output/temporary-folder.js';
import { tsc } from '../../rules/compiler.js';

/** A change of shop.yaml, and code of a consumer of the package before the change. */
interface Row {
  readonly name: string;
  /** New values by JSON pointer. */
  readonly change?: Readonly<Record<string, Json>>;
  /** JSON pointers to values that are removed. */
  readonly remove?: readonly string[];
  /** Statements of an asynchronous function; `shop` is a client. */
  readonly use: string;
  /** Further names that the statements import. */
  readonly imports?: string;
  readonly kind: ChangeKind;
  /** Set if a breaking change only breaks code at run time, so that the code still compiles. */
  readonly compiles?: true;
}

const read = (name: string): string => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
const rows: readonly Row[] = parse(read('changes.yaml'));
const shop = read('shop.yaml');
const root = fileURLToPath(new URL('../../..', import.meta.url));
// Inside the repository, so that the compiler finds the same libraries.
const built = join(root, '.cache', 'consumers');

/** One of the two documents that are compared. */
interface Side {
  readonly spec: { readonly file: string; readonly text: string };
}

const changes = new Map<string, readonly Change[]>();
let errors: readonly string[] = [];

beforeAll(async () => {
  rmSync(built, { recursive: true, force: true });
  const before = { spec: { file: 'shop.yaml', text: shop } };
  writePackage('before', await generateClient(before));
  for (const [index, row] of rows.entries()) {
    const after = { spec: { file: `${row.name}.json`, text: JSON.stringify(changeShop(row)) } };
    changes.set(row.name, diffSpecs({ before, after, packageName: 'shop' }).changes ?? []);
    writePackage(`after/${index}`, await generateClient(after));
    writeTexts(built, {
      [`before/use-${index}.ts`]: printConsumer(row),
      [`after/${index}/use.ts`]: printConsumer(row),
    });
  }
  writeTexts(built, { 'package.json': '{ "type": "module" }\n', 'tsconfig.json': JSON.stringify(compilerConfig) });
  const { stdout } = spawnSync(process.execPath, [...tsc, '-p', '.'], { cwd: built, encoding: 'utf8' });
  errors = stdout.split('\n').filter((line) => line.includes('error TS'));
}, 300_000);

afterAll(() => rmSync(built, { recursive: true, force: true }));

const compilerConfig = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    // The runtime is the same for all packages, and is compiled once.
    paths: { '@speccast/runtime': ['../../templates/runtime/index.ts'] },
  },
  include: ['before/*.ts', 'after/*/*.ts'],
};

/** Generates the client of a package. */
async function generateClient({ spec }: Side): Promise<readonly TextFile[]> {
  const { files, diagnostics } = await generate({ spec, packageName: 'shop', parts: ['client'], format: false });
  if (files.length === 0) throw new Error(diagnostics.map(printDiagnostic).join('\n'));
  return files.filter(({ path }) => path.startsWith('src/'));
}

function writePackage(folder: string, files: readonly TextFile[]): void {
  writeTexts(join(built, folder), Object.fromEntries(files.map(({ path, text }) => [path, text])));
}

function printConsumer({ use, imports }: Row): string {
  const names = ['createShop', ...(imports === undefined ? [] : [imports])].join(', ');
  const code = `import { ${names} } from './src/index.js';\nexport async function use(): Promise<void> {\n${use}\n}\n`;
  return `${code}const shop = createShop();\n`;
}

/** An object of JSON that is changed in place. */
type Tree = Record<string, unknown>;

function changeShop({ change = {}, remove = [] }: Row): unknown {
  const document: unknown = parse(shop);
  for (const pointer of remove) setAt(document, splitPointer(pointer), undefined);
  for (const [pointer, value] of Object.entries(change)) setAt(document, splitPointer(pointer), value);
  return document;
}

/** Splits a JSON pointer into keys: `/paths/~1books` → `['paths', '/books']`. */
function splitPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/')); // No key has a `~`.
}

function setAt(tree: unknown, [step = '', ...further]: readonly string[], value: Json | undefined): void {
  if (typeof tree !== 'object' || tree === null)
    throw new Error(`shop.yaml has no object or array that contains ${step}`);
  if (further.length > 0) setAt((tree as Tree)[step], further, value); // as: it is an object or array
  else if (value !== undefined) (tree as Tree)[step] = value; // as: it is an object or array
  else if (Array.isArray(tree)) tree.splice(Number(step), 1);
  else delete (tree as Tree)[step]; // as: it is an object
}

test('all packages compile, and so do all consumers before the change', () => {
  expect(errors.filter((line) => !/^after\/\d+\/use\.ts/.test(line))).toEqual([]);
});

test('there are changes of every kind', () => {
  const kinds = new Set(rows.map(({ kind }) => kind));
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect([...kinds].toSorted()).toEqual(['breaking', 'feature', 'fix']);
});

describe.each(rows.map((row, index) => ({ ...row, index })))('$name', ({ name, kind, compiles, index }) => {
  const found = (): readonly Change[] => changes.get(name) ?? [];

  test(`is ${kind}`, () => {
    const messages = found().map((one) => `${one.kind} ${one.code}: ${one.message}`);
    expect({ kind: findWorst(found()), messages }).toEqual({ kind, messages });
  });

  test(kind !== 'breaking' || compiles ? 'leaves code compiling' : 'keeps code from compiling', () => {
    const own = errors.filter((line) => line.startsWith(`after/${index}/use.ts`));
    if (kind !== 'breaking' || compiles) expect(own).toEqual([]);
    else expect(own).not.toEqual([]);
  });
});

function findWorst(found: readonly Change[]): ChangeKind | 'none' {
  const order = ['breaking', 'feature', 'fix'] as const;
  return order.find((kind) => found.some((one) => one.kind === kind)) ?? 'none';
}
