import { expect } from 'vitest';
import { readForeignPattern } from '../../generator/spec/patterns/foreign-pattern.js';
import { readRows } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

table('%j is written for another language', (pattern: string, want: JsonObject) => {
  expect(readForeignPattern(pattern)).toEqual(want);
});

table('%j is read as JavaScript reads it', (pattern: string) => {
  expect(readForeignPattern(pattern)).toBeUndefined();
});

table('[:%s:] matches the characters of ASCII that POSIX says', (name: string, inside: string, outside: string) => {
  const regex = new RegExp(readForeignPattern(`^[[:${name}:]]$`)?.meant ?? '', 'u');
  expect([...inside].filter((one) => !regex.test(one))).toEqual([]);
  expect([...outside].filter((one) => regex.test(one))).toEqual([]);
});
