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

/** Milliseconds. */
const [shortestWait, longestWait] = [250, 5000];

/**
 * Reads server-sent events until it is stopped, and goes on after the last one when the connection breaks. `EventSource` would
 * do that, but cannot send the token of the control plane. Returns a function that stops it.
 */
export function openStream({ path, headers, onEvents, onState }: StreamOptions): () => void {
  let control = new AbortController();
  let lastId: string | undefined;
  let wait = shortestWait;
  const read = async (body: ReadableStream<BufferSource>) => {
    const splitter = splitEvents({ mediaType: 'text/event-stream' }, (message) => new TypeError(message));
    const pieces = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      // Without `items`, the splitter makes events with text.
      const events = [...splitter.push(piece.value)] as StreamEvent[];
      lastId = events.findLast(({ id }) => id !== undefined)?.id ?? lastId;
      if (events.length > 0) onEvents(events);
    }
  };
  const connect = async () => {
    control = new AbortController();
    const { signal } = control;
    let state = 0;
    try {
      const resume = lastId === undefined ? {} : { 'last-event-id': lastId };
      const response = await fetch(path, { headers: { ...headers(), ...resume }, signal });
      state = response.status;
      if (response.ok && response.body !== null) {
        onState('open');
        [state, wait] = [0, shortestWait];
        await read(response.body);
      }
    } catch {
      // The connection broke. It is opened again below.
    }
    if (signal.aborted) return;
    onState(state);
    setTimeout(() => signal.aborted || connect(), wait);
    wait = Math.min(longestWait, wait * 2);
  };
  // Browsers open few connections to one host, so a hidden tab closes its own.
  const follow = () => {
    if (document.hidden) control.abort();
    else if (control.signal.aborted) void connect();
  };
  document.addEventListener('visibilitychange', follow);
  void connect();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    control.abort();
  };
}
