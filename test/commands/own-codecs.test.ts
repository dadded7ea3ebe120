import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printDiagnostic, generate as generateFiles } from 'speccast';
import { startOf } from '../spec/read-text.js';
import { tryCodecs } from '../../generator/output/codecs/try-codecs.js';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, startMock, wrongUsage, type Ran } from './run-command.js';
import { readRows } from '../rows.js';

const codec = `import { ExactNumber, type Codec } from '@speccast/runtime/codecs';

/** An amount in cents. */
export interface Money {
  readonly cents: bigint;
}

/** Amounts as numbers with two decimals. */
export const codec: Codec<number, Money> = {
  name: 'money',
  decode: (wire) => ({ cents: BigInt(Math.round(wire * 100)) }),
  encode: ({ cents }) => new ExactNumber(\`\${cents / 100n}.\${String(cents % 100n).padStart(2, '0')}\`),
  is: (value) => typeof value === 'object' && value !== null && 'cents' in value,
};
`;

const yaml = 'specs/speccast.yaml';
const file = 'specs/pets/codecs/money.ts';
const good = {
  [yaml]: `services:
  pets:
    spec: pets/openapi.yaml
    package: '@acme/pets'
    out: ../generated/pets
    types: { decimal: money }
    codecs:
      money: pets/codecs/money.ts
`,
  'specs/pets/openapi.yaml': `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: pets.list
      responses:
        '200': { description: All., content: { application/json: { schema: { type: number, format: decimal } } } }
`,
  [file]: codec,
  'node_modules/.keep': '',
};

function project(more: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  writeTexts(folder, { ...good, ...more });
  return folder;
}

function generate(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runCommand('generate', { args, cwd });
}

/** What is reported, and that then nothing is written. */
async function report(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { code, out } = await generate(cwd, ...args, '--json');
  const { diagnostics } = JSON.parse(out) as {
    readonly diagnostics: readonly {
      severity: string;
      code: string;
      message: string;
      file: string;
      line: number;
      column: number;
    }[];
  };
  const fails = diagnostics.some(({ severity }) => severity === 'error');
  expect(code).toBe(fails ? 1 : 0);
  expect(existsSync(join(cwd, 'generated/pets'))).toBe(!fails);
  return diagnostics.map((one) => `${one.file}:${one.line}:${one.column} ${one.severity} ${one.code}: ${one.message}`);
}

describe('a codec of the own', () => {
  test('is a file of the package, which exports it and its type', async () => {
    const cwd = project();
    expect(await generate(cwd)).toMatchObject({ code: 0 });
    const files = readTexts(join(cwd, 'generated/pets'));
    expect(files['src/codecs/money.ts']?.endsWith(codec)).toBe(true);
    expect(files['src/index.ts']).toContain("export type { Money } from './codecs/money.js';");
    expect(files['src/index.ts']).toContain("export { codec as moneyCodec } from './codecs/money.js';");
  });

  test('makes the package again when it changes', async () => {
    const cwd = project();
    const { inputs } = JSON.parse((await generate(cwd, '--json')).out) as { readonly inputs: readonly string[] };
    expect(inputs).toContain(file);
    expect((await generate(cwd, '--check')).code).toBe(0);
    writeFileSync(join(cwd, file), `${codec}\nexport const more = 1;\n`);
    expect((await generate(cwd, '--check')).code).toBe(1);
  });

  test('that changed is breaking in a release, and so is one that is gone', async () => {
    const cwd = project();
    expect((await generate(cwd, '--release')).code).toBe(0);
    expect(JSON.parse((await generate(cwd, '--release', '--json')).out)).toMatchObject({ releases: [{ bump: null }] });
    const changes = async (texts: Readonly<Record<string, string>>): Promise<unknown> => {
      writeTexts(cwd, texts);
      return JSON.parse((await generate(cwd, '--release', '--check', '--json')).out);
    };
    expect(await changes({ [file]: codec.replace('100))', '1000))') })).toMatchObject({
      releases: [
        { from: '0.1.0', to: '0.2.0', bump: 'minor', changes: [{ kind: 'breaking', code: 'codec-rewritten' }] },
      ],
    });
    const without = good[yaml].replace(/ {4}types:[^]*/, '');
    expect(await changes({ [yaml]: without, [file]: codec })).toMatchObject({
      releases: [{ to: '0.2.0', changes: [{ kind: 'breaking', code: 'codec-changed', operations: ['pets.list'] }] }],
    });
  });
});

const importsOnly =
  'it imports @speccast/runtime, @speccast/runtime/codecs, @speccast/runtime/validators, @speccast/runtime/webhooks, @speccast/runtime/xml, which its users have, the packages that its `packages` name, and no file beside it';

