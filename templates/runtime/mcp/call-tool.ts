import type { CallToolResult } from '@modelcontextprotocol/server';
import { readEssence } from '../client/body/media.js';
import type { DriftReport } from '../client/options/option-types.js';
import type { CallOptions } from '../client/options/options.js';
import type { Download } from '../client/streams/download.js';
import { stringifyExact } from '../codecs/exact-json.js';
import { toJsonObject } from '../json.js';
import { callOperation, nextPageParams } from '../tools/call-operation.js';
import type { Tool } from '../tools/catalogue.js';
import { openFileParts } from '../tools/file-parts.js';
import { mediaTypeByEnding } from '../tools/media-types.js';
import { listArguments, nameSaving } from './arguments.js';
import { explainError, RejectedCallError } from './explain-error.js';
import { FileError, readAllowed, writeAllowed, type FileWriter } from './files/allowed-files.js';
import { withLongIntegers } from './long-integers.js';
import { explainRejection } from './permissions.js';
import { toPlainText } from './plain-text.js';
import { makeFailure, makeResult } from './results/results.js';
import type { Session } from './session.js';
import { listNearest } from './tool-names.js';

/** Arguments of a tool by name. */
type Arguments = Readonly<Record<string, unknown>>;

/** Calls an operation for an agent. Never rejects: the result explains errors. */
export async function callTool(
  session: Session,
  tool: Tool,
  args: object,
  options: CallOptions,
): Promise<CallToolResult> {
  try {
    const why = explainRejection(tool, session.options);
    if (why !== undefined) throw new RejectedCallError(`${tool.name} was not called: ${why}. Nothing was sent.`);
    checkNames(tool, args);
    return await send(session, tool, withLongIntegers(tool, args), options);
  } catch (error) {
    return makeFailure(session, explainError(session.tools, tool, error));
  }
}

/** Throws a `RejectedCallError` for unknown arguments, with similar names that exist. */
function checkNames(tool: Tool, args: object) {
  const known = listArguments(tool).map(({ name }) => name);
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (!unknown.length || tool.operation.openParameters) return;
  const lines = unknown.slice(0, 20).map((name) => {
    const near = listNearest(name, known, 3).map((one) => `\`${one}\``);
    const meant = near.length ? `; did you mean ${near.join(' or ')}?` : '';
    return `- /${name.slice(0, 100)}: is not an argument of ${tool.name}${meant}\n`;
  });
  const all = known.map((name) => `\`${name}\``).join(', ') || 'no arguments';
  throw new RejectedCallError(
    `The arguments of ${tool.name} are not valid; nothing was sent:\n${lines.join('')}It takes ${all}.`,
  );
}

async function send(session: Session, tool: Tool, args: Arguments, options: CallOptions) {
  const { saveTo, overwrite } = nameSaving(tool);
  const { [saveTo]: to, [overwrite]: over, ...others } = args;
  const params = await openFiles(session, tool, tool.isDownload ? others : args);
  let write: FileWriter | undefined;
  if (tool.isDownload && to !== undefined) {
    if (typeof to !== 'string') throw new FileError(`\`${saveTo}\` has to be the path of a file`);
    write = await writeAllowed(session.folders, to, over === true);
  }
  // A misspelled member of a body is sent, but has no effect. The result tells the agent.
  const undeclared = new Set<string>();
  const onDrift = (report: DriftReport) => {
    session.options.validate?.onDrift?.(report);
    if (report.side === 'request') for (const { path } of report.drift) undeclared.add(`/${path.join('/')}`);
  };
  const core = (await session.core()).with({ validate: { ...session.options.validate, request: 'error', onDrift } });
  const { kind, call } = callOperation(core, tool, params, options);
  if (kind === 'download') return receiveFile(session, tool, call, write);
  const { data, response } = await call.withResponse();
  const odd = toPlainText([...undeclared].slice(0, 20).join(', '), 1_000);
  const notes = odd === '' ? [] : [`Sent, but not declared by the specification: ${odd}.`];
  if (data === undefined)
    return makeResult(session, `Done: the service responded with ${response.status} and no content.`, notes);
  const next =
    kind === 'list' && nextPageParams(tool, { page: data, headers: response.headers, requestParams: params });
  if (next)
    notes.push(`There are more pages: make this call again with the same arguments and ${stringifyExact(next)}.`);
  return makeResult(session, data, notes, tool.operation.paging?.items);
}

/** Opens the files that arguments name. If the body contains files and the agent does not set `contentType`, it becomes multipart. */
async function openFiles({ folders }: Session, tool: Tool, args: Arguments) {
  const open = async (value: unknown, argument: string) => {
    const { path = value, type } = toJsonObject(value);
    if (typeof path !== 'string' || (type !== undefined && typeof type !== 'string'))
      throw new FileError(`\`${toPlainText(argument, 100)}\` has to be \`{"path": "…"}\`, a file in an allowed folder`);
    const known = type ?? mediaTypeByEnding(path);
    return { data: await readAllowed(folders, path, known), name: path.replace(/^.*[\\/]/s, ''), type: known };
  };
  const params = { ...args };
  if (tool.media && 'media' in args) params['media'] = await open(args['media'], 'media');
  const opened = await openFileParts(tool, args['body'], (one, part) => open(one, `body.${part}`));
  if (opened === args['body']) return params;
  const hasFile = Object.entries(Object(opened)).some(([name, value]) => tool.body?.files.has(name) && value !== null);
  const multipart = tool.operation.body?.find(({ kind }) => kind === 'multipart')?.mediaType;
  return { ...(hasFile && tool.operation.body?.length !== 1 && { contentType: multipart }), ...params, body: opened };
}

/** Media types that an agent can read. */
const readable = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-subrip)$)/;

/** Maximum number of bytes of text that are read for an agent. */
const mostBytes = 1_000_000;

async function receiveFile(session: Session, tool: Tool, call: Download, write: FileWriter | undefined) {
  const { headers, body } = await call.asResponse();
  const type = readEssence(headers.get('content-type') ?? '');
  const bytes = body ?? new Blob([]).stream();
  if (write) return makeResult(session, { ...(await write(bytes)), ...(type && { type }) });
  if (readable.test(type)) {
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > mostBytes) break;
      text += decoder.decode(chunk, { stream: true });
    }
    if (size <= mostBytes) return makeResult(session, text + decoder.decode());
  } else await bytes.cancel().catch(() => undefined);
  const named = type && ` (${type})`;
  return makeFailure(
    session,
    `${tool.name} responded with bytes${named}: set \`${nameSaving(tool).saveTo}\` to a file in an allowed folder.`,
  );
}
