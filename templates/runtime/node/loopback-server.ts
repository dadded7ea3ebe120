import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A user who came back. */
export interface Callback {
  readonly parameters: URLSearchParams;
  /** The response, for `showPage`. */
  readonly response: ServerResponse;
}

/** A server on this machine that waits for one user. */
export interface CallbackServer {
  readonly redirectUri: string;
  readonly callback: Promise<Callback>;
  readonly close: () => void;
}

/** Listens on 127.0.0.1 until a user comes back with the state. Other requests get an error and change nothing. */
export async function listenForCallback(path: string, port: number, state: string): Promise<CallbackServer> {
  const server = createServer();
  let host = '';
  let isTaken = false;
  const callback = new Promise<Callback>((resolve) => {
    server.on('request', (request, response) => {
      const found = readCallback(request, host, path, state);
      if (typeof found === 'number') return void showPage(response, found, messages[found]);
      if (isTaken) return void showPage(response, 409, 'This sign-in was used already.');
      isTaken = true;
      resolve({ parameters: found, response });
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${Object(server.address()).port}`;
  return {
    redirectUri: `http://${host}${path}`,
    callback,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const messages = {
  400: 'This belongs to no sign-in that waits here. Start again in the application.',
  404: 'There is nothing here.',
  405: 'This takes GET.',
  421: 'This is another host.',
} as const;

/** Reads the parameters of a callback, or the status of another request. */
function readCallback({ method, url = '', headers }: IncomingMessage, host: string, path: string, state: string) {
  // A page of another origin may reach this address by a name of its own.
  if (headers.host !== host) return 421;
  const address = URL.canParse(url, `http://${host}`) ? new URL(url, `http://${host}`) : undefined;
  if (address?.pathname !== path) return 404;
  if (method !== 'GET') return 405;
  const { searchParams } = address;
  const isOnce = ['state', 'code', 'error', 'iss'].every((name) => searchParams.getAll(name).length < 2);
  return isOnce && searchParams.get('state') === state ? searchParams : 400;
}

/** Sends a page with a sentence; resolves when it is sent or the user is gone. */
export function showPage(response: ServerResponse, status: number, message: string): Promise<void> {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
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
