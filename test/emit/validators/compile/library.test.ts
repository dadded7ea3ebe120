import { expect, test } from 'vitest';
import { compileValidators, printDiagnostic } from 'speccast';
import { runModule } from '../../../conformance/compile-module.js';

test('the library compiles a text to a module', async () => {
  const { code, diagnostics } = await compileValidators({ text: '{"schemas": {"Size": {"type": "integer"}}}' });
  expect(diagnostics).toEqual([]);
  const { Size } = await runModule(code ?? '');
  expect([Size?.is(3), Size?.is('3')]).toEqual([true, false]);
});

test('the library validates formats with `formats: assert`', async () => {
  const text = '{"schemas": {"Day": {"format": "date"}}}';
  const verdicts = [undefined, 'annotate', 'assert'] as const;
  const accepted = verdicts.map(async (formats) => {
    const { code } = await compileValidators({ text, ...(formats === undefined ? {} : { formats }) });
    return (await runModule(code ?? ''))['Day']?.is('tomorrow');
  });
  expect(await Promise.all(accepted)).toEqual([true, true, false]);
});

test('the library returns mistakes as data, and no code with an error', async () => {
  const text = '{"schemas": {"Size": {"type": 5}}}';
  const message = '"type" must be a string or an array, not a number';
  const error = { severity: 'error', code: 'wrong-type', message };
  expect(await compileValidators({ text })).toEqual({
    diagnostics: [{ ...error, at: { file: 'schemas.json', line: 1, column: 31 } }],
  });
  const { diagnostics } = await compileValidators({ text, file: 'my/sizes.json' });
  expect(diagnostics.map(printDiagnostic)).toEqual([`my/sizes.json:1:31 error wrong-type: ${message}`]);
});

test('the library returns the same code for the same text', async () => {
  const text = '{"schemas": {"a": {"items": {"$ref": "#"}, "pattern": "\\\\s+$"}, "b": {"enum": [{"x": 1}, 2]}}}';
  const [first, second] = await Promise.all([compileValidators({ text }), compileValidators({ text })]);
  expect(second).toEqual(first);
});
