import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { docComment, docText, docLines } from 'speccast/emitter';
import type { DocLine } from 'speccast/emitter';
import { hostileTexts } from '../hostile-texts.js';

describe('docComment', () => {
  const cases: readonly (readonly [string, readonly DocLine[], string])[] = [
    ['nothing', [], ''],
    ['one line', ['A thing.'], '/** A thing. */'],
    ['paragraphs', ['A thing.', '', 'Of two.'], '/**\n * A thing.\n *\n * Of two.\n */'],
    [
      'line ends of all kinds',
      ['a\r\nb\rc\nd\u2028e\u2029f\u0085g'],
      '/**\n * a\n * b\n * c\n * d\n * e\n * f\n * g\n */',
    ],
    ['the end of a comment', ['a */ b'], '/** a *\\/ b */'],
    ['ends of comments that overlap', ['**/*/'], '/** **\\/*\\/ */'],
    ['a tag of the spec', ['@internal'], '/** \\@internal */'],
    ['what the compiler obeys', ['@ts-ignore', 'a @ts-nocheck'], '/**\n * \\@\\ts-ignore\n * a @\\ts-nocheck\n */'],
    ['an import source', ['a @jsxImportSource evil'], '/** a @\\jsxImportSource evil */'],
    ['what bundlers obey', ['#__NO_SIDE_EFFECTS__ @__PURE__'], '/** #\\__NO_SIDE_EFFECTS__ @\\__PURE__ */'],
    ['a source map', ['//# sourceMappingURL=/etc/x'], '/** //#\\ sourceMappingURL=/etc/x */'],
    ['a tag behind stars', [' * @internal'], '/**  * \\@internal */'],
    ['an inline tag', ['{@link x}'], '/** {\\@link x} */'],
    ['an address', ['me@example.org'], '/** me@example.org */'],
    ['hidden characters', ['a\u202eb\u0000'], '/** a\\u202eb\\u0000 */'],
    [
      'our tag',
      [{ tag: 'deprecated', text: 'Use */ another.\n@x' }],
      '/**\n * @deprecated Use *\\/ another.\n * \\@x\n */',
    ],
  ];
  test.each(cases)('%s', (_, given, want) => {
    expect(docComment(given)).toBe(want);
  });

  test('ends where it says, for any text', () => {
    const texts = fc.oneof(
      fc.constantFrom(...hostileTexts),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('*', '/', '\\', '@', '\n', ' ') }),
    );
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), (given) => {
        const comment = docComment(given);
        expect(comment.indexOf('*/')).toBe(comment.length - 2);
        expect(comment).not.toMatch(/^[\s*/]*@/m);
      }),
    );
  });

  test('drops nothing that can be seen', () => {
    const texts = fc.string({ unit: fc.constantFrom('*', '/', '\\', '@', '{', 'a', 'b') });
    fc.assert(
      fc.property(texts, (given) => {
        expect(isSubsequence(given, docText([given]))).toBe(true);
      }),
    );
  });
});

describe('docLines', () => {
  test('puts texts, facts, notes and deprecation into paragraphs, and says no source', () => {
    const doc = { summary: 'Sum.', description: 'Long '.repeat(20).trim(), deprecated: true, source: 'a.md:3' };
    const want = ['Sum.', '', doc.description, '', 'Fact.', '', 'Note. Two.', '', { tag: 'deprecated', text: '' }];
    expect(docLines(doc, ['Note.', 'Two.'], { facts: ['Fact.'] })).toEqual(want);
  });

  test('keeps sentences on one line where they are short', () => {
    expect(docLines({ description: 'A thing.', source: 'a.md:3' }, ['At most 3.'])).toEqual(['A thing. At most 3.']);
    expect(docLines({ description: 'A thing', source: 'a.md:3' })).toEqual(['A thing']);
    expect(docLines({ description: 'A\nthing.', source: 'a.md:3' })).toEqual(['A\nthing.']);
  });

  test('says the source where the config asks for it', () => {
    const doc = { description: 'A thing.', source: 'a.md:3', cited: true };
    expect(docLines(doc, ['At most 3.'])).toEqual(['A thing. At most 3. Source: a.md:3.']);
    expect(docLines({ source: 'public', cited: true })).toEqual(['Source: public facts.']);
  });

  test('says a summary once that the description repeats', () => {
    expect(docLines({ summary: 'A thing', description: 'A thing of beauty.' })).toEqual(['A thing of beauty.']);
  });

  test('is empty where the spec says nothing', () => {
    expect(docLines({})).toEqual([]);
  });
});

function isSubsequence(part: string, whole: string): boolean {
  let from = 0;
  for (const character of part) {
    const found = whole.indexOf(character, from);
    if (found === -1) return false;
    from = found + 1;
  }
  return true;
}
