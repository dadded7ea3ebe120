import { splitEvents } from '@speccast/runtime';

/** A server-sent event. */
export interface StreamEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
}

/** Options of a stream of events. */
export interface StreamOptions {
  readonly path: string;
  readonly headers: () => Record<string, string>;
  readonly onEvents: (events: readonly StreamEvent[]) => void;
  /** Called when the stream is open, and with the status, or 0, when it is not. */
  readonly onState: (state: 'open' | number) => void;
}

const longestWait = 5000;

/**
 * Reads server-sent events until it is stopped, and goes on after the last one when the connection breaks. `EventSource` would
 * do that, but cannot send the token of the control plane. Returns a function that stops it.
 */
export function openStream({ path, headers, onEvents, onState }: StreamOptions): () => void {
  let control = new AbortController();
  let lastId: string | undefined;
  let wait = 250;
  const read = async (body: ReadableStream<BufferSource>, { signal }: AbortController) => {
    const splitter = splitEvents({ mediaType: 'text/event-stream' }, (message) => new TypeError(message));
    const pieces = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await pieces.read(); !piece.done && !signal.aborted; piece = await pieces.read()) {
      // Without `items`, the splitter makes events with text.
      const events = [...splitter.push(piece.value)] as StreamEvent[];
      lastId = events.findLast(({ id }) => id !== undefined)?.id ?? lastId;
      if (events.length > 0) onEvents(events);
    }
  };
  const run = async (mine: AbortController) => {
    while (!mine.signal.aborted) {
      let state = 0;
      try {
        const resume = lastId === undefined ? {} : { 'last-event-id': lastId };
        const response = await fetch(path, { headers: { ...headers(), ...resume }, signal: mine.signal });
        state = response.status;
        if (response.ok && response.body !== null) {
          onState('open');
          wait = 250;
          state = 0;
          await read(response.body, mine);
        }
      } catch {
        // The connection broke. The loop connects again.
      }
      if (mine.signal.aborted) return;
      onState(state);
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(longestWait, wait * 2);
    }
  };
  // Browsers open few connections to one host, so a hidden tab closes its own.
  const follow = () => {
    if (document.hidden) control.abort();
    else if (control.signal.aborted) void run((control = new AbortController()));
  };
  document.addEventListener('visibilitychange', follow);
  void run(control);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    control.abort();
  };
}