/** A codec whose values are those of a package, which is installed beside the configuration. */
const ofPackage = {
  [yaml]: good[yaml].replace(
    'money: pets/codecs/money.ts',
    'money: { module: pets/codecs/money.ts, packages: { exact-money: ^1.2.0 } }',
  ),
  [file]: `import type { Codec } from '@speccast/runtime/codecs';
import { Amount } from 'exact-money';
import { parse } from 'exact-money/parse';

export type Money = Amount;

export const codec: Codec<number, Money> = {
  name: 'money',
  decode: parse,
  encode: (amount) => amount.value,
  is: (value) => value instanceof Amount,
};
`,
  'node_modules/exact-money/package.json':
    '{ "name": "exact-money", "version": "1.2.3", "type": "module", "exports": { ".": { "import": "./index.js" }, "./parse": { "import": "./parse.js" } } }',
  'node_modules/exact-money/index.js':
    'export class Amount { constructor(value) { this.value = value; } toString() { return `EUR ${this.value}`; } }\n',
  'node_modules/exact-money/index.d.ts':
    'export declare class Amount { readonly value: number; constructor(value: number); }\n',
  'node_modules/exact-money/parse.js':
    "import { Amount } from './index.js';\nexport const parse = (value) => new Amount(value);\n",
  'node_modules/exact-money/parse.d.ts':
    "import type { Amount } from './index.js';\nexport declare function parse(value: number): Amount;\n",
};

describe('a codec that imports a package', () => {
  test('makes it a peer of the package, which every user has to have', async () => {
    const cwd = project(ofPackage);
    expect(await generate(cwd)).toMatchObject({ code: 0 });
    const files = readTexts(join(cwd, 'generated/pets'));
    expect(files['src/codecs/money.ts']?.endsWith(ofPackage[file])).toBe(true);
    const { dependencies, peerDependencies, peerDependenciesMeta, devDependencies } = JSON.parse(
      files['package.json'] ?? '',
    );
    expect(peerDependencies).toMatchObject({ 'exact-money': '^1.2.0' });
    expect(devDependencies).toMatchObject({ 'exact-money': '^1.2.0' });
    expect([dependencies, peerDependenciesMeta].filter((one) => Object.hasOwn(one, 'exact-money'))).toEqual([]);
  });

  test('lets code of the own in the package import it, too', async () => {
    const custom = 'generated/pets/src/custom/index.ts';
    const cwd = project({ ...ofPackage, [custom]: "export { Amount } from 'exact-money';\n" });
    expect((await generate(cwd)).err).toBe('');
    const other = project({ [custom]: "export { Amount } from 'exact-money';\n" });
    expect((await generate(other)).err).toContain('the package does not depend on "exact-money"');
  });

  test('is made again when its packages change, which a release tells', async () => {
    const cwd = project(ofPackage);
    expect((await generate(cwd, '--release')).code).toBe(0);
    expect((await generate(cwd, '--check')).code).toBe(0);
    writeTexts(cwd, { [yaml]: ofPackage[yaml].replace('^1.2.0', '^2.0.0') });
    expect((await generate(cwd, '--check')).code).toBe(1);
    expect(JSON.parse((await generate(cwd, '--release', '--check', '--json')).out)).toMatchObject({
      releases: [
        { bump: 'minor', changes: [{ code: 'dependency-replaced', message: '^2.0.0 is needed, and ^1.2.0 was' }] },
      ],
    });
  });

  test.each(readRows(import.meta.url).rows<[string, Readonly<Record<string, string>>, string]>('is an error'))(
    '%s is an error',
    async (_, texts, want) => {
      expect((await report(project({ ...ofPackage, ...texts })))[0]).toBe(want);
    },
  );
});

function configured(from: string, to: string): Readonly<Record<string, string>> {
  expect(good[yaml]).toContain(from);
  return { [yaml]: good[yaml].replace(from, to) };
}

function rewritten(from: string, to: string): Readonly<Record<string, string>> {
  expect(codec).toContain(from);
  return { [file]: codec.replace(from, to) };
}

