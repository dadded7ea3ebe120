import { apiKey, basic, bearer } from '../../client/auth/credentials.js';
import type { Auth } from '../../client/auth/auth.js';
import { createCore } from '../../client/transport/core.js';
import { callOperation } from '../../tools/call-operation.js';
import { credentialVariables } from '../../tools/credentials.js';
import { write } from '../cli-io.js';
import type { Sink } from '../output/sink.js';
import { printable } from '../text/printable.js';
import type { CallJob } from './call-job.js';
import type { Session } from './session.js';
import type { UploadJob } from './upload.js';

/** A word in the place of a secret while a request is made: the real one is never part of it. */
interface Placeholder {
  readonly text: string;
  /** The variables that hold the secret. */
  readonly variables: readonly string[];
  readonly auth: Auth;
}

/** Makes the request of a call, prints it, and sends nothing. */
export async function dryRun(job: CallJob, session: Session, upload: UploadJob, sink: Sink): Promise<void> {
  const { tools, tool, given, io } = job;
  const placeholders = placeholdersFor(job, session);
  let sent: Request | undefined;
  const fetch = async (request: Request): Promise<Response> => {
    sent ??= request;
    throw new TypeError('not sent');
  };
  const auth = placeholders.map((one) => one.auth);
  const core = createCore(tools.service, { ...session.options, auth, fetch, retry: false });
  try {
    await callOperation(core, tool, upload.params, { ...upload.options, retry: false }).call;
  } catch (error) {
    // Whatever is wrong before a request is made is told as without --dry-run.
    if (sent === undefined) throw error;
  }
  if (sent === undefined) return;
  const body = await describeBody(sent, upload);
  const isCurl = given.common.get('dry-run')?.at(-1) === 'curl';
  const text = isCurl ? asCurl(sent, body, placeholders) : asRequest(sent, body, placeholders);
  await sink.write(sink.isTerminal ? printable(text) : text);
  if (session.credentials.found.length === 0 && !session.isEmulated && tool.operation.auth.length > 0)
    await write(io.stderr, 'No credential was found; the request would not be sent without one.\n');
}

function placeholdersFor({ tools }: CallJob, { credentials, isEmulated }: Session): readonly Placeholder[] {
  const { found } = credentials;
  const isWanted = (scheme: string, kind: Auth['kind']): boolean =>
    isEmulated || found.length === 0 || found.some((one) => one.kind === kind && (one.scheme ?? scheme) === scheme);
  return credentialVariables(tools)
    .filter(({ scheme, kind }) => isWanted(scheme, kind))
    .map(({ scheme, kind, variables }, index) => {
      const text = `SECRET${index}SECRET`;
      const [names = []] = variables;
      if (kind === 'apiKey') return { text, variables: names, auth: apiKey(text, { scheme }) };
      if (kind === 'bearer') return { text, variables: names, auth: bearer(text, { scheme }) };
      return { text: btoa(`${text}:${text}`), variables: names, auth: basic(text, text, { scheme }) };
    });
}

/** A body that is text, or what the bytes are. */
async function describeBody(
  request: Request,
  upload: UploadJob,
): Promise<{ readonly text: string; readonly isBytes: boolean } | undefined> {
  const type = request.headers.get('content-type') ?? '';
  if (request.body === null) return undefined;
  const isText = /json|x-www-form-urlencoded|^text\/|xml/i.test(type) && !/^multipart/i.test(type);
  if (isText && upload.media === undefined) return { text: await request.text(), isBytes: false };
  if (isText && request.headers.has('x-upload-content-type')) return { text: await request.text(), isBytes: false };
  await request.body.cancel().catch(() => undefined);
  const what = upload.media === undefined ? 'bytes' : `the bytes of ${upload.media}`;
  return { text: `(${type || 'no media type'}: ${what})`, isBytes: true };
}

function headersOf(request: Request): readonly (readonly [string, string])[] {
  return [...request.headers].filter(([name]) => name !== 'content-length');
}

function asRequest(
  request: Request,
  body: { readonly text: string } | undefined,
  placeholders: readonly Placeholder[],
): string {
  const hide = (text: string): string =>
    placeholders.reduce((all, { text: one }) => all.replaceAll(one, '[redacted]'), text);
  const headers = headersOf(request).map(([name, value]) => `${name}: ${value}\n`);
  return hide(`${request.method} ${request.url}\n${headers.join('')}`) + (body === undefined ? '' : `\n${body.text}\n`);
}

/** A command of a POSIX shell that reads secrets from the variables that hold them. */
function asCurl(
  request: Request,
  body: { readonly text: string; readonly isBytes: boolean } | undefined,
  placeholders: readonly Placeholder[],
): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const argument = (text: string): string =>
    placeholders.reduce(
      (all, { text: secret, variables: [name = 'SECRET'] }) => all.replaceAll(secret, `'"$${name}"'`),
      quote(text),
    );
  const headers = headersOf(request).map(([name, value]) => {
    const login = placeholders.find(({ text, variables }) => variables.length === 2 && value === `Basic ${text}`);
    if (name === 'authorization' && login !== undefined)
      return `--user "${login.variables.map((one) => `$${one}`).join(':')}"`;
    return `--header ${argument(`${name}: ${value}`)}`;
  });
  const data = body === undefined ? [] : [body.isBytes ? '--data-binary @-' : `--data-raw ${quote(body.text)}`];
  const first = `curl --request ${request.method} ${argument(request.url)}`;
  return `${[first, ...headers, ...data].join(' \\\n  ')}\n`;
}
