import { describe, expect, test } from 'vitest';
import { compileValidators, printDiagnostic } from 'speccast';
import { compileModule, runModule } from '../../conformance/compile-module.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

async function listErrors(text: string): Promise<readonly string[]> {
  const { code, diagnostics } = await compileValidators({ file: 'in.json', text });
  expect(code).toBeUndefined();
  return diagnostics.map(printDiagnostic);
}

describe('compileValidators', () => {
  test('returns a formatted module without imports', async () => {
    const text = JSON.stringify({ schemas: { size: { type: 'integer', minimum: 0 } } });
    const { code } = await compileValidators({ file: 'in.json', text });
    expect(code).not.toMatch(/^import /m);
    expect(code).toContain(`export const validators: { readonly size: Validator<unknown> } = {`);
    expect((await runModule(code ?? ''))['size']?.is(3)).toBe(true);
  });

  test('accepts hostile names', async () => {
    const names = [
      '__proto__',
      'constructor',
      "it's",
      '"); process.exit(); ("',
      '`${1}`',
      '\n\u2028',
      '',
      '*/',
      'isObject',
      'validators',
      '0',
    ];
    const hostile = (name: string): object =>
      Object.fromEntries([
        ['properties', Object.fromEntries([[name, { type: 'string' }]])],
        ['title', name],
      ]);
    const schemas = Object.fromEntries(names.map((name) => [name, hostile(name)]));
    const validators = await compileModule(JSON.parse(JSON.stringify({ schemas })));
    expect(Object.keys(validators).toSorted()).toEqual([...names].toSorted());
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(validators, name)?.value;
      const value = Object.fromEntries([[name, 1]]);
      expect([own.is(value), own.check(value).length, own.is({})], name).toEqual([false, 1, true]);
    }
  });

  test('validates formats only with `formats: assert`', async () => {
    const schemas = { date: { format: 'date' } };
    expect((await compileModule({ schemas }))['date']?.is('x')).toBe(true);
    expect((await compileModule({ schemas, formats: 'assert' }))['date']?.is('x')).toBe(false);
  });

  test('finds remotes by URI and by $id', async () => {
    const remotes = {
      'http://x.test/a.json': { $id: 'http://y.test/b.json', $defs: { n: { $anchor: 'n', type: 'number' } } },
    };
    const validators = await compileModule({
      schemas: { a: { $ref: 'http://x.test/a.json#n' }, b: { $ref: 'http://y.test/b.json#/$defs/n' } },
      remotes,
    });
    expect(['a', 'b'].map((name) => validators[name]?.is('x'))).toEqual([false, false]);
    expect(validators['a']?.check('x')).toMatchObject([{ schema: 'http://y.test/b.json#/$defs/n/type' }]);
  });

  test('compiles a schema that refers only to itself, which accepts nothing', async () => {
    const validators = await compileModule({ schemas: { loop: { $ref: '#', unevaluatedProperties: false } } });
    expect([validators['loop']?.is({ a: 1 }), (validators['loop']?.check({ a: 1 }).length ?? 0) > 0]).toEqual([
      false,
      true,
    ]);
  });

  table('rejects %s', async (text: string, want: string) => {
    expect(await listErrors(text)).toContain(want);
  });
});
