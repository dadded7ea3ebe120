import type { FieldEncoding, OperationContent } from '../../operation.js';
import type { ToError } from '../params/serialize.js';
import { isAbsent, readOwn } from '../params/values.js';
import { createBoundary, writeEncoded, readFields, toPart, type Part } from './forms.js';
import { readEssence } from './media.js';
import type { PreparedBody } from './sent-body.js';

/**
 * Writes an object as a body of `multipart/*`, with the `encoding` object of the spec: bytes and text with the media types of
 * `contentType`, one part for each item of an array, objects as JSON, values with a `style` in that style.
 */
export async function toMultipart(
  body: unknown,
  invalid: ToError,
  { mediaType, encoding = {} }: OperationContent,
): Promise<FormData | PreparedBody> {
  if (body instanceof FormData) return body;
  const boundary = createBoundary();
  const disposition = mediaType.startsWith('multipart/form-data') ? 'form-data' : 'inline';
  const pieces: (Blob | string)[] = [];
  const add = (name: string, { fileName, type, headers = {}, data }: Part) => {
    const file = fileName === undefined ? '' : `; filename="${escape(fileName)}"`;
    const lines = [`--${boundary}`, `Content-Disposition: ${disposition}; name="${escape(name)}"${file}`];
    if (type) lines.push(`Content-Type: ${type}`);
    for (const [header, value] of Object.entries(headers)) {
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header) || /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value))
        throw invalid(`has a header of a part that cannot be sent: ${JSON.stringify(header)}`);
      lines.push(`${header}: ${value}`);
    }
    pieces.push(`${lines.join('\r\n')}\r\n\r\n`, data, '\r\n');
  };
  for (const [name, value] of readFields(body, invalid)) {
    const rules: FieldEncoding = readOwn(encoding, name) ?? {};
    const { style, contentType = '' } = rules;
    if (style) {
      for (const pair of writeEncoded(name, value, rules, invalid)) {
        // Styles write for a query. Text in parts is not percent-encoded.
        const [key = '', ...rest] = pair.split('=').map(decodeURIComponent);
        add(key, { data: rest.join('=') });
      }
      continue;
    }
    const types = contentType.split(',').flatMap((type) => type.trim() || []);
    const items = [value].flat().filter((item) => !isAbsent(item));
    for (const part of await Promise.all(items.map((item) => toPart(name, item, types, invalid)))) add(name, part);
  }
  const essence = readEssence(mediaType);
  const type = `${essence.includes('*') ? 'multipart/form-data' : essence}; boundary=${boundary}`;
  return { data: new Blob([...pieces, `--${boundary}--\r\n`]), type };
}

/** Escapes the name of a field or a file as browsers do. */
function escape(text: string) {
  return text.replace(/["\r\n]/g, encodeURIComponent);
}
