import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The request with which the browser comes back from the authorization server. */
export interface Callback {
  readonly parameters: URLSearchParams;
  /** The response, for `showPage`. */
  readonly response: ServerResponse;
}

/** A server on this machine that waits for one callback. */
export interface CallbackServer {
  readonly redirectUri: string;
  readonly callback: Promise<Callback>;
  readonly close: () => void;
}

/** Listens on 127.0.0.1 for one callback with the given `state`. All other requests get an error page. */
export async function listenForCallback(path: string, port: number, state: string): Promise<CallbackServer> {
  const server = createServer();
  let host = '';
  let isTaken = false;
  const callback = new Promise<Callback>((resolve) => {
    server.on('request', (request, response) => {
      const found = readCallback(request, host, path, state);
      if (typeof found === 'number') return void showPage(response, found, messages[found]);
      if (isTaken) return void showPage(response, 409, 'This sign-in was already used.');
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
  400: 'No sign-in waits for this page. Start again in the application.',
  404: 'There is no page at this address.',
  405: 'This page only accepts GET.',
  421: 'This host name is not served here.',
} as const;

/** Returns the parameters of a callback, or the status for any other request. */
function readCallback({ method, url = '', headers }: IncomingMessage, host: string, path: string, state: string) {
  // Protects from DNS rebinding: a web page can make its own host name resolve to this machine.
  if (headers.host !== host) return 421;
  const address = URL.canParse(url, `http://${host}`) ? new URL(url, `http://${host}`) : undefined;
  if (address?.pathname !== path) return 404;
  if (method !== 'GET') return 405;
  const { searchParams } = address;
  const isOnce = ['state', 'code', 'error', 'iss'].every((name) => searchParams.getAll(name).length < 2);
  return isOnce && searchParams.get('state') === state ? searchParams : 400;
}

/** Sends a page with a message; resolves when it is sent or the connection is closed. */
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
