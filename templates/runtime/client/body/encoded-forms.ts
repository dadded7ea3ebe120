import type { FieldEncoding, OperationContent } from '../../operation.js';
import { encodeReserved } from '../params/encode-reserved.js';
import { writeForm, type Refuse } from '../params/parameter-text.js';
import { readOwn } from '../params/read-own.js';
import { writeDeepObject } from '../params/write-deep-object.js';
import { writePipeDelimited, writeSpaceDelimited } from '../params/write-delimited.js';
import { fieldsOf, writeField } from './forms.js';
import { toContent } from './json-text.js';

const writers = {
  form: writeForm,
  spaceDelimited: writeSpaceDelimited,
  pipeDelimited: writePipeDelimited,
  deepObject: writeDeepObject,
};

/** An object as `application/x-www-form-urlencoded`, its fields as the `encoding` of the spec says. */
export function toEncodedForm(body: unknown, refuse: Refuse, { encoding = {} }: OperationContent): string {
  if (body instanceof URLSearchParams) return body.toString();
  return fieldsOf(body, refuse)
    .flatMap(([name, value]) => writeEncoded(name, value, readOwn(encoding, name) as FieldEncoding | undefined, refuse))
    .join('&');
}

/** A field as `name=value` pieces, as its encoding says. */
export function writeEncoded(
  name: string,
  value: unknown,
  rules: FieldEncoding | undefined,
  refuse: Refuse,
): readonly string[] {
  const { style, explode, allowReserved, contentType } = rules ?? {};
  const encode = allowReserved ? encodeReserved : encodeURIComponent;
  if (contentType !== undefined && style === undefined)
    return [`${encodeURIComponent(name)}=${encode(toContent(contentType, value, refuse))}`];
  if (style === undefined && explode === undefined && !allowReserved) return writeField(name, value, refuse);
  const write = Object.hasOwn(writers, style ?? 'form')
    ? writers[(style ?? 'form') as keyof typeof writers]
    : writeForm;
  return write(name, value, { explode: explode ?? (style ?? 'form') === 'form', encode, refuse });
}
