/** What holds while a body is read. */
export interface BodyWatch {
  /** Ends the body with its reason. */
  readonly signal: AbortSignal;
  /** Called once, when the body is over in whatever way. */
  readonly close: () => void;
  /** Makes our error of the platform's. */
  readonly toError: (cause: unknown) => unknown;
}

/** The same response with a body that obeys a signal and tells when it is over. */
export function trackBody(response: Response, watch: BodyWatch): Response {
  if (response.body === null) {
    watch.close();
    return response;
  }
  const { status, statusText, headers, url } = response;
  const tracked = new Response(trackStream(response.body, watch), { status, statusText, headers });
  return Object.defineProperty(tracked, 'url', { value: url });
}

function trackStream(
  body: ReadableStream<Uint8Array>,
  { signal, close, toError }: BodyWatch,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let onAbort: () => void;
  const end = (): void => {
    signal.removeEventListener('abort', onAbort);
    close();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        onAbort = () => {
          end();
          controller.error(signal.reason);
          reader.cancel(signal.reason).catch(() => undefined);
        };
        signal.addEventListener('abort', onAbort);
        if (signal.aborted) onAbort();
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (cause) {
          end();
          throw signal.aborted ? signal.reason : toError(cause);
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
