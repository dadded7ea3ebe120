import { apiKey, basic, bearer } from '../../client/auth/credentials.js';
import type { Auth } from '../../client/auth/auth.js';
import { createCore } from '../../client/transport/core.js';
import { callOperation } from '../../tools/call-operation.js';
import { credentialVariables } from '../../tools/credentials.js';
import { write } from '../cli-io.js';
import type { Sink } from '../output/sink.js';
import { printable } from '../text/printable.js';
import type { CallJob } from './call-job.js';
import { emptyFiles, printBody, type PrintedBody, quoteWord } from './print-body.js';
import type { Session } from './session.js';
import type { UploadJob } from './upload.js';

/** A word in the place of a secret, which is never part of the request that is shown. */
interface Placeholder {
  readonly text: string;
  /** The variables that hold the secret: one, or user and password. */
  readonly variables: readonly string[];
  readonly auth: Auth;
}

/** Lets the client write the request of a call, prints it, and sends nothing. */
export async function dryRun(job: CallJob, session: Session, upload: UploadJob, sink: Sink): Promise<void> {
  const { tools, tool, given, io } = job;
  const { auth: needs } = tool.operation;
  const needsCredential = needs.length > 0 && needs.every((all) => all.length > 0);
  const isMissing = needsCredential && !session.isEmulated && session.credentials.found.length === 0;
  const placeholders = listPlaceholders(job, session, isMissing);
  let sent: Request | undefined;
  const fetch = async (request: Request): Promise<Response> => {
    sent ??= request;
    throw new TypeError('not sent');
  };
  const auth = placeholders.map((one) => one.auth);
  const core = createCore(tools.service, { ...session.options, auth, fetch, retry: false });
  try {
    await callOperation(core, tool, emptyFiles(upload.params), { ...upload.options, retry: false }).call;
  } catch (error) {
    // Anything wrong before the request is an error, as without --dry-run.
    if (sent === undefined) throw error;
  }
  if (sent === undefined) return;
  const body = await printBody(sent, upload);
  const isCurl = given.common.get('dry-run')?.at(-1) === 'curl';
  const text = isCurl ? printCurl(sent, body, placeholders) : printRequest(sent, body, placeholders);
  await sink.write(sink.isTerminal ? printable(text) : text);
  if (isMissing) await write(io.stderr, 'No credential was found; the request would not be sent without one.\n');
}

/** Lists placeholders for the credentials that were found, or for all where any may be used. */
function listPlaceholders(
  { tools }: CallJob,
  { credentials: { found }, isEmulated }: Session,
  isMissing: boolean,
): readonly Placeholder[] {
  const used = credentialVariables(tools).filter(
    ({ scheme, kind }) =>
      isEmulated || isMissing || found.some((one) => one.kind === kind && (one.scheme ?? scheme) === scheme),
  );
  return used.map(({ scheme, kind, variables: [variables = []] }, index) => {
    const text = `SECRET${index}SECRET`;
    if (kind === 'apiKey') return { text, variables, auth: apiKey(text, { scheme }) };
    if (kind === 'bearer') return { text, variables, auth: bearer(text, { scheme }) };
    return { text: btoa(`${text}:${text}`), variables, auth: basic(text, text, { scheme }) };
  });
}

function printRequest(
  { method, url, headers }: Request,
  body: PrintedBody | undefined,
  placeholders: readonly Placeholder[],
): string {
  const lines = [...headers].flatMap(([name, value]) => (name === 'content-length' ? [] : `${name}: ${value}\n`));
  let head = `${method} ${url}\n${lines.join('')}`;
  for (const { text } of placeholders) head = head.replaceAll(text, '[redacted]');
  return body ? `${head}\n${body.text}\n` : head;
}

/** Prints a command for a POSIX shell that reads secrets from the variables that hold them. */
function printCurl(
  { method, url, headers }: Request,
  body: PrintedBody | undefined,
  placeholders: readonly Placeholder[],
): string {
  const quote = (text: string): string => {
    let word = quoteWord(text);
    for (const { text: secret, variables } of placeholders) word = word.replaceAll(secret, `'"$${variables[0]}"'`);
    return word;
  };
  // curl writes the boundary of a form.
  const isForm = body?.options[0]?.startsWith('--form') ?? false;
  const options = [...headers].flatMap(([name, value]) => {
    if (name === 'content-length' || (isForm && name === 'content-type')) return [];
    const login = placeholders.find(({ text, variables }) => variables.length === 2 && value === `Basic ${text}`);
    return login
      ? `--user "${login.variables.map((one) => `$${one}`).join(':')}"`
      : `--header ${quote(`${name}: ${value}`)}`;
  });
  return `${[`curl --request ${method} ${quote(url)}`, ...options, ...(body?.options ?? [])].join(' \\\n  ')}\n`;
}
