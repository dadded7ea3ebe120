import type { Download } from '../../client/streams/download.js';
import { CliError, write } from '../cli-io.js';
import type { Sink } from '../output/sink.js';
import { printable } from '../text/printable.js';
import { progressBar } from './progress.js';
import type { CallJob } from './call-job.js';

/** Writes the bytes of a response as they come; a terminal gets only text. */
export async function writeDownload(call: Download, { io }: CallJob, sink: Sink): Promise<void> {
  const { headers, body } = await call.asResponse();
  const type = headers.get('content-type') ?? '';
  if (sink.isTerminal && !/^text\/|[/+](?:json|xml)|subrip|^$/i.test(type)) {
    await body?.cancel();
    throw new CliError(`The response is ${printable(type)}, which a terminal cannot show: add --out <file>`, 'failed');
  }
  const total = Number(headers.get('content-length') ?? NaN);
  const isTold = sink.file !== undefined;
  const bar = progressBar(isTold ? io.stderr : undefined, 'Downloading');
  const decoder = new TextDecoder();
  let received = 0;
  try {
    const reader = (body ?? new Blob([]).stream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      received += read.value.byteLength;
      await sink.write(sink.isTerminal ? printable(decoder.decode(read.value, { stream: true })) : read.value);
      bar.show(received, Number.isFinite(total) && total >= received ? total : undefined);
    }
  } finally {
    bar.end();
  }
  if (sink.file !== undefined && io.stderr.isTTY === true)
    await write(io.stderr, `${received} bytes are in ${printable(sink.file)}.\n`);
}
