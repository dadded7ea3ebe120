import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDate, isDateTime, isTime } from '@speccast/runtime/validators';

const datePattern = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const timePattern = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$/;

/** Returns whether a text is a date of RFC 3339, by a pattern and `Date`; the scanner has to agree. */
function isDateByPattern(text: string): boolean {
  const [, year, month, day] = (datePattern.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return day >= 1 && day <= date.getUTCDate();
}

function isTimeByPattern(text: string): boolean {
  const found = timePattern.exec(text);
  if (found === null) return false;
  const [hour = 0, minute = 0, second = 0] = found.slice(1, 4).map(Number);
  const [hours = 0, minutes = 0] = found.slice(5).map((one: string | undefined) => Number(one ?? 0));
  if (hour > 23 || minute > 59 || hours > 23 || minutes > 59) return false;
  const offset = (found[4] === '-' ? -1 : 1) * (hours * 60 + minutes);
  return second < 60 || (second === 60 && (hour * 60 + minute - offset + 2880) % 1440 === 1439);
}

function isDateTimeByPattern(text: string): boolean {
  return /^[Tt]$/.test(text.charAt(10)) && isDateByPattern(text.slice(0, 10)) && isTimeByPattern(text.slice(11));
}

const two = (most: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
const year = fc.constantFrom('0000', '1900', '2000', '2023', '2024', '9999');
const date = fc.tuple(year, two(13), two(32)).map((parts) => parts.join('-'));
const clock = fc.tuple(fc.oneof(two(24), fc.constant('23')), fc.oneof(two(60), fc.constant('59')), two(61));
const fraction = fc.constantFrom('', '', '.5', '.', '.123456789');
const offset = fc.oneof(
  fc.constantFrom('Z', 'z', '', 'ZZ', '+00:00', '-23:59'),
  fc.tuple(fc.constantFrom('+', '-', ' '), two(24), two(60)).map(([sign, ...parts]) => sign + parts.join(':')),
);
const time = fc.tuple(clock, fraction, offset).map(([parts, ...rest]) => parts.join(':') + rest.join(''));
const dateTime = fc.tuple(date, fc.constantFrom('T', 't', ' ', '4'), time).map((parts) => parts.join(''));

/** Returns texts, unchanged or with one character removed, inserted or replaced. */
function editTexts(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.constantFrom('', '0', '9', '٣', '/', ':', 'T', '\n', '-', '.');
  const changed = fc.tuple(text, fc.nat(40), edit, fc.nat(1));
  return fc.oneof(
    text,
    changed.map(([one, at, put, cut]) => one.slice(0, at) + put + one.slice(at + cut)),
  );
}

describe('the scanner of the formats of RFC 3339', () => {
  test('agrees with the grammar and the calendar', () => {
    const options = { numRuns: 20_000 };
    fc.assert(
      fc.property(editTexts(dateTime), (text) => isDateTime(text) === isDateTimeByPattern(text)),
      options,
    );
    fc.assert(
      fc.property(editTexts(date), (text) => isDate(text) === isDateByPattern(text)),
      options,
    );
    fc.assert(
      fc.property(editTexts(time), (text) => isTime(text) === isTimeByPattern(text)),
      options,
    );
  });

  test('moves the leap second by each offset', () => {
    const all = Array.from({ length: 1440 }, (_, minute) => minute);
    const text = (minute: number): string =>
      [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
    for (const minute of all) {
      const local = (1439 + minute) % 1440;
      expect(isTime(`${text(local)}:60+${text(minute)}`)).toBe(true);
      expect(isTime(`${text((local + 1) % 1440)}:60+${text(minute)}`)).toBe(false);
    }
  });
});
