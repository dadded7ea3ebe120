import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitEvents, splitJsonLines } from '@speccast/runtime';
import type { EventForm, ItemSplitter } from '../../../../templates/runtime/operation.js';

const fail = (message: string): Error => new Error(message);

function events(items?: EventForm): ItemSplitter {
  return splitEvents({ mediaType: 'text/event-stream', kind: 'events', ...(items && { items }) }, fail);
}

function lines(mediaType = 'application/jsonl'): ItemSplitter {
  return splitJsonLines({ mediaType, kind: 'lines' }, fail);
}

function all(splitter: ItemSplitter, ...texts: readonly string[]): unknown[] {
  return [...texts.flatMap((text) => [...splitter.push(text)]), ...splitter.end()];
}

describe('events', () => {
  test.each<{ readonly name: string; readonly text: string; readonly want: readonly object[] }>([
    { name: 'one line of data', text: 'data: a\n\n', want: [{ data: 'a' }] },
    {
      name: 'one space after the colon does not count',
      text: 'data:a\n\ndata:  b\n\n',
      want: [{ data: 'a' }, { data: ' b' }],
    },
    { name: 'several lines of data are one text', text: 'data: a\ndata\ndata: b\n\n', want: [{ data: 'a\n\nb' }] },
    {
      name: 'CR, LF and CRLF end lines',
      text: 'data: a\r\rdata: b\r\n\r\ndata: c\n\n',
      want: [{ data: 'a' }, { data: 'b' }, { data: 'c' }],
    },
    {
      name: 'all fields',
      text: 'event: e\nid: 7\nretry: 10\ndata: a\n\n',
      want: [{ event: 'e', id: '7', retry: 10, data: 'a' }],
    },
    {
      name: 'comments and unknown fields are passed over',
      text: ': hello\nfoo: bar\ndata: a\n\n:\n\n',
      want: [{ data: 'a' }],
    },
    {
      name: 'what is no number is no retry, and a name with a zero is none',
      text: 'retry: 1x\nid: a\0b\ndata: a\n\n',
      want: [{ data: 'a' }],
    },
    { name: 'without data there is no event', text: 'event: e\nid: 7\n\ndata: a\n\n', want: [{ data: 'a' }] },
    { name: 'an event whose end did not arrive is none', text: 'data: a\n\ndata: b\n', want: [{ data: 'a' }] },
    { name: 'empty data are data', text: 'data\n\n', want: [{ data: '' }] },
    {
      name: 'a name that every object has is passed over',
      text: '__proto__: 1\nconstructor: 2\ndata: a\n\n',
      want: [{ data: 'a' }],
    },
  ])('$name', ({ text, want }) => {
    expect(all(events(), text)).toEqual(want);
  });

  test('data are JSON where that is declared, alone or with their event', () => {
    expect(all(events('json-event'), 'event: e\ndata: {"a":\ndata: 1}\n\n')).toEqual([{ event: 'e', data: { a: 1 } }]);
    expect(all(events('data'), 'data: [1]\n\ndata: [DONE]\n\ndata: [2]\n\n')).toEqual([[1]]);
    expect(() => all(events('data'), 'data: oops\n\n')).toThrow(
      'an event of the response does not hold the JSON that is declared',
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
  test.each([
    { name: 'each line is an item', text: '{"a":1}\n[2]\n"c"\nnull\n', want: [{ a: 1 }, [2], 'c', null] },
    { name: 'CRLF ends lines, too, and empty lines do not count', text: '1\r\n\r\n\n2', want: [1, 2] },
    { name: 'a line separator of Unicode ends no line', text: '"a\u2028b"\n', want: ['a\u2028b'] },
    { name: 'nothing is no item', text: '', want: [] },
  ])('$name', ({ text, want }) => {
    expect(all(lines(), text)).toEqual(want);
    expect(all(lines(), ...text)).toEqual(want);
  });

  test('records follow a control character, and may hold line breaks', () => {
    expect(all(lines('application/json-seq'), '\u001e{"a":\n1}\n\u001e2\n')).toEqual([{ a: 1 }, 2]);
  });

  test('a broken line is an error after the items before it', () => {
    const given: unknown[] = [];
    const read = (): void => {
      for (const item of lines().push('1\n{"a"\n3\n')) given.push(item);
    };
    expect(read).toThrow('a line of the response is not the JSON that is declared');
    expect(given).toEqual([1]);
  });
});
