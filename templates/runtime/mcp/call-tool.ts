import type { CallOptions, DriftReport, UploadProgress } from '../client/options/options.js';
import { essenceOf } from '../client/body/media.js';
import type { Core } from '../client/transport/core.js';
import type { Download } from '../client/response/download.js';
import { stringifyExact } from '../codecs/exact-json.js';
import { isJsonObject } from '../json.js';
import { callOperation, nextPageParams, withExactNumbers, type OperationCall } from '../tools/call-operation.js';
import type { Tool } from '../tools/catalogue.js';
import type { OpenFile } from './files/allowed-files.js';
import { FileError } from './files/allowed-files.js';
import { listArguments, nameSaving } from './arguments.js';
import { explainError } from './explain-error.js';
import { mediaTypeByEnding } from '../tools/media-types.js';
import { failure, success, type ToolResult } from './results/results.js';
import type { Session } from './session.js';
import { withLongIntegers } from './long-integers.js';
import { plainText } from './plain-text.js';
import { nearestNames } from './tool-names.js';

/** What belongs to one call of a tool beside its arguments. */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: UploadProgress) => unknown) | undefined;
}

/** Calls an operation for an agent. Never rejects: whatever goes wrong is told. */
export async function callTool(session: Session, tool: Tool, args: object, context: CallContext): Promise<ToolResult> {
  const why = session.permissions.rejects(tool);
  if (why !== undefined) return failure(session, `${tool.name} was not called: ${why}. Nothing was sent.`);
  const wrong = unknownArguments(tool, args);
  if (wrong !== undefined) return failure(session, wrong);
  const opened: OpenFile[] = [];
  try {
    const exact = withExactNumbers(tool);
    return await send(session, { tool: exact, args: withLongIntegers(exact, args), opened }, context);
  } catch (error) {
    return failure(session, explainError(session, tool, error));
  } finally {
    await Promise.all(opened.map((file) => file.close().catch(() => undefined)));
  }
}

function unknownArguments(tool: Tool, args: object): string | undefined {
  if (tool.operation.openParameters === true) return undefined;
  const known = listArguments(tool).map(({ name }) => name);
  const lines = Object.keys(args).flatMap((name) => {
    if (known.includes(name)) return [];
    const near = nearestNames(name, known, 3);
    const meant = near.length === 0 ? '' : `; did you mean ${near.map((one) => `\`${one}\``).join(' or ')}?`;
    return [`- /${name.slice(0, 100)}: is no argument of ${tool.name}${meant}`];
  });
  if (lines.length === 0) return undefined;
  const all = `It takes ${known.length === 0 ? 'no arguments' : known.map((name) => `\`${name}\``).join(', ')}.`;
  return `The arguments of ${tool.name} are not valid; nothing was sent:\n${lines.slice(0, 20).join('\n')}\n${all}`;
}

interface Prepared {
  readonly tool: Tool;
  readonly args: object;
  readonly opened: OpenFile[];
}

async function send(session: Session, prepared: Prepared, context: CallContext): Promise<ToolResult> {
  const { tool } = prepared;
  const { saveTo, overwrite } = nameSaving(tool);
  const { [saveTo]: to, [overwrite]: over, ...rest }: Readonly<Record<string, unknown>> = { ...prepared.args };
  const params: { media?: unknown } = { ...(tool.isDownload ? rest : prepared.args) };
  if ('media' in params && tool.media !== undefined)
    Object.assign(params, { media: await openMedia(session, { name: 'media', media: params.media }, prepared.opened) });
  if (tool.body !== undefined) Object.assign(params, await openParts(session, { ...prepared, args: params }));
  if (tool.isDownload && to !== undefined && typeof to !== 'string')
    throw new FileError(`\`${saveTo}\` has to be the path of a file`);
  const write = tool.isDownload && typeof to === 'string' ? await session.files.write(to, over === true) : undefined;
  const { signal, onProgress } = context;
  const options: CallOptions = { signal, ...(onProgress && { onProgress }) };
  const { core, undeclared } = await watched(session);
  const made = callOperation(core, tool, params, options);
  if (made.kind === 'download') return receiveFile(session, { tool, call: made.call, write });
  return receiveData(session, { tool, made, params, undeclared });
}

/** A core for one call, and what that call has that the spec does not declare: a mistyped name is sent, and does nothing. */
async function watched(session: Session): Promise<{ readonly core: Core; readonly undeclared: Set<string> }> {
  const undeclared = new Set<string>();
  const core = await session.core();
  const onDrift = (report: DriftReport): void => {
    session.validate?.onDrift?.(report);
    if (report.side === 'request') for (const { path } of report.drift) undeclared.add(`/${path.join('/')}`);
  };
  return { core: core.with({ validate: { ...session.validate, request: 'error', onDrift } }), undeclared };
}

