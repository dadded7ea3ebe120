import { expect } from 'vitest';
import { head, read } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

/** Reads a pattern: its error in JavaScript (`fault`), and the JavaScript pattern that it is read as (`meant`), if known. */
function readPattern(pattern: string): { readonly fault?: string; readonly meant?: string } {
  const text = `${head}components: { schemas: { A: { maxLength: 1000, pattern: ${JSON.stringify(pattern)} } } }\n`;
  const { document, messages } = read(text, { repairs: true });
  const [fault] = messages.flatMap((one) => /foreign-pattern: "pattern" (.*?); it is /s.exec(one)?.[1] ?? []);
  const schema = document?.openapi.components?.schemas?.['A'];
  const meant = typeof schema === 'object' && 'pattern' in schema ? schema.pattern : undefined;
  return { ...(fault !== undefined && { fault }), ...(typeof meant === 'string' && meant !== pattern && { meant }) };
}

table('%j is written for another language', (pattern: string, want: object) => {
  expect(readPattern(pattern)).toEqual(want);
});

table('%j is read as JavaScript reads it', (pattern: string) => {
  expect(readPattern(pattern)).toEqual({});
});

table('[:%s:] matches its ASCII characters in POSIX', (name: string, inside: string, outside: string) => {
  const regex = new RegExp(readPattern(`^[[:${name}:]]$`).meant ?? '', 'u');
  expect([...inside].filter((one) => !regex.test(one))).toEqual([]);
  expect([...outside].filter((one) => regex.test(one))).toEqual([]);
});
