import { callOperation } from '../../tools/call-operation.js';
import { credentialVariables, readVariables } from '../../tools/credentials.js';
import { write } from '../cli-io.js';
import { isPartFile } from '../options/read-files.js';
import type { Sink } from '../output/sink.js';
import type { CallJob, Session } from './session.js';
import type { UploadJob } from './upload.js';

/** Lets the client write the request of a call, prints it, and sends nothing. */
export async function printDryRun(job: CallJob, session: Session, upload: UploadJob, sink: Sink): Promise<void> {
  const { tools, tool, parsed, io } = job;
  const { auth: needs } = tool.operation;
  const isMissing = needs.length > 0 && needs.every((all) => all.length) && session.found?.length === 0;
  const found = isMissing ? undefined : session.found;
  // The variables of the credentials that were found, or else of all.
  const used = credentialVariables(tools)
    .filter(({ scheme, kind }) => found?.some((one) => one.kind === kind && (one.scheme ?? scheme) === scheme) ?? true)
    .map(({ variables: [names = []] }) => names);
  // The request is written with `SECRET…SECRET` instead of secrets, which therefore cannot be printed.
  const env = Object.fromEntries(used.flat().map((name) => [name, `SECRET${name}SECRET`]));
  const auth = readVariables(tools, env);
  let sent: Request | undefined;
  const fetch = async (request: Request) => {
    sent ??= request;
    throw new TypeError('not sent');
  };
  try {
    await callOperation(session.core.with({ auth, fetch, retry: false }), tool, upload.params, upload.options).call;
  } catch (error) {
    // The client could not write the request: an error, as without `--dry-run`.
    if (!sent) throw error;
  }
  if (!sent) return;
  const isCurl = parsed.last('dry-run') === 'curl';
  let text = await printRequest(sent, upload, isCurl);
  for (const [name = '', password] of used) {
    const secret = password === undefined ? (env[name] ?? '') : btoa(`${env[name]}:${env[password]}`);
    // `'key: SECRET_SECRET'` → `'key: '"$PET_STORE_API_KEY"''`
    if (isCurl && password)
      text = text.replace(`--header 'authorization: Basic ${secret}'`, `--user "$${name}:$${password}"`);
    text = text.replaceAll(secret, isCurl ? `'"$${name}"'` : '[redacted]');
  }
  await sink.write(text);
  if (isMissing) await write(io.stderr, 'No credential was found; the request would not be sent without one.\n');
}

/** Prints a request as an HTTP message, or as a `curl` command for a POSIX shell. */
async function printRequest(request: Request, upload: UploadJob, isCurl: boolean) {
  const { method, url } = request;
  const headers = [...request.headers].filter(([name]) => name !== 'content-length');
  const body = await printBody(request, upload, isCurl);
  if (!isCurl) {
    const lines = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
    return [...lines, ...(body.length ? ['', ...body] : []), ''].join('\n');
  }
  // curl chooses a boundary of its own for a form, and sends it in `content-type`.
  const isForm = body[0]?.startsWith('--form');
  const options = headers
    .filter(([name]) => !isForm || name !== 'content-type')
    .map(([name, value]) => `--header ${quoteWord(`${name}: ${value}`)}`);
  return `${[`curl --request ${method} ${quoteWord(url)}`, ...options, ...body].join(' \\\n  ')}\n`;
}

/** Prints a body as lines of text, or as options of `curl`. */
async function printBody(request: Request, upload: UploadJob, isCurl: boolean) {
  const { media } = upload;
  const type = request.headers.get('content-type') ?? '';
  if (request.body === null) return [];
  if (/^multipart\/form-data\b/i.test(type) && media === undefined)
    return printForm(await request.formData(), upload, isCurl);
  const isText = /json|x-www-form-urlencoded|^text\/|xml/i.test(type) && !/^multipart/i.test(type);
  if (isText && (media === undefined || request.headers.has('x-upload-content-type'))) {
    const text = await request.text();
    return [isCurl ? `--data-raw ${quoteWord(text)}` : text];
  }
  await request.body.cancel().catch(() => undefined);
  const bytes = media === undefined ? 'bytes' : `the bytes of ${media}`;
  return [isCurl ? '--data-binary @-' : `(${type || 'no media type'}: ${bytes})`];
}

function printForm(form: FormData, { params: { body } }: UploadJob, isCurl: boolean) {
  const files = Object.values(Object(body)).flat().filter(isPartFile);
  return [...form].map(([name, value]) => {
    const index = typeof value === 'string' ? -1 : files.findIndex((one) => one.name === value.name);
    const [file] = index < 0 ? [] : files.splice(index, 1);
    if (typeof value === 'string' || !file) {
      const text = typeof value === 'string' ? value : value.name;
      return isCurl ? `--form-string ${quoteWord(`${name}=${text}`)}` : `${name}: ${text}`;
    }
    const { type } = value;
    if (!isCurl) return `${name}: (${type || 'no media type'}: the bytes of ${file.path})`;
    // Without double quotes, curl would end the file name at a comma or semicolon.
    const path = file.path.replace(/["\\]/g, '\\$&');
    return `--form ${quoteWord(`${name}=@"${path}"${type && `;type=${type}`}`)}`;
  });
}

/** Quotes a word for a POSIX shell: `it's` → `'it'\''s'`. */
function quoteWord(text: string) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
