import type { Server } from 'node:net';
import type { ServedConnections } from './create-server.js';

// As long as requests under way may still take, in milliseconds.
const grace = 1000;

/** Stops listening, lets requests under way end within the grace, then cuts what is still open. */
export function closeServer(server: Server, connections: ServedConnections): Promise<void> {
  connections.isClosing = true;
  return new Promise((resolve, reject) => {
    const cut = setTimeout(() => {
      for (const socket of connections.sockets) socket.destroy();
    }, grace);
    server.close((error) => {
      clearTimeout(cut);
      if (error === undefined) resolve();
      else reject(error);
    });
    for (const session of connections.sessions) session.close();
  });
}
