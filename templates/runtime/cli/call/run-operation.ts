import { callOperation } from '../../tools/call-operation.js';
import type { Tool } from '../../tools/catalogue.js';
import type { ToolPackage } from '../../tools/tool-package.js';
import { CliError, type CliIo, write } from '../cli-io.js';
import { type OptionTable, readOptionTable } from '../options/option-table.js';
import { type ParsedOptions, parseOptions } from '../options/parse-arguments.js';
import { readParams } from '../options/read-params.js';
import { openSink } from '../output/sink.js';
import { openOutput, type Output, writeDownload, writeItems, writeList, writeValue } from '../output/write-response.js';
import { printDryRun } from './dry-run.js';
import { type CallJob, openSession, type Session } from './session.js';
import { openUpload, type UploadJob } from './upload.js';

/** Reads the options of an operation, calls it, and writes its response. */
export async function runOperation(tools: ToolPackage, tool: Tool, argv: readonly string[], io: CliIo): Promise<void> {
  const table = readOptionTable(tool);
  const parsed = parseOptions(argv, table);
  const { has, last } = parsed;
  const job: CallJob = { tools, tool, parsed, io };
  checkMissing(tool, table, parsed);
  const params = await readParams(job);
  const sink = await openSink(last('out'), has('force'), io);
  const output = openOutput(job, sink);
  const session = await openSession(tools, parsed, io);
  try {
    const upload = await openUpload(job, session, params);
    if (has('dry-run')) await printDryRun(job, session, upload, sink);
    else await send(output, session, upload);
    await sink.finish?.();
    await session.save?.();
  } catch (error) {
    await sink.abort?.();
    throw error;
  } finally {
    session.core.dispose();
  }
}

async function send(output: Output, { core }: Session, upload: UploadJob) {
  const { tool, io } = output.job;
  const options = { ...upload.options, signal: io.signal };
  const { kind, call } = callOperation(core, tool, upload.params, options);
  if (kind === 'download') return writeDownload(output, call);
  if (kind === 'stream') return writeItems(output, call);
  if (kind === 'list') return writeList(output, call);
  const value = await call.finally(upload.end);
  await upload.done?.();
  if (value !== undefined) return writeValue(output, value);
  if (io.stderr.isTTY) await write(io.stderr, 'Done.\n');
}

/** Throws an error that names all missing required options. */
function checkMissing({ body, media }: Tool, table: OptionTable, { has, values }: ParsedOptions) {
  const names = new Set(values.map(({ steps }) => steps[0]));
  const missing = table.parameters
    .filter(({ target }) => target.isRequired && !names.has(target.steps[0]))
    .map(({ name }) => `--${name}`);
  if (body?.required && !has('body') && !names.has('body'))
    missing.push(`--body${table.listBody().length ? ' (or options for its properties)' : ''}`);
  if (media?.required && !has('media')) missing.push('--media');
  const s = missing.length > 1 ? 's' : '';
  if (missing.length) throw new CliError(`Missing option${s}: ${missing.join(', ')}`);
}