/** The body with the files that an agent names as its parts, and its media type where it could have another. */
async function openParts(
  session: Session,
  { tool: { body: described, operation }, args, opened }: Prepared,
): Promise<object> {
  const { body }: { readonly body?: unknown } = args;
  if (described === undefined || described.files.size === 0 || !isJsonObject(body)) return {};
  const parts: [string, unknown][] = [];
  let count = 0;
  for (const [name, value] of Object.entries(body)) {
    const isFile = described.files.has(name) && value !== null;
    const open = (media: unknown): Promise<object> => openMedia(session, { name: `body.${name}`, media }, opened);
    if (isFile) count += 1;
    // One after the other: a file that is opened is closed again, whatever happens to the next.
    if (!isFile) parts.push([name, value]);
    else if (!Array.isArray(value)) parts.push([name, await open(value)]);
    else {
      const files: object[] = [];
      for (const item of value) files.push(await open(item));
      parts.push([name, files]);
    }
  }
  const multipart = operation.body?.find(({ kind }) => kind === 'multipart')?.mediaType;
  const isChosen = count > 0 && operation.body?.length !== 1 && !('contentType' in args);
  return { body: Object.fromEntries(parts), ...(isChosen && { contentType: multipart }) };
}

interface NamedFile {
  /** The argument that names it. */
  readonly name: string;
  readonly media: unknown;
}

/** A file that an agent names as bytes to send. */
async function openMedia(
  session: Session,
  { name: argument, media }: NamedFile,
  opened: OpenFile[],
): Promise<{ readonly data: OpenFile['source']; readonly name: string; readonly type?: string }> {
  const { path = media, type } = isJsonObject(media) ? media : {};
  if (typeof path !== 'string' || (type !== undefined && typeof type !== 'string'))
    throw new FileError(`\`${plainText(argument, 100)}\` has to be \`{"path": "…"}\`, a file in an allowed folder`);
  const known = type ?? mediaTypeByEnding(path);
  const file = await session.files.read(path, known);
  opened.push(file);
  return { data: file.source, name: path.split(/[\\/]/).at(-1) ?? '', ...(known !== undefined && { type: known }) };
}

interface Sent {
  readonly tool: Tool;
  readonly made: OperationCall;
  readonly params: object;
  readonly undeclared: ReadonlySet<string>;
}

async function receiveData(session: Session, { tool, made, params, undeclared }: Sent): Promise<ToolResult> {
  const { data, response } = await made.call.withResponse();
  const odd = plainText([...undeclared].slice(0, 20).join(', '), 1_000);
  const notes = odd === '' ? [] : [`Sent, but not declared by the specification: ${odd}.`];
  if (data === undefined) {
    const done = `Done: the service responded with ${response.status} and no content.`;
    return success(session, done, { notes });
  }
  const next = made.kind === 'list' && nextPageParams(tool, { page: data, headers: response.headers, asked: params });
  if (next)
    notes.push(`There are more pages: make this call again with the same arguments and ${stringifyExact(next)}.`);
  return success(session, data, { itemsKey: tool.operation.paging?.items, notes });
}

interface ReceivedFile {
  readonly tool: Tool;
  readonly call: Download;
  readonly write: Awaited<ReturnType<Session['files']['write']>> | undefined;
}

/** Media types that an agent can read. */
const readable = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-subrip)$)/;

async function receiveFile(session: Session, { tool, call, write }: ReceivedFile): Promise<ToolResult> {
  const response = await call.asResponse();
  const type = essenceOf(response.headers.get('content-type') ?? '');
  const body = response.body ?? new Blob([]).stream();
  if (write !== undefined) {
    const { path, size } = await write(body);
    return success(session, { savedTo: path, bytes: size, ...(type !== '' && { type }) });
  }
  const text = readable.test(type) ? await readText(body) : undefined;
  if (text !== undefined) return success(session, text);
  await body.cancel().catch(() => undefined);
  const { saveTo } = nameSaving(tool);
  return failure(
    session,
    `${tool.name} responded with bytes${type === '' ? '' : ` (${type})`}: name a file in an allowed folder as \`${saveTo}\`.`,
  );
}

/** Most bytes of a text that are read for an agent. */
const mostBytes = 1_000_000;

async function readText(body: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  const reader = body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength;
      if (size > mostBytes) return undefined;
      text += decoder.decode(read.value, { stream: true });
    }
    return text + decoder.decode();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