describe('a wrong codec is reported where it is wrong, and nothing is written', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'one that is not there',
      configured('money.ts', 'none.ts'),
      `${yaml}:8:7 error invalid-config: specs/pets/codecs/none.ts is not there or may not be read`,
    ],
    [
      'one that is no TypeScript',
      configured('money.ts', 'money.js'),
      `${yaml}:8:7 error invalid-config: the codec "money" needs a TypeScript file, such as "codecs/money.ts"`,
    ],
    [
      'one elsewhere',
      configured('pets/codecs', '../codecs'),
      `${yaml}:8:7 error invalid-config: the file of the codec "money" must be in the folder of the configuration`,
    ],
    [
      'one with the name of a type',
      configured('money: pets', 'money: pets/codecs/money.ts\n      bigint: pets'),
      `${yaml}:9:7 error invalid-config: "bigint" is the name of a built-in codec or type`,
    ],
    [
      'one in PascalCase',
      configured('money: pets', 'money: pets/codecs/money.ts\n      Money: pets'),
      `${yaml}:9:7 error invalid-config: a codec is named in camelCase, such as "money", not "Money"`,
    ],
    [
      'one that differs from another in case alone',
      configured('money: pets', 'money: pets/codecs/money.ts\n      mOney: pets'),
      `${yaml}:9:7 error invalid-config: the codecs "money" and "mOney" differ in case alone`,
    ],
    [
      'one that nothing exports',
      rewritten('export const codec', 'export const cents'),
      `${file}:1:1 error invalid-capability: this file does not export a constant \`codec\``,
    ],
    [
      'one without its type',
      rewritten('export interface Money', 'interface Money'),
      `${file}:1:1 error invalid-capability: this file does not export a type \`Money\``,
    ],
    [
      'one that does not parse',
      rewritten("name: 'money',", "name 'money',"),
      `${file}:10:8 error invalid-capability: this does not parse: ',' expected.`,
    ],
    [
      'one that imports files',
      { [file]: `import { readFileSync } from 'node:fs';\n${codec}export const text = readFileSync;\n` },
      `${file}:1:30 error invalid-capability: a codec cannot import "node:fs"; ${importsOnly}`,
    ],
    [
      'one that reaches the network',
      rewritten('Math.round', 'void fetch("https://rates.example"), Math.round'),
      `${file}:11:43 error invalid-capability: a codec converts values alone, and cannot use \`fetch\``,
    ],
    [
      'one that reaches the process',
      { [file]: `${codec}export const home = globalThis.process;\n` },
      `${file}:15:21 error invalid-capability: a codec converts values alone, and cannot use \`globalThis\``,
    ],
    [
      'one that throws while it is loaded',
      { [file]: `${codec}if (codec.name !== '') throw new RangeError('no\\nrates');\n` },
      `${file}:15:30 error invalid-codec: the codec "money" cannot be loaded: no rates`,
    ],
    [
      'one that imports what the runtime does not have',
      rewritten('import { ExactNumber, type', 'import { Exact as ExactNumber, type'),
      `${file}:1:1 error invalid-codec: the codec "money" cannot be loaded: The requested module '@speccast/runtime/codecs' does not provide an export named 'Exact'`,
    ],
    [
      'one that lacks a function',
      rewritten('  is: (value) =>', '  has: (value) =>'),
      `${file}:1:1 error invalid-codec: the codec "money" is no codec: \`codec.is\` must be a function`,
    ],
    [
      'one that is nothing',
      { [file]: 'export type Money = bigint;\nexport const codec = null;\n' },
      `${file}:1:1 error invalid-codec: the codec "money" is no codec: \`codec.name\` must be a string`,
    ],
    [
      'a type that no format has',
      configured('{ decimal: money }', '{ decimal: money, date-time: date }'),
      `${yaml}:6:41 error invalid-config: date-time is Date or Temporal.Instant or money or string, not "date"; did you mean "Date"?`,
    ],
    [
      'a format without a type',
      configured('{ decimal: money }', '{ decimal: monye }'),
      `${yaml}:6:23 error invalid-config: decimal is money or string, not "monye"; did you mean "money"?`,
    ],
    [
      'formats that no schema has',
      configured('{ decimal: money }', '{ int64: bigint }'),
      `${yaml}:6:14 error unused-codec: no schema has the format "int64" and a type that \`types\` could change`,
    ],
  ])('%s', async (_, texts, want) => {
    expect((await report(project(texts)))[0]).toBe(want);
  });

  test.each<[string, string]>([
    ['reaches the network', "fetch('https://rates.example');\n"],
    ['throws while it is loaded', "if (codec.name !== '') throw new RangeError('no rates');\n"],
  ])('by `mock` and the library as by `generate`: one that %s', async (_, more) => {
    const cwd = project({ [file]: `${codec}${more}`, [yaml]: `${good[yaml]}    output: source\n` });
    const { code, err } = await generate(cwd);
    expect(code).toBe(1);
    expect(err).toMatch(/^specs\/pets\/codecs\/money\.ts:15:\d+ error invalid-c/);
    const [complaint] = err.split('\n');
    expect(await runCommand('mock', { args: ['pets', '--port', '0'], cwd })).toMatchObject({
      code: 1,
      err: `${complaint}\n`,
    });
    const { files, diagnostics } = await generateFiles({
      spec: { file: 'pets.yaml', text: good['specs/pets/openapi.yaml'] },
      types: { decimal: 'money' },
      codecs: [{ name: 'money', file, text: `${codec}${more}` }],
    });
    expect(files).toEqual([]);
    expect(diagnostics.map(printDiagnostic)).toEqual([complaint]);
  });

  test('one that is right is served by `mock`', async () => {
    const cwd = project({ [yaml]: `${good[yaml]}    output: source\n` });
    const { url, stop } = await startMock(cwd, 'pets');
    expect(url).toMatch(/^http:/);
    expect(await stop()).toMatchObject({ code: 0 });
  });

  test('one that hangs is stopped', async () => {
    const text = `${codec}for (;;);\n`;
    expect(await tryCodecs([{ name: 'money', file, text }], 500)).toEqual([
      {
        severity: 'error',
        code: 'invalid-codec',
        message: 'the codec "money" takes longer than 500 ms to load, and was stopped',
        at: startOf(file),
      },
    ]);
  });

  test.each(
    readRows(import.meta.url).rows<readonly [string, string, string]>(
      'an option that changes nothing is an error, and one entry of several a warning',
    ),
  )('an option that changes nothing is an error, and one entry of several a warning: %s', async (_, types, want) => {
    const texts = configured('{ decimal: money }', types);
    expect((await report(project(texts)))[0]).toBe(`${yaml}:${want}`);
  });

  test('an option that only an overlay uses is none without it', async () => {
    const overlay = `overlay: 1.0.0
info: { title: Ids, version: '1' }
actions:
  - target: $.paths['/pets'].get.responses['200'].content['application/json'].schema
    update: { x-codec: money }
`;
    const cwd = project({
      ...configured('    types: { decimal: money }', '    overlays: [pets/codecs.yaml]'),
      'specs/pets/openapi.yaml': good['specs/pets/openapi.yaml'].replace(', format: decimal', ''),
      'specs/pets/codecs.yaml': overlay,
    });
    expect((await generate(cwd)).code).toBe(0);
    const { code, err } = await generate(cwd, '--no-overlays', '--out', 'bare');
    expect([code, err]).toEqual([0, expect.stringContaining('warning unused-codec: no schema uses the codec "money"')]);
  });
});

