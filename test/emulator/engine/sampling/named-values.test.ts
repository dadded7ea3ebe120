import { expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { numbersFrom } from '../../../../templates/emulator/engine/sampling/ids.js';
import {
  isPicture,
  namedRange,
  namedString,
  rankOfTime,
} from '../../../../templates/emulator/engine/sampling/named-values.js';

const { names, forms } = readYaml<Readonly<Record<'names' | 'forms', Readonly<Record<string, string>>>>>(
  new URL('named-values.yaml', import.meta.url),
);

test.each(Object.entries(names))('%s', (name, want) => {
  for (const seed of ['a', 'b', 'c']) expect(namedString(name, numbersFrom(seed))).toMatch(new RegExp(want));
});

test.each(Object.entries(forms))('%s in the form of %s', (name, want) => {
  const form = new RegExp(want);
  for (const seed of ['a', 'b', 'c'])
    expect(namedString(name, numbersFrom(seed), (text) => form.test(text))).toMatch(form);
});

test('a name that says nothing', () => {
  expect(namedString('quux', numbersFrom('a'))).toBeUndefined();
  expect([isPicture('logo'), isPicture('url'), namedRange('latitude')?.maximum, namedRange('quux')]).toEqual([
    true,
    false,
    60,
    undefined,
  ]);
});

test('times come in an order', () => {
  const names = ['createdAt', 'updated_at', 'closedOn'];
  expect(names.map(rankOfTime)).toEqual([1, 2, 3]);
  expect(rankOfTime('quux')).toBeUndefined();
});
