const bodies = new WeakMap<Response, string>();

/** Creates a response with text, which adapters of frameworks can send without reading a stream. */
export function createTextResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  bodies.set(response, text);
  return response;
}

/** Returns the text of a response that `createTextResponse` created. */
export function knownBody(response: Response): string | undefined {
  return bodies.get(response);
}
