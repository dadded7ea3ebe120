import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { lowerApi } from '../api/lower.js';
import { Diagnostics, startOf, readSpec } from '../spec/read-text.js';
import type { EmittedFile, EmitContext } from 'speccast/emitter';
import type { OwnedFile } from '../../generator/emit/define-emitter.js';
import { generatedSubpaths } from '../../generator/emit/package/package-json.js';
import type { OutputFile } from '../../generator/emit/source-file.js';
import { generate } from '../../generator/generate.js';
import { checkFiles } from '../../generator/output/emitters/check-emitted.js';
import { checkOwnPaths, entriesOf } from '../../generator/output/emitters/emit-own.js';
import { readTool } from '../../generator/output/read-tool.js';
import { shelf } from '../custom/shelf.js';
import { context } from '../emit/code/fixture.js';

let builtIn: readonly OutputFile[] = [];
let without: EmitContext | undefined;

beforeAll(async () => {
  const spec = { file: 'shelf.yaml', text: shelf['specs/shelf.yaml'] };
  const { files } = await generate({ spec, packageName: '@acme/shelf', format: false, assets: readTool() });
  builtIn = files.map(({ path, text }) => ({ kind: 'plain', path, text }));
  const diagnostics = new Diagnostics();
  const document = readSpec(spec, { readFile: () => undefined, diagnostics });
  if (document === undefined) throw new Error('the spec was rejected');
  without = context(lowerApi(document, { name: 'shelf', diagnostics }));
});

const owners = ['one', 'two'].map((name, index) => ({ name, at: { ...startOf('speccast.yaml'), line: index + 4 } }));

/** A path that emitters have taken already, or nearly: in another case, a file below it, a folder above it, or beside it. */
const path = fc
  .record({
    index: fc.nat(),
    change: fc.constantFrom('same', 'case', 'below', 'above', 'beside', 'beside'),
    ending: fc.constantFrom('.ts', '.json', '.md'),
    name: fc.constantFrom('a', 'b', 'quotas'),
  })
  .map(({ index, change, ending, name }) => {
    const known = builtIn[index % builtIn.length]?.path ?? '';
    if (change === 'same') return known;
    if (change === 'case') return known.replace(/[a-z](?=[^/]*$)/, (letter) => letter.toUpperCase());
    if (change === 'below') return `${known}/${name}${ending}`;
    const folder = known.split('/').slice(0, -1).join('/');
    return change === 'above' ? folder : `${folder === '' ? '' : `${folder}/`}${name}${ending}`;
  });

const subpath = fc.oneof(
  fc.constant(undefined),
  fc.nat().map((index) => {
    const known = without === undefined ? [] : generatedSubpaths(without).map(([one]) => one);
    return known[index % Math.max(known.length, 1)];
  }),
  fc.constantFrom('./quotas', './a', './b'),
);

const given = fc.record({ path, subpath, owner: fc.nat({ max: 1 }) });

/** What an emitter returns as that file. */
function fileOf({ path: at, subpath: as }: { readonly path: string; readonly subpath: string | undefined }): object {
  if (!at.endsWith('.ts')) return { kind: 'plain', path: at, text: '1\n' };
  return { kind: 'source', path: at, imports: [], body: ['export {};'], ...(as !== undefined && { subpath: as }) };
}

/** Whether two paths cannot be in one folder on every system. */
function clash(one: string, other: string): boolean {
  const [left, right] = [`${one.toLowerCase()}/`, `${other.toLowerCase()}/`];
  return left.startsWith(right) || right.startsWith(left);
}

describe('files of emitters of the own', () => {
  test('never take the place of another one, and each that would is an error where its emitter is named', () => {
    if (without === undefined) throw new Error('there is no package');
    const base = without;
    let [taken, rejected] = [0, 0];
    fc.assert(
      fc.property(fc.array(given, { minLength: 1, maxLength: 6 }), (list) => {
        const diagnostics = new Diagnostics();
        const own = list.flatMap((one): readonly OwnedFile[] => {
          const owner = owners[one.owner]!;
          const accepted: readonly EmittedFile[] = checkFiles([fileOf(one)], owner, diagnostics);
          return accepted.map((file) => ({ file, owner }));
        });
        const before = diagnostics.list.length;
        expect(before).toBe(list.length - own.length);
        checkOwnPaths(own, builtIn, { ...base, emitted: entriesOf(own) }, diagnostics);
        const found = diagnostics.list;
        expect(found.every(({ code, at }) => code === 'invalid-emitter' && owners.some((one) => one.at === at))).toBe(
          true,
        );

        const used: string[] = builtIn.map((file) => file.path);
        const subpaths = [
          ...generatedSubpaths(base).map(([one]) => one),
          ...entriesOf(own).flatMap((one) => one.subpath ?? []),
        ];
        let wrong = 0;
        for (const { file } of own) {
          if (used.some((one) => clash(one, file.path))) wrong++;
          else used.push(file.path);
          const as = file.kind === 'source' ? file.subpath : undefined;
          if (as !== undefined && subpaths.filter((one) => one === as).length > 1) wrong++;
        }
        expect(found.length - before).toBe(wrong);
        if (wrong === 0) taken += own.length;
        else rejected += wrong;
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(taken, rejected)).toBeGreaterThan(100);
  });
});
