/** A body that was read, as far as it is not too long. */
export interface ReadBody {
  /** Undefined if it is longer. */
  readonly body: Uint8Array | undefined;
  /** All of the body again; absent if there is none. */
  readonly rest: ReadableStream<Uint8Array> | undefined;
}

/** Reads a body that is not longer than a limit. */
export async function readUpTo({ body, headers }: Request, limit: number): Promise<ReadBody> {
  if (body === null) return { body: new Uint8Array(0), rest: undefined };
  if (Number(headers.get('content-length') ?? 0) > limit) return { body: undefined, rest: body };
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (!isWhole && length <= limit) {
    const step = await reader.read();
    if (step.done) isWhole = true;
    else {
      length += step.value.length;
      chunks.push(step.value);
    }
  }
  const rest = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const chunk = chunks.shift() ?? (isWhole ? undefined : (await reader.read()).value);
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { body: isWhole ? Buffer.concat(chunks) : undefined, rest };
}
