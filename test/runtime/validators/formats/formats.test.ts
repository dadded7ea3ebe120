import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as validators from '@speccast/runtime/validators';
import { decodePunycode, encodePunycode } from '../../../../templates/runtime/validators/formats/punycode.js';
import { readRows } from '../../../rows.js';

interface Format {
  /** The name of the format in schemas. */
  readonly name?: string;
  /** The name of the function that checks it. */
  readonly is: string;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const { rows: table } = readRows(new URL('formats.yaml', import.meta.url));
const formats = table<Format>('texts');

/** Returns the function that checks a format. */
function findCheck(name: string): (value: unknown) => boolean {
  return Reflect.get(validators, name);
}

describe.each([...formats, ...table<Format>('numbers')])('$is', ({ is, good, bad }) => {
  test.each(good)('accepts %j', (value) => expect(findCheck(is)(value)).toBe(true));
  test.each(bad)('rejects %j', (value) => expect(findCheck(is)(value)).toBe(false));
});

describe('Punycode', () => {
  test.each([
    ['bücher', 'bcher-kva'],
    ['ü', 'tda'],
    ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
    ['3年b組金八先生', '3b-ww4c5e180e575a65lsy2b'],
  ])('writes %s as %s, and reads it', (text, code) => {
    expect(encodePunycode(text)).toBe(code);
    expect(decodePunycode(code)).toBe(text);
  });

  test.each(['é-!', '99999999', 'a_', 'x'.repeat(100)])('returns undefined for the invalid text %j', (code) => {
    expect(decodePunycode(code)).toBeUndefined();
  });
});

test('no format throws for any text', () => {
  const pieces = fc.constantFrom('xn--', '-', '.', '@', '://', '[', ']', '%', '\u200c', 'ü', '\u{10ffff}', '\ud800');
  const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 8 });
  fc.assert(
    fc.property(text, (parts) => {
      for (const { is } of formats) expect(typeof findCheck(is)(parts.join(''))).toBe('boolean');
    }),
    { numRuns: 300 },
  );
});

test('Punycode of any text is decoded to the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
      const code = encodePunycode(text);
      if (code !== undefined && /[^\0-\x7f]/.test(text)) expect(decodePunycode(code)).toBe(text);
    }),
  );
});

test('formats take linear time', () => {
  const pieces = ['a', '0', '-', '.', 'xn--', 'ü', '@', 'a.', '1:', '[', '%', '{', '/', '~', '\u200c', 'a-', '=', ','];
  const texts = ['', '//', 'P', 'a:'].flatMap((first) => pieces.map((one) => first + one.repeat(100_000)));
  const start = performance.now();
  for (const { is } of formats) for (const text of texts) findCheck(is)(text);
  expect(performance.now() - start).toBeLessThan(20_000);
});
