import { describe, expect, test } from 'vitest';
import { claim, printClaimed } from '../../generator/output/print-claimed.js';
import type { SourceFile } from '../../generator/emit/source-file.js';

const source = (path: string, body: readonly string[] = []): SourceFile => ({
  kind: 'source',
  path,
  imports: [{ module: 'models/pets', name: 'Pet', typeOnly: true }],
  body,
});

const claimsFor = (count: number): Int32Array => new Int32Array(new SharedArrayBuffer(count * 4));

describe('printClaimed', () => {
  test('prints the files that nobody has claimed, under their numbers, and claims them', () => {
    const claims = claimsFor(4);
    expect(claim(claims, 2)).toBe(true);
    const files = ['a', 'b', 'c'].map((name) => source(`src/${name}.ts`));
    const printed = printClaimed({ files, header: '// Made.', claims, first: 1 });
    expect(printed.map(({ index, file }) => [index, file.path])).toEqual([
      [1, 'src/a.ts'],
      [3, 'src/c.ts'],
    ]);
    expect([...claims]).toEqual([0, 1, 1, 1]);
    expect(claim(claims, 1)).toBe(false);
  });

  test('says where imports lead, for nobody knows yet which files there will be', () => {
    const [printed] = printClaimed({ files: [source('src/a.ts')], header: '//', claims: claimsFor(1), first: 0 });
    expect(printed?.targets).toEqual(['src/models/pets.ts']);
    expect(printed?.findings).toEqual([]);
  });

  test('finds code that no emitter writes', () => {
    const files = [source('src/a.ts', ['process.exit();'])];
    const [printed] = printClaimed({ files, header: '//', claims: claimsFor(1), first: 0 });
    expect(printed?.findings).not.toEqual([]);
  });
});
