import { connectionFault } from '../../respond/connection-fault.js';

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Returns a response whose body is read by a function. There is no buffer: an error would discard what it contains. */
function pullBody(
  response: Response,
  pull: (reader: ReadableStreamDefaultReader<Uint8Array>, controller: Controller) => Promise<void>,
): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const source = { pull: (to: Controller) => pull(reader, to), cancel: (reason: unknown) => reader.cancel(reason) };
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), response);
}

/** Returns a response whose connection breaks after a number of bytes of its body. A shorter body is sent completely. */
export function cutBody(response: Response, bytes: number): Response {
  let left = bytes;
  let isCut = false;
  return pullBody(response, async (reader, controller) => {
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
  });
}

/** Returns a response whose body is sent in pieces, with pauses between them. */
export function slowBody(
  response: Response,
  { bytes, every }: { readonly bytes: number; readonly every: number },
  pause: (milliseconds: number) => Promise<void>,
): Response {
  let rest = new Uint8Array();
  let isFirst = true;
  return pullBody(response, async (reader, controller) => {
    while (rest.length === 0) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      rest = value.slice();
    }
    if (!isFirst) await pause(every);
    isFirst = false;
    controller.enqueue(rest.subarray(0, bytes));
    rest = rest.subarray(bytes);
  });
}
