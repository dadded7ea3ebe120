import { describe, expect, test } from 'vitest';
import { proveInert } from '../../../generator/output/prove/prove-inert.js';
import { parse } from '../parse.js';
import { readRows } from '../../rows.js';

const modules = new Set(['src/a.ts', 'src/runtime/validators/validator.ts', 'src/b.ts']);

/** Lists the reasons why a file is rejected; none if it is accepted. */
function listReasons(text: string): readonly string[] {
  return proveInert('src/a.ts', parse(text), modules).map((finding) => finding.reason);
}

describe('code of emitters is accepted', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, string]>('code of emitters is accepted'))(
    '%s',
    (_, text) => expect(listReasons(text)).toEqual([]),
  );
});

describe('code that got out of a literal is rejected', () => {
  test.each(
    readRows(import.meta.url).rows<readonly [string, string, string]>('code that got out of a literal is rejected'),
  )('%s', (_, text, reason) => expect(listReasons(text)).toContain(reason));

  test('the comment `@__PURE__` of emitters is accepted', () => {
    expect(listReasons("import { b } from './b.js'; export const a = /* @__PURE__ */ b();")).toEqual([]);
  });

  test('a name that one function declares is a global in another', () => {
    expect(
      listReasons('function a() { const process = 1; return process; } export function b() { return process; }'),
    ).toEqual(['uses a global name']);
  });

  test('the finding names the code and its line', () => {
    const file = parse("const a = 1;\nevil('x');\n");
    const want = { path: 'src/a.ts', text: "evil('x');", line: 2, reason: 'acts when it is loaded' };
    expect(proveInert('src/a.ts', file, modules)[0]).toEqual(want);
  });
});

test('only `plan.ts` may import capabilities, which are not proven', () => {
  const path = 'src/mocks/capabilities/stamp.ts';
  const text = "import { stamp } from './capabilities/stamp.js';\nexport const a = { stamp };";
  const from = (file: string): readonly string[] =>
    proveInert(file, parse(text), new Set([path])).map((finding) => finding.reason);
  expect(from('src/mocks/plan.ts')).toEqual([]);
  expect(from('src/mocks/pets.ts')).toEqual(['imports a file outside the package']);
});
