import { expect, test } from 'vitest';
import { numbersFrom } from '../../../../templates/emulator/engine/sampling/ids.js';
import {
  isPicture,
  namedRange,
  namedString,
  rankOfTime,
} from '../../../../templates/emulator/engine/sampling/named-values.js';

test.each<[string, RegExp]>([
  ['email', /^[a-z]+\.[a-z]+@example\.com$/],
  ['contactEmail', /@example\.com$/],
  ['country', /^[A-Z][a-z]+( [A-Z][a-z]+)?$/],
  ['billing_country_code', /^[A-Z]{2}$/],
  ['currency', /^[A-Z]{3}$/],
  ['timeZone', /^[A-Z]\w+\/\w+$/],
  ['avatarUrl', /^data:image\/svg\+xml,/],
  ['homepage', /^https:\/\/example\.com\/[a-z]+$/],
  ['firstName', /^[A-Z][a-z]+$/],
  ['author', /^[A-Z][a-z]+ [A-Z][a-z]+$/],
  ['title', /^[A-Z][a-z]+ [A-Z][a-z]+$/],
  ['description', /\.$/],
  ['created_at', /^2025-\d\d-\d\dT\d\d:\d\d:00Z$/],
])('%s', (name, want) => {
  for (const seed of ['a', 'b', 'c']) expect(namedString(name, numbersFrom(seed))).toMatch(want);
});

test.each<[string, RegExp]>([
  ['shipCountry', /^(?:GB|FR|DE|US|JP|BR|KE|CA)$/],
  ['country', /^(?:GBR|FRA|DEU|USA|JPN|BRA|KEN|CAN)$/],
  ['countries', /^(?:gb|fr|de|us|jp|br|ke|ca)$/],
  ['currency', /^(?:gbp|eur|usd|jpy|brl|kes|cad)$/],
  ['language', /^[a-z]{2}-[A-Z]{2}$/],
  ['mobilePhone', /^\d{3}-\d{3}-\d{4}$/],
  ['zip', /^\d{5}$/],
  ['iban', /^DE\d{20}$/],
])('%s in the form of %s', (name, want) => {
  for (const seed of ['a', 'b', 'c'])
    expect(namedString(name, numbersFrom(seed), (text) => want.test(text))).toMatch(want);
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
