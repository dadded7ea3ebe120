import type { NotedCall } from '../../world/journal/journal.js';
import { numberIn } from '../control-request.js';
import type { Control } from '../controlled-emulator.js';
import { EventFeed } from './event-feed.js';

/** How often changes are looked for that no request made, in milliseconds. */
const interval = 250;

/** How long entries are gathered before they are sent, in milliseconds. */
const pause = 20;

/** After how many intervals without an event a comment is sent, so that nobody closes the connection. */
const quietIntervals = 60;

/** How much may wait for a slow reader. More is sent when that was read. */
const mostWaiting = 16;

/** The events of a world: its journal from an entry on, and changes of its state, as server-sent events that do not end. */
export function openEvents(control: Control): Response {
  const { engine, query, headers, signal } = control;
  const lastId = headers.get('last-event-id') ?? query.get('lastEventId');
  const feed = new EventFeed(control, { lastId, limit: numberIn(query, 'limit') ?? 100 });
  let stop = (): void => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        stop = sendEvents(feed, controller, engine.journal.listeners);
        const end = (): void => {
          stop();
          controller.close();
        };
        signal.addEventListener('abort', end);
        const stopSending = stop;
        stop = () => {
          stopSending();
          signal.removeEventListener('abort', end);
        };
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

/** Sends what a feed has, and later what it gets. Returns a function that stops it. */
function sendEvents(
  feed: EventFeed,
  controller: ReadableStreamDefaultController<Uint8Array>,
  listeners: Set<(call: NotedCall) => void>,
): () => void {
  const encoder = new TextEncoder();
  let quiet = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    soon = undefined;
    // What waits here is not lost: the feed knows what it has given.
    if ((controller.desiredSize ?? 0) <= 0) return;
    const text = feed.next();
    quiet = text === '' ? quiet + 1 : 0;
    if (text !== '') controller.enqueue(encoder.encode(text));
    else if (quiet % quietIntervals === 0) controller.enqueue(encoder.encode(': still here\n\n'));
  };
  const wake = (): void => {
    soon ??= setTimeout(send, pause);
  };
  const timer = setInterval(send, interval);
  listeners.add(wake);
  controller.enqueue(encoder.encode(`retry: 1000\n\n${feed.next()}`));
  return () => {
    listeners.delete(wake);
    clearInterval(timer);
    clearTimeout(soon);
  };
}
