import { expect, test } from 'vitest';
import { validatorOf, withRules } from '@speccast/runtime/validators';
import type { RequestRules } from '@speccast/runtime/validators';

const anything = validatorOf<unknown>({ pointer: '#', schema: 'object', is: (value) => typeof value === 'object' });
const two: RequestRules = { exactlyOne: ['id', 'mine'] };
const five: RequestRules = { exactlyOne: ['a', 'b', 'c', 'd', 'e'] };
const few: RequestRules = { atMostOne: ['forMe', 'forYou', 'forAll'] };
const alone: RequestRules = { excludes: { id: ['size', 'token'] } };
const needy: RequestRules = { requires: { near: 'within', from: ['to', 'zone'], length: { type: 'video', hd: true } } };
const long: RequestRules = {
  lengths: {
    'film.title': { atLeast: 1, atMost: 5, without: '<>' },
    'film.text': { atMost: 5, unit: 'bytes' },
    tags: { atMost: 11, unit: 'list' },
    'texts.(key).title': { atMost: 1 },
  },
};

const rows: readonly (readonly [rules: RequestRules, value: object, issues: readonly string[]])[] = [
  [two, {}, [' must have exactly one of id and mine']],
  [two, { id: ['x'] }, []],
  [two, { mine: true, size: 5 }, []],
  [two, { id: ['x'], mine: true }, ['mine does not go with id: send only one of id and mine']],
  // Nothing is sent of an empty list, an empty text, `undefined` and `null`; a flag that is `false` chooses nothing.
  [two, { id: [] }, [' must have exactly one of id and mine']],
  [two, { id: '' }, [' must have exactly one of id and mine']],
  [two, { id: undefined, mine: null }, [' must have exactly one of id and mine']],
  [two, { mine: false }, [' must have exactly one of id and mine']],
  [two, { mine: 'false', id: 'x' }, []],
  [two, { id: ['x'], mine: false }, []],
  [two, { id: 0 }, []],
  [two, Object.create({ id: 'x' }), [' must have exactly one of id and mine']],
  [five, { c: 'x' }, []],
  [five, { z: 'x' }, [' must have exactly one of a, b, c, d and e']],
  [
    five,
    { e: 1, a: 1, c: 1 },
    [
      'c does not go with a: send only one of a, b, c, d and e',
      'e does not go with a: send only one of a, b, c, d and e',
    ],
  ],
  [few, {}, []],
  [few, { forYou: true }, []],
  [few, { forYou: true, forAll: true }, ['forAll does not go with forYou: send only one of forMe, forYou and forAll']],
  [alone, { size: 5, token: 'x' }, []],
  [alone, { id: ['x'], size: 0, token: 'x' }, ['size does not go with id', 'token does not go with id']],
  [alone, { id: [], size: 5 }, []],
  [needy, { near: '1,1' }, ['near needs within']],
  [needy, { near: '1,1', within: '5km' }, []],
  [needy, { from: 1, to: 2 }, ['from needs zone']],
  [needy, { length: 'short' }, ['length needs type=video']],
  [needy, { length: 'short', type: ['video'] }, ['length needs hd=true']],
  [needy, { length: 'short', type: ['video'], hd: true }, []],
  [needy, { length: 'short', type: ['video', 'channel'], hd: true }, ['length needs type=video']],
  [needy, { length: 'short', type: [], hd: 'true' }, ['length needs type=video']],
  [long, {}, []],
  [long, { film: { title: '12345', text: '12345' }, tags: ['foo bar', 'b'] }, []],
  [long, { film: { title: '123456' } }, ['film.title must have at most 5 characters']],
  [long, { film: { title: '' } }, ['film.title must have at least 1 character']],
  // Characters are code points; bytes are those of UTF-8.
  [long, { film: { title: '😀😀😀😀😀', text: 'ééx' } }, []],
  [long, { film: { text: 'ééé' } }, ['film.text must have at most 5 bytes']],
  [long, { film: { title: 'a>b' } }, ['film.title must not contain >']],
  [long, { tags: ['foo bar', 'bc'] }, ['tags must have at most 11 characters in all']],
  [long, { tags: [], film: { title: 7 } }, []],
  [long, { texts: { de: { title: 'ab' }, fr: { title: 'a' } } }, ['texts.de.title must have at most 1 character']],
];

test.each(rows)('by the rules %j, %j has the issues %j', (rules, value, issues) => {
  const validator = withRules(anything, rules, '#/paths/~1films/get/x-parameter-rules');
  const texts = validator.check(value).map(({ path, message }) => `${path.join('.')} ${message}`);
  expect(texts).toEqual(issues);
  expect(validator.is(value)).toBe(issues.length === 0);
  expect(validator['~standard'].validate(value)).toEqual(
    issues.length === 0 ? { value } : { issues: validator.check(value) },
  );
});

test('issues have the pointer of their rule, and are no more than were asked for', () => {
  const validator = withRules(anything, { ...five, ...alone }, '#/rules');
  const value = { a: 1, b: 1, id: 1, size: 1 };
  expect(validator.check(value).map(({ keyword, schema }) => [keyword, schema])).toEqual([
    ['exactlyOne', '#/rules/exactlyOne'],
    ['excludes', '#/rules/excludes/id'],
  ]);
  expect(validator.check(value, { limit: 1 })).toHaveLength(1);
  expect(validator.check('text')).toEqual(anything.check('text'));
});
