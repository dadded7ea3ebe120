import type { Download } from '../../client/streams/download.js';
import { CliError, write } from '../cli-io.js';
import type { Sink } from '../output/sink.js';
import { printable } from '../text/printable.js';
import type { CallJob } from './call-job.js';
import { openProgressBar } from './progress.js';

/** Writes the bytes of a response as they come. A terminal gets only text. */
export async function writeDownload(call: Download, { io }: CallJob, sink: Sink): Promise<void> {
  const { headers, body } = await call.asResponse();
  const type = headers.get('content-type') ?? '';
  if (sink.isTerminal && !/^text\/|[/+](?:json|xml)|subrip|^$/i.test(type)) {
    await body?.cancel();
    throw new CliError(`The response is ${printable(type)}, which a terminal cannot show: add --out <file>`, 'failed');
  }
  const total = Number(headers.get('content-length') ?? NaN);
  const bar = openProgressBar(sink.file === undefined ? undefined : io.stderr, 'Downloading');
  const decoder = new TextDecoder();
  let received = 0;
  try {
    for await (const bytes of body ?? []) {
      received += bytes.byteLength;
      await sink.write(sink.isTerminal ? decoder.decode(bytes, { stream: true }) : bytes);
      bar.show(received, total >= received ? total : undefined);
    }
  } finally {
    bar.end();
  }
  if (sink.file !== undefined && io.stderr.isTTY === true)
    await write(io.stderr, `${received} bytes are in ${printable(sink.file)}.\n`);
}
