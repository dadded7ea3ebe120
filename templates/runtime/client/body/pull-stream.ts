import type { Bytes, MediaSource } from './media.js';

/** Creates a stream of the chunks that a function returns, until it returns `undefined`. It is called when the stream is read. */
export function pullStream(
  next: () => Promise<Uint8Array | undefined>,
  cancel: (reason: unknown) => unknown = () => {},
): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const chunk = await next();
        if (!chunk) controller.close();
        // Bytes of requests are never shared between threads.
        else controller.enqueue(chunk as Bytes);
      },
      cancel: async (reason) => void (await cancel(reason)),
    },
    { highWaterMark: 0 },
  );
}

/** Makes a stream of a source for each attempt, which opens it when it is first read: not every request is sent. */
export function openLater(open: MediaSource['open']): () => ReadableStream<Uint8Array> {
  return () => {
    let reader: Promise<ReadableStreamDefaultReader<Uint8Array>> | undefined;
    const start = async () => (await open(0)).getReader();
    return pullStream(
      async () => (await (await (reader ??= start())).read()).value,
      async (reason) => (await reader)?.cancel(reason),
    );
  };
}
