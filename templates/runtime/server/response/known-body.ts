const texts = new WeakMap<Response, string>();

/** Creates a response. If its body is text, adapters of frameworks can send it without reading a stream. */
export function createKnownResponse(body: BodyInit | null, init: ResponseInit): Response {
  const response = new Response(body, init);
  if (typeof body === 'string') texts.set(response, body);
  return response;
}

/** Returns the text of a response that `createKnownResponse` created. */
export function knownBody(response: Response): string | undefined {
  return texts.get(response);
}
