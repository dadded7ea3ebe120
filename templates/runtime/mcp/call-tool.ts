import { readEssence, type NamedMedia } from '../client/body/media.js';
import type { CallOptions } from '../client/options/options.js';
import type { Download } from '../client/streams/download.js';
import { stringifyExact } from '../codecs/exact-json.js';
import { isJsonObject } from '../json.js';
import { callOperation, nextPageParams, withExactNumbers } from '../tools/call-operation.js';
import type { Tool } from '../tools/catalogue.js';
import { mediaTypeByEnding } from '../tools/media-types.js';
import { listArguments, nameSaving } from './arguments.js';
import { explainError } from './explain-error.js';
import { FileError, type FileWriter } from './files/allowed-files.js';
import { withLongIntegers } from './long-integers.js';
import { plainText } from './plain-text.js';
import { failure, success, type ToolResult } from './results/results.js';
import type { Session } from './session.js';
import { nearestNames } from './tool-names.js';
import type { DriftReport } from '../client/options/option-types.js';

/** Opens the file that an argument names: `{"path": "cover.png"}`. */
type OpenMedia = (argument: string, value: unknown) => Promise<NamedMedia>;

/** Calls an operation for an agent. Never rejects: each error is explained in the result. */
export async function callTool(session: Session, tool: Tool, args: object, options: CallOptions): Promise<ToolResult> {
  const why = session.permissions.rejects(tool);
  if (why !== undefined) return failure(session, `${tool.name} was not called: ${why}. Nothing was sent.`);
  const unknown = explainUnknown(tool, args);
  if (unknown !== undefined) return failure(session, unknown);
  const closes: (() => Promise<void>)[] = [];
  const open: OpenMedia = async (argument, value) => {
    const { path = value, type } = isJsonObject(value) ? value : {};
    if (typeof path !== 'string' || (type !== undefined && typeof type !== 'string'))
      throw new FileError(`\`${plainText(argument, 100)}\` has to be \`{"path": "…"}\`, a file in an allowed folder`);
    const known = type ?? mediaTypeByEnding(path);
    const { source, close } = await session.files.read(path, known);
    closes.push(close);
    return { data: source, name: path.split(/[\\/]/).at(-1) ?? '', ...(known !== undefined && { type: known }) };
  };
  try {
    const exact = withExactNumbers(tool);
    return await send(session, { tool: exact, args: withLongIntegers(exact, args), open }, options);
  } catch (error) {
    return failure(session, explainError(session, tool, error));
  } finally {
    await Promise.all(closes.map((close) => close().catch(() => undefined)));
  }
}

/** Explains which arguments an operation does not have, and what may be meant; `undefined` if it has them all. */
function explainUnknown(tool: Tool, args: object): string | undefined {
  if (tool.operation.openParameters === true) return undefined;
  const known = listArguments(tool).map(({ name }) => name);
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  const lines = unknown.slice(0, 20).map((name) => {
    const near = nearestNames(name, known, 3).map((one) => `\`${one}\``);
    const meant = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
    return `- /${name.slice(0, 100)}: is no argument of ${tool.name}${meant}\n`;
  });
  const all = known.map((name) => `\`${name}\``).join(', ') || 'no arguments';
  return `The arguments of ${tool.name} are not valid; nothing was sent:\n${lines.join('')}It takes ${all}.`;
}

async function send(
  session: Session,
  { tool, args, open }: { readonly tool: Tool; readonly args: object; readonly open: OpenMedia },
  options: CallOptions,
): Promise<ToolResult> {
  const { saveTo, overwrite } = nameSaving(tool);
  const { [saveTo]: to, [overwrite]: over, ...others }: Readonly<Record<string, unknown>> = { ...args };
  const params: { media?: unknown; body?: unknown; contentType?: unknown } = tool.isDownload ? others : { ...args };
  if ('media' in params && tool.media) params.media = await open('media', params.media);
  Object.assign(params, await openParts(tool, params, open));
  let write: FileWriter | undefined;
  if (tool.isDownload && to !== undefined) {
    if (typeof to !== 'string') throw new FileError(`\`${saveTo}\` has to be the path of a file`);
    write = await session.files.write(to, over === true);
  }
  // A mistyped member of a body is sent, and has no effect: the agent is told of it.
  const undeclared = new Set<string>();
  const onDrift = (report: DriftReport): void => {
    session.validate?.onDrift?.(report);
    if (report.side === 'request') for (const { path } of report.drift) undeclared.add(`/${path.join('/')}`);
  };
  const core = (await session.core()).with({ validate: { ...session.validate, request: 'error', onDrift } });
  const made = callOperation(core, tool, params, options);
  if (made.kind === 'download') return receiveFile(session, { tool, call: made.call, write });
  const { data, response } = await made.call.withResponse();
  const odd = plainText([...undeclared].slice(0, 20).join(', '), 1_000);
  const notes = odd === '' ? [] : [`Sent, but not declared by the specification: ${odd}.`];
  if (data === undefined)
    return success(session, `Done: the service responded with ${response.status} and no content.`, { notes });
  const next = made.kind === 'list' && nextPageParams(tool, { page: data, headers: response.headers, asked: params });
  if (next)
    notes.push(`There are more pages: make this call again with the same arguments and ${stringifyExact(next)}.`);
  return success(session, data, { itemsKey: tool.operation.paging?.items, notes });
}

/** Opens the files that are parts of a body, and chooses the media type that has parts if the agent chooses none. */
async function openParts(
  { body: described, operation }: Tool,
  args: { readonly body?: unknown; readonly contentType?: unknown },
  open: OpenMedia,
): Promise<object> {
  if (!described || described.files.size === 0 || !isJsonObject(args.body)) return {};
  const parts: [string, unknown][] = [];
  for (const [name, value] of Object.entries<unknown>(args.body)) {
    if (!described.files.has(name) || value === null) {
      parts.push([name, value]);
      continue;
    }
    const files: NamedMedia[] = [];
    // One after the other: each is known, and closed, when the next one fails.
    for (const one of [value].flat()) files.push(await open(`body.${name}`, one));
    parts.push([name, Array.isArray(value) ? files : files[0]]);
  }
  const multipart = operation.body?.find(({ kind }) => kind === 'multipart')?.mediaType;
  const hasFile = parts.some(([name, value]) => described.files.has(name) && value !== null);
  const isChosen = hasFile && operation.body?.length !== 1 && !('contentType' in args);
  return { body: Object.fromEntries(parts), ...(isChosen && { contentType: multipart }) };
}

/** Media types that an agent can read. */
const readable = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-subrip)$)/;

/** Most bytes of a text that are read for an agent. */
const mostBytes = 1_000_000;

async function receiveFile(
  session: Session,
  { tool, call, write }: { readonly tool: Tool; readonly call: Download; readonly write: FileWriter | undefined },
): Promise<ToolResult> {
  const { headers, body } = await call.asResponse();
  const type = readEssence(headers.get('content-type') ?? '');
  const bytes = body ?? new Blob([]).stream();
  if (write) {
    const { path, size } = await write(bytes);
    return success(session, { savedTo: path, bytes: size, ...(type !== '' && { type }) });
  }
  if (readable.test(type)) {
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > mostBytes) break;
      text += decoder.decode(chunk, { stream: true });
    }
    if (size <= mostBytes) return success(session, text + decoder.decode());
  } else await bytes.cancel().catch(() => undefined);
  const { saveTo } = nameSaving(tool);
  return failure(
    session,
    `${tool.name} responded with bytes${type === '' ? '' : ` (${type})`}: name a file in an allowed folder as \`${saveTo}\`.`,
  );
}