describe('--types', () => {
  const spec = 'specs/pets/openapi.yaml';
  const run = (cwd: string, types: string): Promise<Ran> =>
    generate(cwd, '--spec', spec, '--out', 'generated/pets', '--types', types);

  test.each([
    ['date-time', '--types takes formats and types, such as date-time=Date,int64=bigint, not "date-time"'],
    ['int64=bigint,int64=bigint', '--types: "int64" is listed twice'],
    ['int64=number', '--types: int64 cannot be "number": a number holds no integers beyond 2^53 exactly'],
    ['decimal=money', '--types: the format "decimal" has no type of its own; name a codec under `codecs`, not "money"'],
  ])('%s is wrong usage', async (types, message) => {
    const cwd = project();
    expect(await run(cwd, types)).toEqual(wrongUsage('generate', message));
    expect(existsSync(join(cwd, 'generated/pets'))).toBe(false);
  });

  test('with a format that no schema has is a warning at the document', async () => {
    const { code, err } = await run(project(), 'date-time=Date');
    expect(code).toBe(0);
    expect(err).toContain(`${spec}:1:1 warning unused-codec: no schema has the format "date-time"`);
  });
});

describe('--codecs', () => {
  const spec = 'specs/pets/openapi.yaml';
  const run = (cwd: string, codecs: string, types = 'decimal=money'): Promise<Ran> =>
    generate(cwd, '--spec', spec, '--out', 'generated/pets', '--types', types, '--codecs', codecs);

  test('names the modules of codecs', async () => {
    const cwd = project();
    expect(await run(cwd, `money=${file}`)).toMatchObject({ code: 0, err: '' });
    const { 'src/codecs/money.ts': copy, 'src/index.ts': index } = readTexts(join(cwd, 'generated/pets'));
    const command = 'speccast generate --spec openapi.yaml --types decimal=money --codecs money=money.ts';
    expect(copy).toBe(`// Generated by \`${command}\`; do not edit.\n${codec}`);
    expect(index).toContain("export { codec as moneyCodec } from './codecs/money.js';");
  });

  test.each([
    ['money', '--codecs takes names and files, such as money=codecs/money.ts, not "money"'],
    ['Money=money.ts', '--codecs: a codec is named in camelCase, such as "money", not "Money"'],
    ['money=money.js', '--codecs: the codec "money" needs a TypeScript file, such as "codecs/money.ts"'],
    ['cents=cents.ts', '--types: decimal is cents or string, not "money"'],
  ])('%s is wrong usage', async (codecs, message) => {
    expect(await run(project(), codecs)).toEqual(wrongUsage('generate', message));
  });

  test('reports a file that is not there, and warns of a codec that no schema uses', async () => {
    const missing = await run(project(), 'money=none.ts');
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('none.ts is not there')]);
    const unused = await run(project(), `money=${file},cents=${file}`);
    expect([unused.code, unused.err]).toEqual([0, expect.stringContaining('no schema uses the codec "cents"')]);
  });
});
