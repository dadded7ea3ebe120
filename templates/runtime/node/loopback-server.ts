import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A user who came back. */
export interface Callback {
  readonly parameters: URLSearchParams;
  /** Shows the user a sentence; resolves when it is sent. */
  readonly show: (status: number, message: string) => Promise<void>;
}

/** A server on this machine that waits for one user. */
export interface CallbackServer {
  readonly redirectUri: string;
  readonly callback: Promise<Callback>;
  readonly close: () => void;
}

/** Listens on 127.0.0.1 until a user comes back with the state; other requests get an error and change nothing. */
export async function listenForCallback(
  { path, port }: { readonly path: string; readonly port: number },
  state: string,
): Promise<CallbackServer> {
  const server = createServer();
  let isTaken = false;
  const callback = new Promise<Callback>((resolve) => {
    server.on('request', (request, response) => {
      const { status, message, parameters } = read(request, { path, state, port: portOf(server), isTaken });
      if (parameters === undefined) return void show(response, status, message);
      isTaken = true;
      resolve({ parameters, show: (code, text) => show(response, code, text) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    redirectUri: `http://127.0.0.1:${portOf(server)}${path}`,
    callback,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Waits for the user, or for an error of what shows the address. */
export function awaitCallback({ callback }: CallbackServer, shown: Promise<unknown>): Promise<Callback> {
  return new Promise((resolve, reject) => {
    callback.then(resolve, reject);
    shown.catch(reject);
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

interface Expected {
  readonly path: string;
  readonly state: string;
  readonly port: number;
  readonly isTaken: boolean;
}

/** What a request is: a callback with its parameters, or why it is none. */
function read(
  { method, url = '', headers }: IncomingMessage,
  { path, state, port, isTaken }: Expected,
): { readonly status: number; readonly message: string; readonly parameters?: URLSearchParams } {
  // A page of another origin may reach this address by a name of its own.
  if (headers.host !== `127.0.0.1:${port}`) return { status: 421, message: 'This is another host.' };
  const address = URL.canParse(url, 'http://127.0.0.1') ? new URL(url, 'http://127.0.0.1') : undefined;
  if (address?.pathname !== path) return { status: 404, message: 'There is nothing here.' };
  if (method !== 'GET') return { status: 405, message: 'This takes GET.' };
  const { searchParams } = address;
  const isOnce = ['state', 'code', 'error', 'iss'].every((name) => searchParams.getAll(name).length < 2);
  if (!isOnce || searchParams.get('state') !== state)
    return { status: 400, message: 'This belongs to no sign-in that waits here. Start again in the application.' };
  if (isTaken) return { status: 409, message: 'This sign-in was used already.' };
  return { status: 200, message: '', parameters: searchParams };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function show(response: ServerResponse, status: number, message: string): Promise<void> {
  const text = message.replace(/[&<>]/g, (one) => entities[one] ?? '');
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in</title>';
  return new Promise((resolve) => {
    response.on('close', resolve);
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    response.end(
      `${head}<meta name="color-scheme" content="light dark"><body><p role="status">${text}</p></body></html>`,
    );
  });
}
