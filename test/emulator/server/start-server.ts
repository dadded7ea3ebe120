import { type RunningServer, serve, type ServeOptions } from '@speccast/emulator/server';
import { connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';

/** What a test's emulator does with a request. */
export type Respond = (request: Request) => Promise<Response> | Response;

const open: { readonly close: () => unknown }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A server that answers as told, until the end of the test. */
export async function startServer(answer: Respond, options: ServeOptions = {}): Promise<RunningServer> {
  const server = await serve({ baseUrl: 'http://x.test', fetch: async (request) => answer(request) }, options);
  open.push(server);
  return server;
}

/** A connection to which bytes are written as they are, until the end of the test. */
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

  /** Sends lines of a head, and a body after it. */
  send(lines: readonly string[], body = ''): this {
    this.socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
    return this;
  }

  /** What came, once it holds a text or what a pattern matches. */
  async until(wanted: string | RegExp): Promise<string> {
    const isThere = (): boolean => (typeof wanted === 'string' ? this.#text.includes(wanted) : wanted.test(this.#text));
    while (!isThere()) {
      if (this.#isOver()) throw new Error(`No "${wanted}" came: ${this.#text}`);
      await this.#news();
    }
    return this.#text;
  }

  /** All that came, once the server has ended the connection. */
  async all(): Promise<string> {
    while (!this.#isOver()) await this.#news();
    return this.#text;
  }

  #isOver(): boolean {
    return this.socket.readableEnded || this.socket.destroyed;
  }

  #news(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

/** An answer that is held back. */
export interface HeldResponse {
  readonly answering: () => Promise<Response>;
  /** Settles when a request has come. */
  readonly asked: Promise<void>;
  /** Gives the answer: `done`. */
  readonly answer: () => void;
}

/** Holds an answer back until the test has done what it has to do in the meantime. */
export function holdResponse(): HeldResponse {
  let [tell, give] = [(): void => {}, (): void => {}];
  const asked = new Promise<void>((resolve) => (tell = resolve));
  const given = new Promise<void>((resolve) => (give = resolve));
  const answering = async (): Promise<Response> => {
    tell();
    await given;
    return new Response('done');
  };
  return { answering, asked, answer: () => give() };
}

/** Status line and JSON of an answer as it came. */
export function parseJsonResponse(text: string): readonly [string, unknown] {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return [head.split('\r\n')[0] ?? '', JSON.parse(body)];
}

/** The error envelope. */
export function createErrorBody(code: number, reason: string, message: string): unknown {
  return { error: { code, message, errors: [{ domain: 'global', reason, message }] } };
}
