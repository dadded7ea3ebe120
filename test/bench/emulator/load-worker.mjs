import { connect } from 'node:net';

/*
 * Asks a server for the same thing again and again over connections that are kept: `load-worker.mjs <port>
 * <connections> <milliseconds>`, the request on stdin as it is sent. Prints one line of JSON: how many answers came,
 * how many bytes their bodies had, and the milliseconds it took.
 */

const [port, connections, duration] = process.argv.slice(2).map(Number);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const request = Buffer.concat(chunks);
let [answers, bytes] = [0, 0];
const start = performance.now();
await Promise.all(Array.from({ length: connections }, ask));
console.log(JSON.stringify({ answers, bytes, milliseconds: performance.now() - start }));

function ask() {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    socket.setEncoding('latin1').on('error', reject);
    socket.on('close', () => reject(new Error(`The connection ended after ${answers} answers: ${received}`)));
    socket.on('data', (chunk) => {
      received += chunk;
      const length = lengthOf(received);
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

/** Length of the body of an answer that is there as a whole. */
function lengthOf(received) {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [, stated] = /\r\ncontent-length: *(\d+)/i.exec(received) ?? [];
  const length = received.length - end - 4;
  if (stated !== undefined) return length < Number(stated) ? undefined : length;
  return received.endsWith('\r\n0\r\n\r\n') ? length : undefined;
}
