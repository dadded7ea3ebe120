import type { SplitItems } from '../../operation.js';

/** An event of `text/event-stream`, as it was sent. */
interface SentEvent {
  data: string | undefined;
  event?: string;
  id?: string;
  retry?: number;
}

/**
 * Splits `text/event-stream` into events, as the HTML specification defines it: `event: a\ndata: 1\n\n` → `{ event: 'a', data: '1' }`.
 * Skips events without data, and an incomplete one at the end. In the form `data`, `[DONE]` ends the items.
 */
export const splitEvents: SplitItems = ({ items = 'event' }, fail, parse = JSON.parse) => {
  const lines = splitLines(fail);
  let found: SentEvent = { data: undefined };
  let isDone = false;
  const readData = (data: string) => {
    // In the form `mixed-event`, data that are not a JSON object or array stay text, also `[DONE]`.
    if (items === 'event' || (items === 'mixed-event' && !/^\s*[{[]/.test(data))) return data;
    try {
      return parse(data);
    } catch {
      if (items === 'mixed-event') return data;
      throw fail('the data of an event of the response are not JSON, which is declared');
    }
  };
  return {
    *push(text) {
      for (const line of lines.push(text)) {
        if (isDone) return;
        // `data: text`: one space after the colon is ignored. A line without a colon is a field without a value.
        const [, name = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
        if (name === 'data') found.data = found.data === undefined ? value : `${found.data}\n${value}`;
        else if (name === 'event') found.event = value;
        else if (name === 'id' && !value.includes('\0')) found.id = value;
        else if (name === 'retry' && /^\d+$/.test(value)) found.retry = Number(value);
        if (line) continue;
        const { data, ...event } = found;
        found = { data: undefined };
        isDone = items === 'data' && data === '[DONE]';
        if (data === undefined || isDone) continue;
        yield items === 'data' ? readData(data) : { ...event, data: readData(data) };
      }
    },
    end: () => [],
  };
};

/** Splits JSON lines, of which empty ones are skipped, and JSON text sequences (RFC 7464), in which U+001E precedes each item. */
export const splitJsonLines: SplitItems = ({ mediaType }, fail, parse = JSON.parse) => {
  // Items of a sequence may contain line breaks.
  const lines = splitLines(fail, mediaType.includes('json-seq') ? '\u001e' : '\n');
  const read = (line: string) => {
    if (!line.trim()) return [];
    try {
      return [parse(line)];
    } catch {
      throw fail('a line of the response is not JSON, which is declared');
    }
  };
  return {
    *push(text) {
      // One by one: the lines before an invalid one are items.
      for (const line of lines.push(text)) yield* read(line);
    },
    end: () => read(lines.end()),
  };
};

/** Maximum number of characters in a line, so that an endless line does not fill the memory. */
const longestLine = 67_108_864;

/**
 * Splits text that arrives in pieces into lines (LF, CR or CRLF), each as soon as it is complete. `end` returns an incomplete last line.
 * Throws an error of `fail` if a line is too long.
 */
function splitLines(fail: (message: string) => Error, ending: RegExp | string = /\r\n|\n|\r/) {
  let begun = '';
  let afterReturn = false;
  return {
    push: (text: string) => {
      // A CR at the end of the last piece ended a line; its LF may be at the start of this piece.
      const own = afterReturn && text.startsWith('\n') ? text.slice(1) : text;
      if (text) afterReturn = text.endsWith('\r') && ending instanceof RegExp;
      const [first = '', ...others] = own.split(ending);
      const last = others.pop();
      const line = begun + first;
      if (line.length > longestLine) throw fail(`a line of the response is longer than ${longestLine} characters`);
      begun = last ?? line;
      return last === undefined ? [] : [line, ...others];
    },
    end: () => begun,
  };
}
