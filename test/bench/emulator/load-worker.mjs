import { connect } from 'node:net';

/*
 * Sends a request to a server again and again over persistent connections: `load-worker.mjs <port> <connections>
 * <milliseconds>`, with the bytes of the request on stdin. Prints one line of JSON: the number of responses (`answers`),
 * the bytes of their bodies, and the milliseconds.
 */

const [port, connections, duration] = process.argv.slice(2).map(Number);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const request = Buffer.concat(chunks);
let [answers, bytes] = [0, 0];
const start = performance.now();
await Promise.all(Array.from({ length: connections }, sendRequests));
console.log(JSON.stringify({ answers, bytes, milliseconds: performance.now() - start }));

function sendRequests() {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    socket.setEncoding('latin1').on('error', reject);
    socket.on('close', () => reject(new Error(`The connection ended after ${answers} responses: ${received}`)));
    socket.on('data', (chunk) => {
      received += chunk;
      const length = measureBody(received);
      if (length === undefined) return;
      if (!received.startsWith('HTTP/1.1 2')) reject(new Error(received));
      answers += 1;
      bytes += length;
      received = '';
      if (performance.now() - start < duration) socket.write(request);
      else {
        socket.removeAllListeners('close').destroy();
        resolve();
      }
    });
    socket.write(request);
  });
}

/** Returns the length of the body, or `undefined` if the response is not complete yet. */
function measureBody(received) {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [, stated] = /\r\ncontent-length: *(\d+)/i.exec(received) ?? [];
  const length = received.length - end - 4;
  if (stated !== undefined) return length < Number(stated) ? undefined : length;
  return received.endsWith('\r\n0\r\n\r\n') ? length : undefined;
}
