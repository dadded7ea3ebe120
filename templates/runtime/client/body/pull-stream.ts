import type { Bytes, MediaSource } from './media.js';

/** Creates a stream of the chunks that `next` returns, until it returns `undefined`. It is called only when the stream is read. */
export function pullStream(
  next: () => Promise<Uint8Array | undefined>,
  cancel: (reason: unknown) => unknown = () => {},
): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const chunk = await next();
        if (!chunk) controller.close();
        // `as`: bytes of requests are never shared between threads.
        else controller.enqueue(chunk as Bytes);
      },
      cancel: async (reason) => void (await cancel(reason)),
    },
    { highWaterMark: 0 },
  );
}

/** Returns a function that creates a stream for each attempt. The source is opened when the stream is first read. */
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
