import { type RunningServer, serve, type ServeOptions } from '@speccast/emulator/server';
import { connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';

/** Responds to a request in place of an emulator. */
export type Respond = (request: Request) => Promise<Response> | Response;

const open: { readonly close: () => unknown }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** Starts a server whose responses a function returns; it is closed at the end of the test. */
export async function startServer(respond: Respond, options: ServeOptions = {}): Promise<RunningServer> {
  const server = await serve({ baseUrl: 'http://x.test', fetch: async (request) => respond(request) }, options);
  open.push(server);
  return server;
}

/** A TCP connection that writes bytes without an HTTP client; it is closed at the end of the test. */
export class RawClient {
  readonly socket: Socket;
  #text = '';
  #wake = (): void => {};

  constructor({ port }: RunningServer) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket.setNoDelay(true);
    this.socket.setEncoding('latin1').on('data', (chunk: string) => {
      this.#text += chunk;
      this.#wake();
    });
    this.socket.on('error', () => {});
    for (const event of ['end', 'close']) this.socket.on(event, () => this.#wake());
    open.push({ close: () => this.socket.destroy() });
  }

  /** Sends the lines of a head, and a body. */
  send(lines: readonly string[], body = ''): this {
    this.socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
    return this;
  }

  /** Waits until the received text contains `text`, and returns all of it. Throws if the connection ends before. */
  async until(text: string | RegExp): Promise<string> {
    while (typeof text === 'string' ? !this.#text.includes(text) : !text.test(this.#text)) {
      if (this.#hasEnded()) throw new Error(`"${text}" was not received before the connection ended: ${this.#text}`);
      await this.#waitForData();
    }
    return this.#text;
  }

  /** Waits until the connection has ended, and returns all received text. */
  async all(): Promise<string> {
    while (!this.#hasEnded()) await this.#waitForData();
    return this.#text;
  }

  #hasEnded(): boolean {
    return this.socket.readableEnded || this.socket.destroyed;
  }

  #waitForData(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

/** A response that waits until a test releases it. */
export interface HeldResponse {
  readonly respond: () => Promise<Response>;
  /** Resolves when a request was received. */
  readonly received: Promise<void>;
  /** Sends the response, whose body is `done`. */
  readonly release: () => void;
}

/** Creates a response that waits until `release()`, so that a test can act while its request is open. */
export function holdResponse(): HeldResponse {
  let [receive, release] = [(): void => {}, (): void => {}];
  const received = new Promise<void>((resolve) => (receive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const respond = async (): Promise<Response> => {
    receive();
    await released;
    return new Response('done');
  };
  return { respond, received, release };
}

/** Splits a raw response into its status line and its JSON body. */
export function parseJsonResponse(text: string): readonly [string, unknown] {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return [head.split('\r\n')[0] ?? '', JSON.parse(body)];
}

/** Returns the JSON of an error response. */
export function createErrorBody(code: number, reason: string, message: string): unknown {
  return { error: { code, message, errors: [{ domain: 'global', reason, message }] } };
}
