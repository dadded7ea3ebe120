import type { FieldEncoding, OperationContent } from '../../operation.js';
import { toStringValue, type ToError } from '../params/serialize.js';
import { isAbsent, readOwn } from '../params/values.js';
import { writeEncoded, fieldsOf, toBlob } from './forms.js';
import { isJsonType, toJson } from './json-text.js';
import { nameMedia } from './media.js';
import type { PreparedBody } from './sent-body.js';

/** One part, with its headers. */
interface Part {
  readonly name: string;
  readonly fileName?: string | undefined;
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly data: Blob | string;
}

/**
 * An object as a body of `multipart/*`, its parts as the `encoding` of the spec says: bytes and texts with the media types
 * named there, lists as one part an item, objects as JSON, what has a style by its style.
 */
export async function toMultipart(
  body: unknown,
  invalid: ToError,
  { mediaType, encoding = {} }: OperationContent,
): Promise<FormData | PreparedBody> {
  if (body instanceof FormData) return body;
  const boundary = `part-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const disposition = mediaType.startsWith('multipart/form-data') ? 'form-data' : 'inline';
  const pieces: (Blob | string)[] = [];
  for (const [name, value] of fieldsOf(body, invalid)) {
    const rules = readOwn(encoding, name) as FieldEncoding | undefined;
    for (const part of await partsOf(name, value, rules, invalid))
      pieces.push(`--${boundary}\r\n${headOf(part, disposition, invalid)}\r\n`, part.data, '\r\n');
  }
  const essence = mediaType.split(';')[0] ?? mediaType;
  const type = `${essence.includes('*') ? 'multipart/form-data' : essence}; boundary=${boundary}`;
  return { data: new Blob([...pieces, `--${boundary}--\r\n`]), type };
}

async function partsOf(
  name: string,
  value: unknown,
  rules: FieldEncoding | undefined,
  invalid: ToError,
): Promise<readonly Part[]> {
  if (rules?.style !== undefined) {
    // Delimiters are encoded in a query, but nothing is in a part.
    return writeEncoded(name, value, rules, invalid).map((pair) => {
      const [key = '', ...rest] = pair.split('=').map(decodeURIComponent);
      return { name: key, data: rest.join('=') };
    });
  }
  const types = (rules?.contentType ?? '').split(',').map((type) => type.trim());
  const items = (Array.isArray(value) ? value : [value]).filter((item) => !isAbsent(item));
  return Promise.all(items.map((item) => partOf(name, item, types.filter(Boolean), invalid)));
}

async function partOf(name: string, value: unknown, types: readonly string[], invalid: ToError): Promise<Part> {
  const type = types.find((one) => !one.includes('*'));
  const media = typeof value === 'object' && !(value instanceof Date) ? nameMedia(value) : undefined;
  if (media !== undefined) {
    const data = await toBlob(media, types);
    const fileName = media.name ?? (media.data instanceof File ? media.data.name : name);
    return { name, fileName, type: data.type, headers: media.headers, data };
  }
  if (typeof value === 'object' && !(value instanceof Date))
    return { name, type: type ?? 'application/json', data: toJson(value, invalid) };
  if (type !== undefined && isJsonType(type)) return { name, type, data: toJson(value, invalid) };
  return { name, type, data: toStringValue(value, invalid) };
}

function headOf({ name, fileName, type, headers = {} }: Part, disposition: string, invalid: ToError): string {
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
  const lines = [`Content-Disposition: ${disposition}; name="${quoted(name)}"${file}`];
  if (type !== undefined && type !== '') lines.push(`Content-Type: ${type}`);
  for (const [header, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header) || /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value))
      throw invalid(`has a header of a part that cannot be sent: ${JSON.stringify(header)}`);
    lines.push(`${header}: ${value}`);
  }
  return lines.map((line) => `${line}\r\n`).join('');
}

/** As browsers write names of fields and files. */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
