import { callOperation, withExactNumbers } from '../../tools/call-operation.js';
import type { Tool } from '../../tools/catalogue.js';
import type { ToolPackage } from '../../tools/tool-package.js';
import { CliError, type CliIo, write } from '../cli-io.js';
import { optionNames, optionTable } from '../options/option-table.js';
import { parseOptions } from '../options/parse-arguments.js';
import { readParams } from '../options/read-body.js';
import { openFormat } from '../output/format.js';
import { openSink, type Sink } from '../output/sink.js';
import type { CallJob } from './call-job.js';
import { dryRun } from './dry-run.js';
import { writeDownload } from './download.js';
import { openSession, type Session } from './session.js';
import { openUpload, type UploadJob } from './upload.js';

/** Reads the options of an operation, calls it, and writes its response. */
export async function runOperation(tools: ToolPackage, found: Tool, argv: readonly string[], io: CliIo): Promise<void> {
  const tool = withExactNumbers(found);
  const table = optionTable(tool);
  const names = (): Iterable<string> => optionNames(table);
  const given = parseOptions(argv, { find: table.find, names });
  const job = { tools, tool, table, given, io };
  checkMissing(job);
  const format = openFormat(job);
  const isStrict = !given.common.has('no-validate');
  const params = await readParams(tool, given, { tool, isStrict }, { io });
  const sink = await openSink(given.common.get('out')?.at(-1), given.common.has('force'), io);
  const session = await openSession(tools, given, io);
  try {
    const upload = await openUpload(job, session, params);
    if (given.common.has('dry-run')) await dryRun(job, session, upload, sink);
    else await send(job, { session, upload, sink, format });
    await sink.finish();
    await session.save();
  } catch (error) {
    await sink.abort();
    throw error;
  } finally {
    session.core.dispose();
  }
}

interface Sending {
  readonly session: Session;
  readonly upload: UploadJob;
  readonly sink: Sink;
  readonly format: ReturnType<typeof openFormat>;
}

async function send(job: CallJob, { session, upload, sink, format }: Sending): Promise<void> {
  const { tool, io } = job;
  const options = { ...upload.options, ...(io.signal && { signal: io.signal }) };
  const found = callOperation(session.core, tool, upload.params, options);
  switch (found.kind) {
    case 'download':
      return writeDownload(found.call, job, sink);
    case 'stream':
      return format.items(found.call, sink);
    case 'list':
      return format.pages(found.call, sink);
    case 'value': {
      const value = await found.call.finally(upload.end);
      await upload.done();
      if (value !== undefined) return format.value(value, sink);
      if (io.stderr.isTTY === true) await write(io.stderr, 'Done.\n');
      return undefined;
    }
  }
}

/** Names every required option that is missing, at once. */
function checkMissing({ tool, table, given }: CallJob): void {
  const isGiven = (of: 'parameter' | 'body', property?: string): boolean =>
    given.values.some(
      ({ target }) =>
        target.kind === 'value' && target.in === of && (property === undefined || target.steps[0] === property),
    );
  const missing = table.parameters
    .filter(({ isRequired, parameter }) => isRequired && !isGiven('parameter', parameter.property))
    .map(({ name }) => `--${name}`);
  const hasBody = given.common.has('body') || isGiven('body');
  if (tool.body?.required === true && !hasBody)
    missing.push(`--body${table.body.length > 0 ? ' (or flags of its properties)' : ''}`);
  if (tool.media?.required === true && !given.common.has('media')) missing.push('--media');
  if (missing.length === 0) return;
  const s = missing.length > 1 ? 's' : '';
  throw new CliError(`Missing option${s}: ${missing.join(', ')}`);
}
