import type { MediaSource } from './media.js';

/** Makes a stream of a source for each attempt, which opens it when it is first read: not every request is sent. */
export function openLater(open: MediaSource['open']): () => ReadableStream<Uint8Array> {
  return () => {
    let reader: Promise<ReadableStreamDefaultReader<Uint8Array>> | undefined;
    const start = async (): Promise<ReadableStreamDefaultReader<Uint8Array>> => (await open(0)).getReader();
    return new ReadableStream(
      {
        async pull(controller) {
          const { done, value } = await (await (reader ??= start())).read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: async (reason) => (await reader)?.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  };
}
