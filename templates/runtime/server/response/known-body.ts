const bodies = new WeakMap<Response, string>();

/** A response with text, which adapters of frameworks can send without reading a stream. */
export function ofText(text: string | null, init: ResponseInit): Response {
  const response = new Response(text, init);
  if (text !== null) bodies.set(response, text);
  return response;
}

/** The text of a response that `ofText` made. */
export function knownBody(response: Response): string | undefined {
  return bodies.get(response);
}
