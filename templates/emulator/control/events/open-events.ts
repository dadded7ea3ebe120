import { readLimit } from '../input/control-request.js';
import type { Control } from '../input/controlled-emulator.js';
import { createFeed } from './event-feed.js';

/** Milliseconds between two looks for changes that no request made. */
const interval = 250;

/** Milliseconds for which entries are gathered before they are sent. */
const pause = 20;

/** Number of intervals without an event after which a comment is sent, so that proxies keep the connection open. */
const quietIntervals = 60;

/**
 * Sends the events of a world as server-sent events that do not end: its journal from an entry on, and changes of its state. They are written
 * when the reader takes more.
 */
export function openEvents(control: Control): Response {
  const { engine, query, headers, signal } = control;
  const { listeners } = engine.journal;
  const readNews = createFeed(control, headers.get('last-event-id') ?? query.get('lastEventId'), readLimit(query));
  const encoder = new TextEncoder();
  let text = `retry: 1000\n\n${readNews()}`;
  let quiet = 0;
  let wake = (): void => {};
  const wakeSoon = (): void => void setTimeout(() => wake(), pause);
  const stop = (): void => {
    listeners.delete(wakeSoon);
    wake();
  };
  if (!signal.aborted) listeners.add(wakeSoon);
  signal.addEventListener('abort', stop);
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      while (text === '' && listeners.has(wakeSoon)) {
        text = readNews();
        if (text !== '') quiet = 0;
        else if ((quiet += 1) % quietIntervals === 0) text = ': still here\n\n';
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
            setTimeout(resolve, interval);
          });
      }
      if (listeners.has(wakeSoon)) controller.enqueue(encoder.encode(text));
      else controller.close();
      text = '';
    },
    cancel: stop,
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=UTF-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Proxies such as nginx would wait for more.
      'x-accel-buffering': 'no',
    },
  });
}
