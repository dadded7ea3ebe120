import { connectionFault } from '../../respond/connection-fault.js';

/** Returns a response whose connection breaks after a number of bytes of its body. A shorter body is sent completely. */
export function cutBody(response: Response, bytes: number): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  let left = bytes;
  let isCut = false;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    if (!isCut) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      const piece = value.subarray(0, left);
      left -= piece.length;
      isCut = piece.length < value.length;
      // The bytes arrive before the next read fails.
      if (piece.length > 0 || !isCut) return controller.enqueue(piece);
    }
    controller.error(connectionFault());
    await reader.cancel();
  };
  // There is no buffer: an error would discard what it contains.
  const body = new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
  return new Response(body, response);
}

/** Returns a response whose body is sent in pieces, with pauses between them. */
export function slowBody(
  response: Response,
  { bytes, every }: { readonly bytes: number; readonly every: number },
  pause: (milliseconds: number) => Promise<void>,
): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  let rest = new Uint8Array();
  let isFirst = true;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    while (rest.length === 0) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      rest = value.slice();
    }
    if (!isFirst) await pause(every);
    isFirst = false;
    controller.enqueue(rest.subarray(0, bytes));
    rest = rest.subarray(bytes);
  };
  const body = new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
  return new Response(body, response);
}
