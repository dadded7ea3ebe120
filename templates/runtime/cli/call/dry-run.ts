import { apiKey, basic, bearer } from '../../client/auth/credentials.js';
import type { Auth } from '../../client/options/auth.js';
import { callOperation } from '../../tools/call-operation.js';
import { credentialVariables } from '../../tools/credentials.js';
import type { ToolPackage } from '../../tools/tool-package.js';
import { write } from '../cli-io.js';
import { isPartFile } from '../options/read-files.js';
import type { Sink } from '../output/sink.js';
import type { CallJob } from './call-job.js';
import type { Session } from './session.js';
import type { UploadJob } from './upload.js';

/** A word in the place of a secret: the secret itself is never part of a printed request. */
interface Placeholder {
  readonly secret: string;
  /** The variables that hold the secret: one, or user and password. */
  readonly variables: readonly string[];
  readonly auth: Auth;
}

/** Lets the client write the request of a call, prints it, and sends nothing. */
export async function printDryRun(job: CallJob, session: Session, upload: UploadJob, sink: Sink): Promise<void> {
  const { tools, tool, parsed, io } = job;
  const { auth: needs } = tool.operation;
  const needsCredential = needs.length > 0 && needs.every((all) => all.length > 0);
  const isMissing = needsCredential && session.found?.length === 0;
  const placeholders = listPlaceholders(tools, isMissing ? undefined : session.found);
  let sent: Request | undefined;
  const fetch = async (request: Request): Promise<Response> => {
    sent ??= request;
    throw new TypeError('not sent');
  };
  const core = session.core.with({ auth: placeholders.map(({ auth }) => auth), fetch, retry: false });
  try {
    await callOperation(core, tool, upload.params, upload.options).call;
  } catch (error) {
    // A fault that keeps the client from writing a request is an error, as without `--dry-run`.
    if (sent === undefined) throw error;
  }
  if (sent === undefined) return;
  const { text: body, options } = await printBody(sent, upload);
  const isCurl = parsed.last('dry-run') === 'curl';
  const headers = [...sent.headers].filter(([name]) => name !== 'content-length');
  const lines = headers.map(([name, value]) => `${name}: ${value}\n`).join('');
  let text = isCurl
    ? printCurl(sent, headers, options)
    : `${sent.method} ${sent.url}\n${lines}${body === undefined ? '' : `\n${body}\n`}`;
  for (const { secret, variables } of placeholders) {
    const [first, second] = variables;
    // `'key: SECRET0SECRET'` → `'key: '"$PET_STORE_API_KEY"''`
    if (isCurl && second)
      text = text.replace(`--header 'authorization: Basic ${secret}'`, `--user "$${first}:$${second}"`);
    text = text.replaceAll(secret, isCurl ? `'"$${first}"'` : '[redacted]');
  }
  await sink.write(text);
  if (isMissing) await write(io.stderr, 'No credential was found; the request would not be sent without one.\n');
}

/** Lists placeholders for the credentials that were found, or else for all. */
function listPlaceholders(tools: ToolPackage, found: Session['found']): readonly Placeholder[] {
  const used = credentialVariables(tools).filter(
    ({ scheme, kind }) => found?.some((one) => one.kind === kind && (one.scheme ?? scheme) === scheme) ?? true,
  );
  return used.map(({ scheme, kind, variables: [variables = []] }, index) => {
    const secret = `SECRET${index}SECRET`;
    if (kind === 'apiKey') return { secret, variables, auth: apiKey(secret, { scheme }) };
    if (kind === 'bearer') return { secret, variables, auth: bearer(secret, { scheme }) };
    return { secret: btoa(`${secret}:${secret}`), variables, auth: basic(secret, secret, { scheme }) };
  });
}

/** A body as text, and as options of `curl`. */
interface PrintedBody {
  readonly text?: string;
  readonly options: readonly string[];
}

async function printBody(request: Request, upload: UploadJob): Promise<PrintedBody> {
  const { media } = upload;
  const type = request.headers.get('content-type') ?? '';
  if (request.body === null) return { options: [] };
  if (/^multipart\/form-data\b/i.test(type) && media === undefined) return printForm(await request.formData(), upload);
  const isText = /json|x-www-form-urlencoded|^text\/|xml/i.test(type) && !/^multipart/i.test(type);
  if (isText && (media === undefined || request.headers.has('x-upload-content-type'))) {
    const text = await request.text();
    return { text, options: [`--data-raw ${quoteWord(text)}`] };
  }
  await request.body.cancel().catch(() => undefined);
  const bytes = media === undefined ? 'bytes' : `the bytes of ${media}`;
  return { text: `(${type || 'no media type'}: ${bytes})`, options: ['--data-binary @-'] };
}

function printForm(form: FormData, { params: { body } }: UploadJob): PrintedBody {
  const files = Object.values(Object(body)).flat().filter(isPartFile);
  const parts = [...form].map(([name, value]) => {
    const isText = typeof value === 'string';
    const index = isText ? -1 : files.findIndex((one) => one.name === value.name);
    const [file] = index < 0 ? [] : files.splice(index, 1);
    if (isText || file === undefined) {
      const text = isText ? value : value.name;
      return { line: `${name}: ${text}`, option: `--form-string ${quoteWord(`${name}=${text}`)}` };
    }
    const { type } = value;
    // Within quotes, curl takes commas and semicolons for parts of the file name.
    const path = file.path.replace(/["\\]/g, '\\$&');
    return {
      line: `${name}: (${type || 'no media type'}: the bytes of ${file.path})`,
      option: `--form ${quoteWord(`${name}=@"${path}"${type && `;type=${type}`}`)}`,
    };
  });
  return { text: parts.map(({ line }) => line).join('\n'), options: parts.map(({ option }) => option) };
}

/** Prints a request as a command of a POSIX shell. */
function printCurl(
  { method, url }: Request,
  headers: readonly (readonly [string, string])[],
  body: readonly string[],
): string {
  // curl writes the boundary of a form.
  const isForm = body[0]?.startsWith('--form') ?? false;
  const words = [
    `curl --request ${method} ${quoteWord(url)}`,
    ...headers
      .filter(([name]) => !isForm || name !== 'content-type')
      .map(([name, value]) => `--header ${quoteWord(`${name}: ${value}`)}`),
    ...body,
  ];
  return `${words.join(' \\\n  ')}\n`;
}

/** Quotes a word for a POSIX shell: `it's` → `'it'\''s'`. */
function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
