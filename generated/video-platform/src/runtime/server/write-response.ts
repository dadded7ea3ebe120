import type { ServerResponse } from 'node:http';

/** Writes a response, its body streamed; settles when everything is handed over. */
export async function writeResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body !== null) {
    const reader = response.body.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      if (!outgoing.write(step.value)) await drained(outgoing);
      if (outgoing.destroyed) {
        await reader.cancel();
        return;
      }
    }
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}
