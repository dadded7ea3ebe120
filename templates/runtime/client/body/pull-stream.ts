import type { Bytes } from './media.js';

/** Creates a stream of the chunks that a function returns, until it returns `undefined`. It is called when the stream is read. */
export function pullStream(
  next: () => Promise<Uint8Array | undefined>,
  cancel: (reason: unknown) => unknown = () => {},
): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const chunk = await next();
        if (chunk === undefined) controller.close();
        // Bytes of requests are never shared between threads.
        else controller.enqueue(chunk as Bytes);
      },
      cancel: async (reason) => void (await cancel(reason)),
    },
    { highWaterMark: 0 },
  );
}
