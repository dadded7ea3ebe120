import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  literal,
  memberKey,
  numberLiteral,
  propertyAccess,
  propertyKey,
  regexLiteral,
  stringLiteral,
  templateLiteral,
  typedLiteral,
} from 'speccast/emitter';
import type { Json } from 'speccast/emitter';
import { evaluate, evaluateRegex } from './evaluate.js';
import { hostileTexts } from './hostile-texts.js';
import { readRows } from '../../rows.js';

const { rows } = readRows(import.meta.url);

const visible = /^[\x20-\x7e\u00a1-\uffff]*$/;

describe('templateLiteral', () => {
  test.each([
    [['accounts/', ''], '`accounts/${string}`'],
    [['it\'s `a` "b" ${c} \\', 'd'], '`it\'s \\`a\\` "b" \\${c} \\x5c${string}d`'],
    [['\n$', '$'], '`\\n\\$${string}\\$`'],
  ])('%j becomes %s', (given, want) => {
    expect(templateLiteral(given, '${string}')).toBe(want);
  });

  test.each(hostileTexts)('evaluates to the exact texts: %j', (given) => {
    expect(evaluate(templateLiteral([given, given], `\${'-'}`))).toBe(`${given}-${given}`);
  });
});

describe('stringLiteral', () => {
  const cases = rows<readonly [string, string]>('cases');
  test.each(cases)('%j becomes %s', (given, want) => {
    expect(stringLiteral(given)).toBe(want);
  });

  test.each(hostileTexts)('evaluates to the exact text: %j', (given) => {
    expect(evaluate(stringLiteral(given))).toBe(given);
  });

  test('evaluates to the exact text, on one visible line, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const text = stringLiteral(given);
        expect(evaluate(text)).toBe(given);
        expect(text).not.toMatch(/[\n\r\u2028\u2029]/);
      }),
    );
  });
});

describe('typedLiteral', () => {
  test.each<[Json, string]>([
    [{ a: ['x'] }, "{ a: ['x'] }"],
    [{ toString: 'x' }, "{ toString: 'x' as const }"],
    [[{ a: { valueOf: ['x'], b: 1 } }], "[{ a: { valueOf: ['x'] as const, b: 1 } }]"],
    [{ valueOf: 1 }, '{ valueOf: 1 }'],
  ])('%j becomes %s', (given, want) => {
    expect(typedLiteral(given)).toBe(want);
  });
});

describe('literal', () => {
  const cases: readonly (readonly [Json, string])[] = [
    [null, 'null'],
    [true, 'true'],
    [-0, '-0'],
    [1e21, '1e+21'],
    [5e-324, '5e-324'],
    [[], '[]'],
    [{}, '{}'],
    [[1, 'a', null], `[1, 'a', null]`],
    [{ a: 1, 'b-c': { class: [] } }, `{ a: 1, 'b-c': { class: [] } }`],
    [JSON.parse('{"__proto__": {"x": 1}}'), `{ ['__proto__']: { x: 1 } }`],
  ];
  test.each(cases)('%j becomes %s', (given, want) => {
    expect(literal(given)).toBe(want);
  });

  test('evaluates to the exact value for any JSON', () => {
    const keys = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', 'constructor', 'toString', '0', '-1'),
    );
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constant(null),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: 'binary' }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.array(fc.tuple(keys, tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        expect(isDeepStrictEqual(evaluate(literal(given)), given)).toBe(true);
      }),
    );
  });

  test('keeps `__proto__` an own property', () => {
    const value = evaluate(literal(JSON.parse('{"__proto__": {"polluted": true}}')));
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
  });

  test('rejects values that JSON does not have', () => {
    const undefinedJson: Json = JSON.parse('[]').at(0);
    expect(() => literal(undefinedJson)).toThrow('Not a JSON value: undefined');
    expect(() => literal(Number.NaN)).toThrow('Not a number of JSON: NaN');
    expect(() => numberLiteral(Number.POSITIVE_INFINITY)).toThrow('Not a number of JSON: Infinity');
  });
});

describe('keys', () => {
  const cases = rows<readonly [string, string, string, string]>('cases (2)');
  test.each(cases)('%j', (given, key, type, access) => {
    expect(propertyKey(given)).toBe(key);
    expect(memberKey(given)).toBe(type);
    expect(propertyAccess('o', given)).toBe(access);
  });
});

describe('regexLiteral', () => {
  const cases = rows<readonly [string, string, string]>('cases (3)');
  test.each(cases)('%j with flags %j becomes %s', (given, flags, want) => {
    expect(regexLiteral(given, flags)).toBe(want);
  });

  test('matches the same texts as the pattern', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\/',
      '[',
      ']',
      '[/]',
      'a',
      '\n',
      '\\n',
      '(',
      ')',
      '(?:',
      '|',
      '*',
      '\\',
      '\\\\',
      '</script>',
      '\u2028',
      '^',
      '$',
      '-',
      '{',
      '}',
    );
    const patterns = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(patterns, fc.constantFrom('', 'u', 'i'), fc.string(), (pattern, flags, text) => {
        fc.pre(isPattern(pattern, flags));
        const evaluated = evaluateRegex(regexLiteral(pattern, flags));
        const want = new RegExp(pattern, flags);
        for (const given of [text, pattern, 'a/a', '\n', '\u2028', 'aaa'])
          expect(evaluated.exec(given)).toEqual(want.exec(given));
      }),
      { numRuns: 1000 },
    );
  });

  test('rejects invalid patterns and flags', () => {
    expect(() => regexLiteral('(', 'u')).toThrow(SyntaxError);
    expect(() => regexLiteral('a', 'u; pwned()')).toThrow('Not flags of a regular expression: "u; pwned()"');
  });

  test('has no hidden character and no line break', () => {
    for (const given of hostileTexts.filter((text) => isPattern(text, ''))) {
      expect(regexLiteral(given, '')).toMatch(visible);
    }
  });
});

function isPattern(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
