import { chmodSync, existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CodeCache } from '../../generator/commands/mock/code-cache.js';
import { hashText } from '../../generator/output/text-file.js';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';

const none = { inputs: {}, diagnostics: [] };

function cached(): { readonly cache: CodeCache; readonly root: string; readonly code: string } {
  const [caches, code] = [temporaryFolder(), temporaryFolder()];
  writeTexts(code, { 'mocks/index.js': 'export {};\n' });
  return { cache: new CodeCache(caches), root: join(caches, 'speccast/mock'), code };
}

describe('kept code', () => {
  test('is a copy in a folder of the user alone', () => {
    const { cache, root, code } = cached();
    expect(cache.find('a')).toBeUndefined();
    cache.keep('a', code, none);
    const found = cache.find('a');
    expect(found && Object.keys(readTexts(join(root, 'a')))).toEqual(['facts.json', 'mocks/index.js']);
    expect(found?.folder.href).toBe(pathToFileURL(`${root}/a/`).href);
    expect(statSync(root).mode & 0o777).toBe(0o700);
    expect(readdirSync(root)).toEqual(['a']);
  });

  test('counts as long as what it was made from is the same', () => {
    const { cache, code } = cached();
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
    ['what is known of it was cut', (root) => writeFileSync(join(root, 'a/facts.json'), '{"inputs')],
    ['what is known of it is something else', (root) => writeFileSync(join(root, 'a/facts.json'), 'null')],
    ['others may write there', (root) => chmodSync(root, 0o777)],
  ])('does not count where %s', (_, damage) => {
    const { cache, root, code } = cached();
    cache.keep('a', code, none);
    damage(root);
    expect(cache.find('a')).toBeUndefined();
  });

  test('is not put where others may write', () => {
    const { cache, root, code } = cached();
    cache.keep('a', code, none);
    chmodSync(root, 0o777);
    cache.keep('b', code, none);
    expect(existsSync(join(root, 'b'))).toBe(false);
  });

  test('is dropped when twenty others were used since, with what killed processes left', () => {
    const { cache, root, code } = cached();
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

  test('is nothing without a folder, or where none can be made', () => {
    const { code } = cached();
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    for (const caches of [undefined, file]) {
      const cache = new CodeCache(caches);
      cache.keep('a', code, none);
      expect(cache.find('a')).toBeUndefined();
    }
  });
});
