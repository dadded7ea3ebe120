import { isJsonObject } from '../../json.js';
import { isPartFile, type PartFile } from '../options/read-files.js';
import type { UploadJob } from './upload.js';

/** A body as `--dry-run` shows it: text, the parts of a form, or what the bytes are. */
export type DescribedBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly text: string }
  | { readonly kind: 'form'; readonly parts: readonly DescribedPart[] };

/** A part of a form: its text, or the file that it is. */
export interface DescribedPart {
  readonly name: string;
  readonly value: string;
  readonly type: string;
  readonly file?: PartFile | undefined;
}

/** Params with files that nothing is read of. */
export function withoutBytes(params: UploadJob['params']): UploadJob['params'] {
  const { body } = params;
  if (!isJsonObject(body)) return params;
  const empty = (value: unknown): unknown => (isPartFile(value) ? { ...value, data: new Blob([]) } : value);
  const parts = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(empty) : empty(value),
  ]);
  return { ...params, body: Object.fromEntries(parts) };
}

/** Says what the body of a request is, without reading files. */
export async function describeBody(request: Request, upload: UploadJob): Promise<DescribedBody | undefined> {
  const type = request.headers.get('content-type') ?? '';
  if (request.body === null) return undefined;
  if (/^multipart\/form-data\b/i.test(type) && upload.media === undefined)
    return { kind: 'form', parts: partsOf(await request.formData(), upload) };
  const isText = /json|x-www-form-urlencoded|^text\/|xml/i.test(type) && !/^multipart/i.test(type);
  if (isText && (upload.media === undefined || request.headers.has('x-upload-content-type')))
    return { kind: 'text', text: await request.text() };
  await request.body.cancel().catch(() => undefined);
  const what = upload.media === undefined ? 'bytes' : `the bytes of ${upload.media}`;
  return { kind: 'bytes', text: `(${type || 'no media type'}: ${what})` };
}

function partsOf(form: FormData, { params: { body } }: UploadJob): readonly DescribedPart[] {
  const files = Object.values(Object(body)).flat().filter(isPartFile);
  const next = (name: string): PartFile | undefined => {
    const index = files.findIndex((one) => one.name === name);
    return index < 0 ? undefined : files.splice(index, 1)[0];
  };
  const parts: DescribedPart[] = [];
  form.forEach((value, name) => {
    if (typeof value === 'string') parts.push({ name, value, type: '' });
    else parts.push({ name, value: value.name, type: value.type, file: next(value.name) });
  });
  return parts;
}
