import type { EventForm, ItemSplitter, OperationContent } from '../../operation.js';
import { splitLines } from './split-lines.js';

/** An event of `text/event-stream`, as it was sent. */
interface SentEvent {
  data: string | undefined;
  event?: string;
  id?: string;
  retry?: number;
}

/**
 * Takes apart `text/event-stream`: LF, CR and CRLF end lines, several `data` lines are one text, comments and unknown
 * fields are passed over, an event without data is none, and so is one whose end did not arrive. Where the data alone are
 * the items, `[DONE]` is the end of them.
 */
export function splitEvents({ items = 'event' }: OperationContent, fail: (message: string) => Error): ItemSplitter {
  const lines = splitLines(fail);
  let found: SentEvent = { data: undefined };
  let isDone = false;
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
        if (!isDone) yield itemOf(items, data, event, fail);
      }
    },
    end: () => [],
  };
}

function itemOf(
  items: EventForm,
  data: string,
  event: Omit<SentEvent, 'data'>,
  fail: (message: string) => Error,
): unknown {
  if (items === 'event') return { ...event, data };
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw fail('an event of the answer does not hold the JSON that is declared');
  }
  return items === 'data' ? value : { ...event, data: value };
}

/** `data: text`, of which one space after the colon does not count; a line without a colon is a field without a value. */
function readField(event: SentEvent, line: string): void {
  const [, name = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
  if (name === 'data') event.data = event.data === undefined ? value : `${event.data}\n${value}`;
  else if (name === 'event') event.event = value;
  else if (name === 'id' && !value.includes('\0')) event.id = value;
  else if (name === 'retry' && /^\d+$/.test(value)) event.retry = Number(value);
}
