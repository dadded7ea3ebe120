import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Json } from 'speccast/emitter';
import { readAnyYaml } from '../../generator/spec/read/read-yaml.js';
import { readPlainYaml } from '../../generator/spec/read/read-plain-yaml.js';
import { type Positions, readTree } from './read-tree.js';
import { filesBelow, readFromRoot } from '../rules/sources.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

/** Prints the values, positions and messages that a reader returns for a file. Returns `undefined` if it declines the file. */
function printReading(text: string, reader: typeof readPlainYaml): string | undefined {
  const { value, positions, messages } = readTree(text, 'a.yaml', { reader });
  const said = messages.join('\n');
  return value === undefined && said === '' ? undefined : `${said}${value === undefined ? '' : show(positions, value)}`;
}

function show(positions: Positions, value: Json): string {
  if (value === null || typeof value !== 'object') return Object.is(value, -0) ? '-0' : JSON.stringify(value);
  const { offset, key, names, keyOffsets, valueOffsets } = positions.get(value);
  const items = Object.values(value).map((item: Json) => show(positions, item));
  return JSON.stringify({ offset, key, names, keyOffsets, valueOffsets, items });
}

/** Reads a text by the plain reader (`got`). It has to return what the other reader does (`want`), or to decline the text. */
function readTwice(text: string): { readonly given: string; readonly got: string; readonly want: string } {
  const got = printReading(text, readPlainYaml) ?? 'declined';
  return { given: text, got, want: got === 'declined' ? got : (printReading(text, readAnyYaml) ?? 'nothing') };
}

// Only a test reads `reasons.yaml`, which uses forms that the plain reader declines.
const specs = filesBelow('specs', '.yaml').filter((path) => !path.endsWith('/reasons.yaml'));
// The other reader takes seconds for a large file, and small files have all the forms that large ones have.
const isShort = (path: string): boolean => readFromRoot(path).length < 5000;
const cases = [...filesBelow('test/cases', '.yaml'), ...filesBelow('test/api', '.yaml')].filter(isShort);

describe('the plain reader returns the values and positions of the other reader', () => {
  test.each(specs.map((path) => [path]))('for %s', (path) => {
    const { got, want } = readTwice(readFromRoot(path));
    expect(got).not.toBe('declined');
    expect(got).toBe(want);
  });

  test.each(cases.map((path) => [path]))('for %s, or declines it', (path) => {
    const { got, want } = readTwice(readFromRoot(path));
    expect(got).toBe(want);
  });

  test('for every kind of line end', () => {
    for (const path of specs.filter((one) => readFromRoot(one).length < 5000)) {
      const { got, want } = readTwice(readFromRoot(path).replaceAll('\n', '\r\n'));
      expect([path, got]).toEqual([path, want]);
    }
  });

  test('for any JSON in any style', () => {
    const styles = fc.record({
      indent: fc.integer({ min: 1, max: 4 }),
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 20, 80),
      collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
      defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
    });
    const json = fc.dictionary(fc.string(), fc.jsonValue({ depthSize: 'medium' }));
    fc.assert(
      fc.property(json, styles, (given, style) => {
        const plain: unknown = JSON.parse(JSON.stringify(given));
        const { got, want } = readTwice(stringify(plain, { ...style, aliasDuplicateObjects: false }));
        expect(got).toBe(want);
      }),
    );
  });

  table(
    'for specs with random changes, or declines them',
    ({ bits, more }: { bits: readonly string[]; more: readonly string[] }) => {
      const lines = [...specs, ...cases].flatMap((path) => readFromRoot(path).split('\n'));
      const change = fc.record({ at: fc.nat(600), drop: fc.nat(3), bit: fc.constantFrom(...bits, ...more) });
      const chunk = fc.record({ from: fc.nat(lines.length - 1), count: fc.integer({ min: 1, max: 12 }) });
      const declined = fc.sample(fc.tuple(chunk, fc.array(change, { maxLength: 3 })), { numRuns: 4_000, seed: 1 });
      let read = 0;
      for (const [{ from, count }, changes] of declined) {
        const { given, got, want } = readTwice(changes.reduce(apply, outdent(lines.slice(from, from + count))));
        expect([given, got]).toEqual([given, want]);
        if (got !== 'declined') read++;
      }
      expect(read).toBeGreaterThan(500);
    },
  );
});

function outdent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...indents, 80))).join('\n');
}

function apply(text: string, change: { readonly at: number; readonly drop: number; readonly bit: string }): string {
  const at = change.at % (text.length + 1);
  return text.slice(0, at) + change.bit + text.slice(at + change.drop);
}

describe('the plain reader declines', () => {
  table('%s', (_: string, given: string) => expect(printReading(given, readPlainYaml)).toBeUndefined());
});
