import { connectionFault } from './connection-fault.js';

/** The same answer, whose connection breaks when so many bytes of its body are read; a shorter body comes whole. */
export function cutBody(response: Response, bytes: number): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  let left = bytes;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = left < 0 ? { done: false as const, value: broken } : await reader.read();
    if (done) return controller.close();
    const piece = value.subarray(0, Math.max(0, left));
    // A length below 0 says that the next read finds the connection broken.
    left = piece.length < value.length ? -1 : left - piece.length;
    if (piece.length > 0 || value.length === 0) return controller.enqueue(piece);
    controller.error(connectionFault());
    await reader.cancel();
  };
  // Nothing is read ahead: an error would throw away what was read and not yet taken.
  const body = new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
  return new Response(body, response);
}

/** Stands for what will not come. */
const broken = new Uint8Array(1);
