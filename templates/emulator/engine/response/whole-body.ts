const bodies = new WeakMap<Response, string | Uint8Array>();

/** The response itself; what its body is made of stays at hand for a server, which need not read it from a stream. */
export function withWholeBody(response: Response, body: string | Uint8Array): Response {
  bodies.set(response, body);
  return response;
}

/** What the body of a response is made of, where that is known and nobody has read it. */
export function wholeBodyOf(response: Response): string | Uint8Array | undefined {
  return response.bodyUsed || response.body === null ? undefined : bodies.get(response);
}
