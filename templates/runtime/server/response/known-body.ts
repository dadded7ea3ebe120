const texts = new WeakMap<Response, string>();

/** Creates a response, and remembers its body if that is text, so that adapters can send it without reading a stream. */
export function createKnownResponse(body: BodyInit | null, init: ResponseInit): Response {
  const response = new Response(body, init);
  if (typeof body === 'string') texts.set(response, body);
  return response;
}

/** Returns the text of a response of `createKnownResponse`; `undefined` for other responses. */
export function knownBody(response: Response): string | undefined {
  return texts.get(response);
}
