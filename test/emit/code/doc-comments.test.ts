import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { docComment, docText, docLines } from 'speccast/emitter';
import type { DocLine } from 'speccast/emitter';
import { hostileTexts } from './hostile-texts.js';
import { readRows } from '../../rows.js';

const { rows } = readRows(import.meta.url);

describe('docComment', () => {
  const cases = rows<readonly [string, readonly DocLine[], string]>('cases');
  test.each(cases)('%s', (_, given, want) => {
    expect(docComment(given)).toBe(want);
  });

  test('has no end before its last characters, for any text', () => {
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

  test('drops no visible character', () => {
    const texts = fc.string({ unit: fc.constantFrom('*', '/', '\\', '@', '{', 'a', 'b') });
    fc.assert(
      fc.property(texts, (given) => {
        expect(isSubsequence(given, docText([given]))).toBe(true);
      }),
    );
  });
});

describe('docLines', () => {
  test('puts texts, facts, notes and deprecation into paragraphs, without the source', () => {
    const doc = { summary: 'Sum.', description: 'Long '.repeat(20).trim(), deprecated: true, source: 'a.md:3' };
    const want = ['Sum.', '', doc.description, '', 'Fact.', '', 'Note. Two.', '', { tag: 'deprecated', text: '' }];
    expect(docLines(doc, ['Note.', 'Two.'], { facts: ['Fact.'] })).toEqual(want);
  });

  test('keeps short sentences on one line', () => {
    expect(docLines({ description: 'A thing.', source: 'a.md:3' }, ['At most 3.'])).toEqual(['A thing. At most 3.']);
    expect(docLines({ description: 'A thing', source: 'a.md:3' })).toEqual(['A thing']);
    expect(docLines({ description: 'A\nthing.', source: 'a.md:3' })).toEqual(['A\nthing.']);
  });

  test('names the source if the config requests it', () => {
    const doc = { description: 'A thing.', source: 'a.md:3', cited: true };
    expect(docLines(doc, ['At most 3.'])).toEqual(['A thing. At most 3. Source: a.md:3.']);
    expect(docLines({ source: 'public', cited: true })).toEqual(['Source: public facts.']);
  });

  test('leaves out a summary that the description repeats', () => {
    expect(docLines({ summary: 'A thing', description: 'A thing of beauty.' })).toEqual(['A thing of beauty.']);
  });

  test('is empty without texts', () => {
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
