import type { NotedCall } from '../../world/journal/journal.js';
import { readLimit } from '../control-request.js';
import type { Control } from '../controlled-emulator.js';
import { createFeed } from './event-feed.js';

/** Milliseconds between two looks for changes that no request made. */
const interval = 250;

/** Milliseconds for which entries are gathered before they are sent. */
const pause = 20;

/** Number of intervals without an event after which a comment is sent, so that proxies keep the connection open. */
const quietIntervals = 60;

/** Number of pieces that may wait for a slow reader. More is sent when it has read them. */
const mostWaiting = 16;

/** Sends the events of a world as server-sent events that do not end: its journal from an entry on, and changes of its state. */
export function openEvents(control: Control): Response {
  const { engine, query, headers, signal } = control;
  const { listeners } = engine.journal;
  const readNews = createFeed(control, headers.get('last-event-id') ?? query.get('lastEventId'), readLimit(query));
  let stop = (): void => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const end = (): void => {
          stop();
          controller.close();
        };
        const stopSending = sendEvents(readNews, controller, listeners);
        stop = () => {
          stopSending();
          signal.removeEventListener('abort', end);
        };
        signal.addEventListener('abort', end);
      },
      cancel: () => stop(),
    },
    { highWaterMark: mostWaiting },
  );
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

/** Sends the events of a feed, now and later. Returns a function that stops it. */
function sendEvents(
  readNews: () => string,
  controller: ReadableStreamDefaultController<Uint8Array>,
  listeners: Set<(call: NotedCall) => void>,
): () => void {
  const encoder = new TextEncoder();
  let quiet = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    soon = undefined;
    // No event is lost here: the next call of `readNews` returns it.
    if ((controller.desiredSize ?? 0) <= 0) return;
    const text = readNews();
    quiet = text === '' ? quiet + 1 : 0;
    if (text !== '') controller.enqueue(encoder.encode(text));
    else if (quiet % quietIntervals === 0) controller.enqueue(encoder.encode(': still here\n\n'));
  };
  const wake = (): void => {
    soon ??= setTimeout(send, pause);
  };
  const timer = setInterval(send, interval);
  listeners.add(wake);
  controller.enqueue(encoder.encode(`retry: 1000\n\n${readNews()}`));
  return () => {
    listeners.delete(wake);
    clearInterval(timer);
    clearTimeout(soon);
  };
}
