import type { SplitItems } from '../../operation.js';

/** An event of `text/event-stream`, as it was sent. */
interface SentEvent {
  data: string | undefined;
  event?: string;
  id?: string;
  retry?: number;
}

/**
 * Takes apart `text/event-stream`: LF, CR and CRLF end lines, several `data` lines are one text, other fields are passed over,
 * and so are events without data or end. Where the data alone are the items, `[DONE]` is the end of them.
 */
export const splitEvents: SplitItems = ({ items = 'event' }, fail, parse = JSON.parse) => {
  const lines = splitLines(fail);
  let found: SentEvent = { data: undefined };
  let isDone = false;
  const itemOf = (data: string, event: Omit<SentEvent, 'data'>): unknown => {
    if (items === 'event') return { ...event, data };
    if (items === 'mixed-event') return { ...event, data: parseStructure(parse, data) };
    const value = parseItem(parse, data, () =>
      fail('an event of the response does not hold the JSON that is declared'),
    );
    return items === 'data' ? value : { ...event, data: value };
  };
  return {
    *push(text) {
      for (const line of lines.push(text)) {
        if (isDone) return;
        if (line !== '') {
          readField(found, line);
          continue;
        }
        const { data, ...event } = found;
        found = { data: undefined };
        if (data === undefined) continue;
        isDone = items === 'data' && data === '[DONE]';
        if (!isDone) yield itemOf(data, event);
      }
    },
    end: () => [],
  };
};

/** `data: text`, of which one space after the colon does not count; a line without a colon is a field without a value. */
function readField(event: SentEvent, line: string): void {
  const [, name = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
  if (name === 'data') event.data = event.data === undefined ? value : `${event.data}\n${value}`;
  else if (name === 'event') event.event = value;
  else if (name === 'id' && !value.includes('\0')) event.id = value;
  else if (name === 'retry' && /^\d+$/.test(value)) event.retry = Number(value);
}

/** Takes apart JSON lines, of which empty ones do not count, and JSON text sequences (RFC 7464), whose items follow a control character. */
export const splitJsonLines: SplitItems = ({ mediaType }, fail, parse = JSON.parse) => {
  // A record may hold line breaks.
  const lines = splitLines(fail, mediaType.includes('json-seq') ? '\u001e' : '\n');
  const parseLine = (line: string): unknown =>
    parseItem(parse, line, () => fail('a line of the response is not the JSON that is declared'));
  const read = (line: string): readonly unknown[] => (line.trim() === '' ? [] : [parseLine(line)]);
  return {
    *push(text) {
      // Each as soon as it is there: what stands before a broken line is good.
      for (const line of lines.push(text)) yield* read(line);
    },
    end: () => read(lines.end()),
  };
};

/** Parses a text that is an object or array of JSON: `{"bpm":90}`; any other stays a text, `[DONE]` too. */
function parseStructure(parse: (text: string) => unknown, text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return parse(text);
  } catch {
    return text;
  }
}

function parseItem(parse: (text: string) => unknown, text: string, fail: () => Error): unknown {
  try {
    return parse(text);
  } catch {
    throw fail();
  }
}

/** Most characters of one line; a longer one would fill the memory that reading piece by piece saves. */
const longestLine = 67_108_864;

/** Takes the lines out of a text that comes in pieces, each as soon as it is complete. */
export interface LineSplitter {
  push(text: string): readonly string[];
  /** The last line, where it has no end. */
  end(): string;
}

/** Splits at LF, CR and CRLF, wherever the pieces end; throws what `fail` makes where a line is too long. */
export function splitLines(fail: (message: string) => Error, ending: RegExp | string = /\r\n|\n|\r/): LineSplitter {
  let begun: string[] = [];
  let length = 0;
  let afterReturn = false;
  return {
    push(text) {
      // The line ended with CR, for nobody waits to see whether LF follows.
      const own = afterReturn && text.startsWith('\n') ? text.slice(1) : text;
      if (text !== '') afterReturn = text.endsWith('\r') && ending instanceof RegExp;
      const [first = '', ...others] = own.split(ending);
      const last = others.pop();
      begun.push(first);
      length += first.length;
      if (length > longestLine) throw fail(`a line of the response is longer than ${longestLine} characters`);
      if (last === undefined) return [];
      const readBody = begun.join('');
      begun = [last];
      length = last.length;
      return [readBody, ...others];
    },
    end: () => begun.join(''),
  };
}
