import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitEvents, splitJsonLines } from '@speccast/runtime';
import type { OperationContent } from '@speccast/runtime';
import { readRows } from '../../../rows.js';

const { rows: table } = readRows(new URL('split-items.yaml', import.meta.url));

const fail = (message: string): Error => new Error(message);

type ItemSplitter = ReturnType<typeof splitEvents>;

function events(items?: OperationContent['items']): ItemSplitter {
  return splitEvents({ mediaType: 'text/event-stream', kind: 'events', ...(items && { items }) }, fail);
}

function lines(mediaType = 'application/jsonl'): ItemSplitter {
  return splitJsonLines({ mediaType, kind: 'lines' }, fail);
}

function all(splitter: ItemSplitter, ...texts: readonly string[]): unknown[] {
  return [...texts.flatMap((text) => [...splitter.push(text)]), ...splitter.end()];
}

describe('events', () => {
  test.each(table<{ readonly name: string; readonly text: string; readonly want: readonly object[] }>('events'))(
    '$name',
    ({ text, want }) => {
      expect(all(events(), text)).toEqual(want);
    },
  );

  test('data are JSON where that is declared, alone or with their event', () => {
    expect(all(events('json-event'), 'event: e\ndata: {"a":\ndata: 1}\n\n')).toEqual([{ event: 'e', data: { a: 1 } }]);
    expect(all(events('data'), 'data: [1]\n\ndata: [DONE]\n\ndata: [2]\n\n')).toEqual([[1]]);
    expect(() => all(events('data'), 'data: oops\n\n')).toThrow(
      'the data of an event of the response are not JSON, which is declared',
    );
  });

  test.each([
    ['{"a":1}', { a: 1 }],
    [' [1]', [1]],
    ['[DONE]', '[DONE]'],
    ['{"a":', '{"a":'],
    ['42', '42'],
    ['done', 'done'],
  ])('beside text, data are JSON where they are an object or array: %s', (text, data) => {
    expect(all(events('mixed-event'), `data: ${text}\n\n`)).toEqual([{ data }]);
  });

  test('an event is given before the rest arrives', () => {
    const splitter = events();
    expect([...splitter.push('data: a\r\n\r')]).toEqual([{ data: 'a' }]);
    expect([...splitter.push('\ndata: b\n\n')]).toEqual([{ data: 'b' }]);
  });

  test('it does not matter where the pieces end', () => {
    const line = fc.constantFrom('data: a', 'data:', 'data: é😀', 'event: x', 'id: 1', ': c', '', '', 'retry: 5');
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n'))).map((all) => all.flat().join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (whole, cuts) => {
        const at = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
        expect(all(events(), ...pieces)).toEqual(all(events(), whole));
      }),
    );
  });
});

describe('lines', () => {
  test.each(table<{ readonly name: string; readonly text: string; readonly want: readonly unknown[] }>('lines'))(
    '$name',
    ({ text, want }) => {
      expect(all(lines(), text)).toEqual(want);
      expect(all(lines(), ...text)).toEqual(want);
    },
  );

  test('records follow a control character, and may hold line breaks', () => {
    expect(all(lines('application/json-seq'), '\u001e{"a":\n1}\n\u001e2\n')).toEqual([{ a: 1 }, 2]);
  });

  test('a broken line is an error after the items before it', () => {
    const given: unknown[] = [];
    const read = (): void => {
      for (const item of lines().push('1\n{"a"\n3\n')) given.push(item);
    };
    expect(read).toThrow('a line of the response is not JSON, which is declared');
    expect(given).toEqual([1]);
  });
});
