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

/** Everything that a reader says about a file, values and positions, as one text; `undefined` where it declines the file. */
function reading(text: string, reader: typeof readPlainYaml): string | undefined {
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

/** What the plain reader makes of a text, and what it should: the same as the other reader, or nothing. */
function bothReadings(text: string): { readonly given: string; readonly got: string; readonly want: string } {
  const got = reading(text, readPlainYaml) ?? 'declined';
  return { given: text, got, want: got === 'declined' ? got : (reading(text, readAnyYaml) ?? 'nothing') };
}

// Requests that provoke reasons are read by a test alone, and use forms that the plain reader leaves to the other one.
const specs = filesBelow('specs', '.yaml').filter((path) => !path.endsWith('/reasons.yaml'));
// The other reader takes seconds for a large file, which has no other forms than small ones.
const isShort = (path: string): boolean => readFromRoot(path).length < 5000;
const cases = [...filesBelow('test/cases', '.yaml'), ...filesBelow('test/api', '.yaml')].filter(isShort);

describe('the plain reader gives the values and positions that the other reader gives', () => {
  test.each(specs.map((path) => [path]))('of %s', (path) => {
    const { got, want } = bothReadings(readFromRoot(path));
    expect(got).not.toBe('declined');
    expect(got).toBe(want);
  });

  test.each(cases.map((path) => [path]))('of %s, or declines it', (path) => {
    const { got, want } = bothReadings(readFromRoot(path));
    expect(got).toBe(want);
  });

  test('whatever the line ends', () => {
    for (const path of specs.filter((one) => readFromRoot(one).length < 5000)) {
      const { got, want } = bothReadings(readFromRoot(path).replaceAll('\n', '\r\n'));
      expect([path, got]).toEqual([path, want]);
    }
  });

  test('of any JSON, however it is written', () => {
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
        const { got, want } = bothReadings(stringify(plain, { ...style, aliasDuplicateObjects: false }));
        expect(got).toBe(want);
      }),
    );
  });

  table(
    'of specs in which something was changed, or declines them',
    ({ bits, more }: { bits: readonly string[]; more: readonly string[] }) => {
      const lines = [...specs, ...cases].flatMap((path) => readFromRoot(path).split('\n'));
      const change = fc.record({ at: fc.nat(600), drop: fc.nat(3), bit: fc.constantFrom(...bits, ...more) });
      const chunk = fc.record({ from: fc.nat(lines.length - 1), count: fc.integer({ min: 1, max: 12 }) });
      const declined = fc.sample(fc.tuple(chunk, fc.array(change, { maxLength: 3 })), { numRuns: 4_000, seed: 1 });
      let read = 0;
      for (const [{ from, count }, changes] of declined) {
        const { given, got, want } = bothReadings(changes.reduce(apply, outdent(lines.slice(from, from + count))));
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
  table('%s', (_: string, given: string) => expect(reading(given, readPlainYaml)).toBeUndefined());
});
