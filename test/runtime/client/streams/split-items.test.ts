import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitEvents, splitJsonLines } from '@speccast/runtime';
import type { OperationContent } from '@speccast/runtime';
import { readRows } from '../../../rows.js';

const { rows: table } = readRows(new URL('split-items.yaml', import.meta.url));

const fail = (message: string): Error => new Error(message);

type ItemSplitter = ReturnType<typeof splitEvents>;

function createEventSplitter(items?: OperationContent['items']): ItemSplitter {
  return splitEvents({ mediaType: 'text/event-stream', kind: 'events', ...(items && { items }) }, fail);
}

function createLineSplitter(mediaType = 'application/jsonl'): ItemSplitter {
  return splitJsonLines({ mediaType, kind: 'lines' }, fail);
}

function splitAll(splitter: ItemSplitter, ...texts: readonly string[]): unknown[] {
  return [...texts.flatMap((text) => [...splitter.push(text)]), ...splitter.end()];
}

describe('events', () => {
  test.each(table<{ readonly name: string; readonly text: string; readonly want: readonly object[] }>('events'))(
    '$name',
    ({ text, want }) => {
      expect(splitAll(createEventSplitter(), text)).toEqual(want);
    },
  );

  test('data are parsed as JSON if that is declared, alone or in an event', () => {
    expect(splitAll(createEventSplitter('json-event'), 'event: e\ndata: {"a":\ndata: 1}\n\n')).toEqual([
      { event: 'e', data: { a: 1 } },
    ]);
    expect(splitAll(createEventSplitter('data'), 'data: [1]\n\ndata: [DONE]\n\ndata: [2]\n\n')).toEqual([[1]]);
    expect(() => splitAll(createEventSplitter('data'), 'data: oops\n\n')).toThrow(
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
  ])('mixed data are parsed as JSON only if they are an object or array: %s', (text, data) => {
    expect(splitAll(createEventSplitter('mixed-event'), `data: ${text}\n\n`)).toEqual([{ data }]);
  });

  test('an event is returned before the next one arrives', () => {
    const splitter = createEventSplitter();
    expect([...splitter.push('data: a\r\n\r')]).toEqual([{ data: 'a' }]);
    expect([...splitter.push('\ndata: b\n\n')]).toEqual([{ data: 'b' }]);
  });

  test('events do not depend on the pieces of the text', () => {
    const line = fc.constantFrom('data: a', 'data:', 'data: é😀', 'event: x', 'id: 1', ': c', '', '', 'retry: 5');
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')))
      .map((splitAll) => splitAll.flat().join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (whole, cuts) => {
        const at = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
        expect(splitAll(createEventSplitter(), ...pieces)).toEqual(splitAll(createEventSplitter(), whole));
      }),
    );
  });
});

describe('lines', () => {
  test.each(table<{ readonly name: string; readonly text: string; readonly want: readonly unknown[] }>('lines'))(
    '$name',
    ({ text, want }) => {
      expect(splitAll(createLineSplitter(), text)).toEqual(want);
      expect(splitAll(createLineSplitter(), ...text)).toEqual(want);
    },
  );

  test('records begin with a control character, and may contain line breaks', () => {
    expect(splitAll(createLineSplitter('application/json-seq'), '\u001e{"a":\n1}\n\u001e2\n')).toEqual([{ a: 1 }, 2]);
  });

  test('an invalid line is an error after the items before it', () => {
    const items: unknown[] = [];
    const read = (): void => {
      for (const item of createLineSplitter().push('1\n{"a"\n3\n')) items.push(item);
    };
    expect(read).toThrow('a line of the response is not JSON, which is declared');
    expect(items).toEqual([1]);
  });
});
