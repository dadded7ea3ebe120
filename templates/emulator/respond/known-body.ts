const bodies = new WeakMap<Response, string | Uint8Array>();

/** Remembers the body of a response, so that a server does not have to read it from a stream. Returns the response. */
export function withKnownBody(response: Response, body: string | Uint8Array): Response {
  bodies.set(response, body);
  return response;
}

/** Returns the remembered body of a response; undefined if there is none or it was read already. */
export function findKnownBody(response: Response): string | Uint8Array | undefined {
  return response.bodyUsed || response.body === null ? undefined : bodies.get(response);
}
