import { createGateway, type Gateway, type MockedService } from '../world/gateway.js';

/** The members of a page or context of Playwright that `routeToEmulator` uses. */
export interface RoutedTarget {
  route(url: RegExp, handler: (route: InterceptedRoute) => Promise<void>): Promise<unknown>;
  unroute(url: RegExp, handler: (route: InterceptedRoute) => Promise<void>): Promise<void>;
  addInitScript(script: { readonly content: string }): Promise<unknown>;
}

/** The members of a route of Playwright that `routeToEmulator` uses. */
export interface InterceptedRoute {
  request(): InterceptedRequest;
  // `body` is a `Buffer`, a type that is missing in projects without the types of Node.
  fulfill(response?: { status?: number; headers?: Record<string, string>; body?: unknown }): Promise<void>;
  abort(code: string): Promise<void>;
}

/** The members of a request of Playwright that `routeToEmulator` uses. */
export interface InterceptedRequest {
  method(): string;
  url(): string;
  allHeaders(): Promise<Record<string, string>>;
  postDataBuffer(): Uint8Array | null;
}

/** Options of the interception. */
export interface RouteOptions {
  /** Base URL of the requests to intercept. Default: the server of the spec. */
  readonly baseUrl?: string | undefined;
}

/**
 * Lets an emulator respond to the requests that a page, or all pages of a context, send to a service. Nothing leaves the browser, and
 * no server runs. Resolves to a function that ends the interception.
 */
export async function routeToEmulator(
  target: RoutedTarget,
  emulator: MockedService,
  { baseUrl }: RouteOptions = {},
): Promise<() => Promise<void>> {
  const gateway = createGateway(emulator, baseUrl);
  const handler = (route: InterceptedRoute): Promise<void> => answerRoute(route, gateway);
  await target.addInitScript({ content: bufferBodies(gateway.pattern) });
  await target.route(gateway.pattern, handler);
  return () => target.unroute(gateway.pattern, handler);
}

async function answerRoute(route: InterceptedRoute, gateway: Gateway): Promise<void> {
  const request = await readRequest(route.request());
  const response = await gateway.respond(request);
  const body = response.type === 'error' ? undefined : await response.arrayBuffer().catch(() => undefined);
  const headers = Object.fromEntries(response.headers);
  const origin = request.headers.get('origin');
  if (origin !== null) {
    // Pages of other origins may read the response, also to a request with cookies.
    headers['access-control-allow-origin'] = origin;
    headers['access-control-allow-credentials'] = 'true';
  }
  // Without a body the emulator broke the connection.
  const sent = body
    ? route.fulfill({ status: response.status, headers, body: Buffer.from(body) })
    : route.abort('connectionreset');
  // A page that is closed or has given up needs no response.
  await sent.catch(() => undefined);
}

async function readRequest(request: InterceptedRequest): Promise<Request> {
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'));
  const body = request.postDataBuffer();
  const hasBody = body !== null && !/^(?:GET|HEAD)$/.test(request.method());
  return new Request(request.url(), {
    method: request.method(),
    headers,
    ...(hasBody && { body: new Uint8Array(body) }),
  });
}

/**
 * Writes a script for pages, which reads bodies before it sends them: Chromium does not show the bytes of streams, or of files in forms, to
 * programs that intercept requests.
 */
function bufferBodies({ source }: RegExp): string {
  return `(() => {
  const pattern = new RegExp(${JSON.stringify(source)});
  const isHidden = (url, body) =>
    (body instanceof ReadableStream || body instanceof Blob || body instanceof FormData) &&
    pattern.test(new URL(url, location.href).href);
  const read = async (body) => {
    const response = new Response(body);
    return [await response.arrayBuffer(), response.headers.get('content-type')];
  };
  const { fetch: send, XMLHttpRequest: { prototype } } = globalThis;
  globalThis.fetch = async function fetch(input, init) {
    const request = input instanceof Request ? input : undefined;
    const body = init?.body ?? request?.body;
    if (!isHidden(request?.url ?? String(input), body)) return send(input, init);
    const [bytes, type] = await read(body);
    const headers = new Headers(init?.headers ?? request?.headers);
    if (type && !headers.has('content-type')) headers.set('content-type', type);
    return send(input, { ...init, headers, body: bytes });
  };
  const { open, send: sendXhr, setRequestHeader } = prototype;
  const opened = new WeakMap();
  prototype.open = function (method, url, isAsync = true, ...more) {
    opened.set(this, { url: String(url), isAsync, hasType: false });
    return open.call(this, method, url, isAsync, ...more);
  };
  prototype.setRequestHeader = function (name, value) {
    if (String(name).toLowerCase() === 'content-type') opened.get(this).hasType = true;
    return setRequestHeader.call(this, name, value);
  };
  prototype.send = function (body) {
    const { url, isAsync, hasType } = opened.get(this) ?? {};
    if (!isAsync || !isHidden(url, body)) return sendXhr.call(this, body);
    void read(body).then(([bytes, type]) => {
      if (type && !hasType) setRequestHeader.call(this, 'content-type', type);
      sendXhr.call(this, bytes);
    });
  };
})();`;
}
