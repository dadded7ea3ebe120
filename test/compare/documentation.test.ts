import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { changeCodes, type ChangeCode, type CodeEntry } from '../../generator/compare/changes/change.js';
import { adviceOn } from '../../generator/compare/release/print-entry.js';

const page = readFileSync(fileURLToPath(new URL('../../generator/docs/diff.md', import.meta.url)), 'utf8');
const [, section = ''] = page.match(/^## Kinds of changes$([^]*?)(?=^## |(?![^]))/m) ?? [];

/** Prints the kinds of a change as in the table: `breaking`, or `sent: breaking, received: feature`. */
function printKinds({ kind, sent, received, unused }: CodeEntry): string {
  const named = [
    ['sent', sent],
    ['received', received],
    ['unused', unused],
  ] as const;
  const stated = named.flatMap(([name, one]) => (one === undefined ? [] : [`${name}: ${one}`]));
  return kind ?? stated.join(', ');
}

test('the table of changes matches the code', () => {
  const rows = [...section.matchAll(/^\| `.*$/gm)].map(([row]) => row.split('|').map((cell) => cell.trim()));
  const want = Object.entries(changeCodes).map(([code, entry]: readonly [string, CodeEntry]) => [
    '',
    `\`${code}\``,
    printKinds(entry),
    entry.means,
    entry.why,
    '',
  ]);
  expect(rows).toEqual(want);
});

test('a code has one kind, or a kind for each direction', () => {
  const wrong = Object.entries(changeCodes).filter(([, entry]: readonly [string, CodeEntry]) => {
    const directed = entry.sent ?? entry.received;
    return (entry.kind === undefined) === (directed === undefined);
  });
  expect(wrong).toEqual([]);
});

test('every change that may be breaking has an advice', () => {
  const codes = Object.entries(changeCodes).flatMap(([code, entry]: readonly [string, CodeEntry]) =>
    isCode(code) && Object.values(entry).includes('breaking') ? [code] : [],
  );
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => adviceOn(code) === '')).toEqual([]);
});

function isCode(code: string): code is ChangeCode {
  return Object.hasOwn(changeCodes, code);
}
