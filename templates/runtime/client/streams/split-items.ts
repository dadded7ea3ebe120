import type { SplitItems } from '../../operation.js';

/** An event of `text/event-stream`, as it was sent. */
interface SentEvent {
  data: string | undefined;
  event?: string;
  id?: string;
  retry?: number;
}

/**
 * Takes apart `text/event-stream`: LF, CR and CRLF end lines, several `data` lines are one text; skips other fields, and events without
 * data or end. Where the data alone are the items, `[DONE]` is the end of them.
 */
export const splitEvents: SplitItems = ({ items = 'event' }, fail, parse = JSON.parse) => {
  const lines = splitLines(fail);
  let found: SentEvent = { data: undefined };
  let isDone = false;
  const readData = (data: string) => {
    // A text that is no object or array of JSON stays a text, `[DONE]` too.
    if (items === 'event' || (items === 'mixed-event' && !/^\s*[{[]/.test(data))) return data;
    try {
      return parse(data);
    } catch {
      if (items === 'mixed-event') return data;
      throw fail('an event of the response does not hold the JSON that is declared');
    }
  };
  return {
    *push(text) {
      for (const line of lines.push(text)) {
        if (isDone) return;
        // `data: text`: one space after the colon does not count, and a line without a colon is a field without a value.
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

/** Takes apart JSON lines, of which empty ones do not count, and JSON text sequences (RFC 7464), whose items follow a control character. */
export const splitJsonLines: SplitItems = ({ mediaType }, fail, parse = JSON.parse) => {
  // A record may hold line breaks.
  const lines = splitLines(fail, mediaType.includes('json-seq') ? '\u001e' : '\n');
  const read = (line: string) => {
    if (!line.trim()) return [];
    try {
      return [parse(line)];
    } catch {
      throw fail('a line of the response is not the JSON that is declared');
    }
  };
  return {
    *push(text) {
      // Each as soon as it is complete: the lines before a broken one are good.
      for (const line of lines.push(text)) yield* read(line);
    },
    end: () => read(lines.end()),
  };
};

/** Most characters of one line; a longer one would fill the memory that reading piece by piece saves. */
const longestLine = 67_108_864;

/**
 * Splits a text that comes in pieces at LF, CR and CRLF, each line as soon as it is complete; `end` gives the last one, where it has no
 * end. Throws the error of `fail` where a line is too long.
 */
function splitLines(fail: (message: string) => Error, ending: RegExp | string = /\r\n|\n|\r/) {
  let begun = '';
  let afterReturn = false;
  return {
    push: (text: string) => {
      // CR ended the line at once; LF may follow it in the next piece.
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
