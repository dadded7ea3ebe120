import { apiKey, basic, bearer } from '../../client/auth/credentials.js';
import type { Auth } from '../../client/options/auth.js';
import { createCore } from '../../client/core/base-client.js';
import { callOperation } from '../../tools/call-operation.js';
import { credentialVariables } from '../../tools/credentials.js';
import { write } from '../cli-io.js';
import type { Sink } from '../output/sink.js';
import { printable } from '../text/printable.js';
import type { CallJob } from './call-job.js';
import { type DescribedBody, type DescribedPart, describeBody, withoutBytes } from './describe-body.js';
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
  const core = createCore(tools.service, { ...session.options, auth, fetch, retry: false }, tools.features);
  try {
    await callOperation(core, tool, withoutBytes(upload.params), { ...upload.options, retry: false }).call;
  } catch (error) {
    // Whatever is wrong before a request is made is told as without --dry-run.
    if (sent === undefined) throw error;
  }
  if (sent === undefined) return;
  const body = await describeBody(sent, upload);
  const isCurl = given.common.get('dry-run')?.at(-1) === 'curl';
  const text = isCurl ? asCurl(sent, body, placeholders) : asRequest(sent, body, placeholders);
  await sink.write(sink.isTerminal ? printable(text) : text);
  if (session.credentials.found.length === 0 && !session.isEmulated && isDemanding(tool.operation.auth))
    await write(io.stderr, 'No credential was found; the request would not be sent without one.\n');
}

/** Whether a call needs a credential. */
function isDemanding(auth: CallJob['tool']['operation']['auth']): boolean {
  return auth.length > 0 && auth.every((one) => one.length > 0);
}

function placeholdersFor({ tools, tool }: CallJob, { credentials, isEmulated }: Session): readonly Placeholder[] {
  const { found } = credentials;
  const isWanted = (scheme: string, kind: Auth['kind']): boolean =>
    isEmulated ||
    (found.length === 0 && isDemanding(tool.operation.auth)) ||
    found.some((one) => one.kind === kind && (one.scheme ?? scheme) === scheme);
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

function headersOf(request: Request): readonly (readonly [string, string])[] {
  return [...request.headers].filter(([name]) => name !== 'content-length');
}

function asRequest(request: Request, body: DescribedBody | undefined, placeholders: readonly Placeholder[]): string {
  const hide = (text: string): string =>
    placeholders.reduce((all, { text: one }) => all.replaceAll(one, '[redacted]'), text);
  const headers = headersOf(request).map(([name, value]) => `${name}: ${value}\n`);
  const text = body?.kind === 'form' ? body.parts.map(describePart).join('\n') : body?.text;
  return hide(`${request.method} ${request.url}\n${headers.join('')}`) + (text === undefined ? '' : `\n${text}\n`);
}

function describePart({ name, value, type, file }: DescribedPart): string {
  return `${name}: ${file === undefined ? value : `(${type || 'no media type'}: the bytes of ${file.path})`}`;
}

/** A command of a POSIX shell that reads secrets from the variables that hold them. */
function asCurl(request: Request, body: DescribedBody | undefined, placeholders: readonly Placeholder[]): string {
  const argument = (text: string): string =>
    placeholders.reduce(
      (all, { text: secret, variables: [name = 'SECRET'] }) => all.replaceAll(secret, `'"$${name}"'`),
      quote(text),
    );
  // curl makes a boundary of its own.
  const isOwn = ([name]: readonly [string, string]): boolean => body?.kind !== 'form' || name !== 'content-type';
  const headers = headersOf(request)
    .filter(isOwn)
    .map(([name, value]) => {
      const login = placeholders.find(({ text, variables }) => variables.length === 2 && value === `Basic ${text}`);
      if (name === 'authorization' && login !== undefined)
        return `--user "${login.variables.map((one) => `$${one}`).join(':')}"`;
      return `--header ${argument(`${name}: ${value}`)}`;
    });
  const data = body === undefined ? [] : dataOf(body);
  const first = `curl --request ${request.method} ${argument(request.url)}`;
  return `${[first, ...headers, ...data].join(' \\\n  ')}\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function dataOf(body: DescribedBody): readonly string[] {
  if (body.kind === 'text') return [`--data-raw ${quote(body.text)}`];
  if (body.kind === 'bytes') return ['--data-binary @-'];
  return body.parts.map(({ name, value, type, file }) => {
    if (file === undefined) return `--form-string ${quote(`${name}=${value}`)}`;
    // Within quotes, curl takes a file name with commas and semicolons for what it is.
    const path = file.path.replace(/["\\]/g, '\\$&');
    return `--form ${quote(`${name}=@"${path}"${type === '' ? '' : `;type=${type}`}`)}`;
  });
}
