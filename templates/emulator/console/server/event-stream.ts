/** A server-sent event. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string;
}

/** Splits text that arrives in pieces into server-sent events. */
export class EventReader {
  #rest = '';

  /** Returns the events that a piece completes. */
  read(piece: string): readonly StreamEvent[] {
    const blocks = (this.#rest + piece).split(/\r?\n\r?\n/);
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => parseEvent(block) ?? []);
  }
}

function parseEvent(block: string): StreamEvent | undefined {
  const fields = block.split(/\r?\n/).map((line) => /^([^:]*):? ?(.*)$/.exec(line)?.slice(1) ?? []);
  const readField = (name: string): readonly string[] =>
    fields.flatMap(([field, value = '']) => (field === name ? [value] : []));
  const data = readField('data');
  if (data.length === 0) return undefined;
  return { id: readField('id').at(-1), name: readField('event').at(-1) ?? 'message', data: data.join('\n') };
}

/** Options of a stream of events. */
export interface StreamOptions {
  readonly path: string;
  /** Id of the event to go on after. */
  readonly lastId: string | undefined;
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
export function openStream({ path, headers, onEvents, onState, ...begin }: StreamOptions): () => void {
  let stopped: AbortController | undefined;
  let { lastId } = begin;
  let wait = 250;
  const run = async (control: AbortController): Promise<void> => {
    while (!control.signal.aborted) {
      let state: number = 0;
      try {
        const resume = lastId === undefined ? {} : { 'last-event-id': lastId };
        const response = await fetch(path, { headers: { ...headers(), ...resume }, signal: control.signal });
        state = response.status;
        if (response.ok && response.body !== null) {
          onState('open');
          wait = 250;
          await readAll(response.body, (events) => {
            lastId = events.findLast(({ id }) => id !== undefined)?.id ?? lastId;
            onEvents(events);
          });
          state = 0;
        }
      } catch {
        // The connection broke. The loop connects again.
      }
      if (control.signal.aborted) return;
      onState(state);
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(longestWait, wait * 2);
    }
  };
  const start = (): void => {
    stopped = new AbortController();
    void run(stopped);
  };
  // Browsers open few connections to one host, so a hidden tab closes its own.
  const follow = (): void => {
    if (document.hidden) stopped?.abort();
    else if (stopped?.signal.aborted === true) start();
  };
  document.addEventListener('visibilitychange', follow);
  start();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stopped?.abort();
  };
}

async function readAll(
  body: ReadableStream<Uint8Array>,
  take: (events: readonly StreamEvent[]) => void,
): Promise<void> {
  const reader = new EventReader();
  const decoder = new TextDecoder();
  const stream = body.getReader();
  for (let step = await stream.read(); !step.done; step = await stream.read()) {
    const events = reader.read(decoder.decode(step.value, { stream: true }));
    if (events.length > 0) take(events);
  }
}
