import { chmodSync, existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CodeCache } from '../../generator/commands/mock/code-cache.js';
import { hashText } from '../../generator/output/text-file.js';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';

const none = { inputs: {}, diagnostics: [] };

function createCache(): { readonly cache: CodeCache; readonly root: string; readonly code: string } {
  const [caches, code] = [temporaryFolder(), temporaryFolder()];
  writeTexts(code, { 'mocks/index.js': 'export {};\n' });
  return { cache: new CodeCache(caches), root: join(caches, 'speccast/mock'), code };
}

describe('cached code', () => {
  test('is a copy in a private folder of the user', () => {
    const { cache, root, code } = createCache();
    expect(cache.find('a')).toBeUndefined();
    cache.keep('a', code, none);
    const found = cache.find('a');
    expect(found && Object.keys(readTexts(join(root, 'a')))).toEqual(['facts.json', 'mocks/index.js']);
    expect(found?.folder.href).toBe(pathToFileURL(`${root}/a/`).href);
    expect(statSync(root).mode & 0o777).toBe(0o700);
    expect(readdirSync(root)).toEqual(['a']);
  });

  test('is found as long as its inputs are the same', () => {
    const { cache, code } = createCache();
    const spec = join(temporaryFolder(), 'pets.yaml');
    const inputs = { [spec]: hashText('one'), [`${spec}.other`]: hashText(undefined) };
    writeFileSync(spec, 'one');
    cache.keep('a', code, { ...none, inputs });
    expect(cache.find('a')?.inputs).toEqual(inputs);
    writeFileSync(spec, 'two');
    expect(cache.find('a')).toBeUndefined();
    writeFileSync(spec, 'one');
    writeFileSync(`${spec}.other`, 'now there');
    expect(cache.find('a')).toBeUndefined();
  });

  test.each<readonly [string, (root: string) => void]>([
    ['a file was cut', (root) => writeFileSync(join(root, 'a/mocks/index.js'), 'export')],
    ['the file with its facts was cut', (root) => writeFileSync(join(root, 'a/facts.json'), '{"inputs')],
    ['the file with its facts is another value', (root) => writeFileSync(join(root, 'a/facts.json'), 'null')],
    ['other users may write to the folder', (root) => chmodSync(root, 0o777)],
  ])('is not found if %s', (_, damage) => {
    const { cache, root, code } = createCache();
    cache.keep('a', code, none);
    damage(root);
    expect(cache.find('a')).toBeUndefined();
  });

  test('is not written to a folder to which other users may write', () => {
    const { cache, root, code } = createCache();
    cache.keep('a', code, none);
    chmodSync(root, 0o777);
    cache.keep('b', code, none);
    expect(existsSync(join(root, 'b'))).toBe(false);
  });

  test('is removed after 20 others were used, together with the remains of killed processes', () => {
    const { cache, root, code } = createCache();
    writeTexts(root, { 'z.999999999.tmp/a.js': '' });
    chmodSync(root, 0o700);
    for (let number = 0; number < 20; number += 1) {
      cache.keep(`k${number}`, code, none);
      utimesSync(join(root, `k${number}`), number, number);
    }
    cache.find('k0');
    cache.keep('new', code, none);
    const kept = readdirSync(root);
    expect([kept.length, kept.includes('k0'), kept.includes('k1'), kept.includes('new')]).toEqual([
      20,
      true,
      false,
      true,
    ]);
    expect(kept.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('is not kept without a folder, or if the folder cannot be created', () => {
    const { code } = createCache();
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    for (const caches of [undefined, file]) {
      const cache = new CodeCache(caches);
      cache.keep('a', code, none);
      expect(cache.find('a')).toBeUndefined();
    }
  });
});
