import { isJsonObject } from '../../json.js';
import { isPartFile } from '../options/read-files.js';
import type { UploadJob } from './upload.js';

/** A body as `--dry-run` shows it, and the options of `curl` that send it. */
export interface PrintedBody {
  readonly text: string;
  readonly options: readonly string[];
}

/** Empties the files in a body, so that `--dry-run` does not read them. */
export function emptyFiles(params: UploadJob['params']): UploadJob['params'] {
  const { body } = params;
  if (!isJsonObject(body)) return params;
  const empty = (value: unknown): unknown => (isPartFile(value) ? { ...value, data: new Blob([]) } : value);
  const parts = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(empty) : empty(value),
  ]);
  return { ...params, body: Object.fromEntries(parts) };
}

/** Prints the body of a request; `undefined` where it has none. */
export async function printBody(request: Request, upload: UploadJob): Promise<PrintedBody | undefined> {
  const { media } = upload;
  const type = request.headers.get('content-type') ?? '';
  if (request.body === null) return undefined;
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
  const texts: string[] = [];
  const options: string[] = [];
  form.forEach((value, name) => {
    const isText = typeof value === 'string';
    const index = isText ? -1 : files.findIndex((one) => one.name === value.name);
    const [file] = index < 0 ? [] : files.splice(index, 1);
    if (isText || file === undefined) {
      const text = isText ? value : value.name;
      texts.push(`${name}: ${text}`);
      options.push(`--form-string ${quoteWord(`${name}=${text}`)}`);
      return;
    }
    const { type } = value;
    texts.push(`${name}: (${type || 'no media type'}: the bytes of ${file.path})`);
    // Within quotes, curl takes commas and semicolons for parts of the file name.
    const path = file.path.replace(/["\\]/g, '\\$&');
    options.push(`--form ${quoteWord(`${name}=@"${path}"${type && `;type=${type}`}`)}`);
  });
  return { text: texts.join('\n'), options };
}

/** Quotes a word for a POSIX shell: `it's` → `'it'\''s'`. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
