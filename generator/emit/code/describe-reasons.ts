import type { Json } from '../../spec/read/json.js';
import { entriesOf, textsOf } from './extension-values.js';
import type { Words } from './words.js';

/** The reasons that errors of a status carry. */
export interface StatusReasons {
  readonly status: string;
  readonly reasons: readonly string[];
}

/** Reasons by status (`x-reasons`), of an operation or of the whole service. */
export function reasonsOf(reasons: Json | undefined): readonly StatusReasons[] {
  return entriesOf(reasons).flatMap(([status, value]) => {
    const texts = textsOf(value);
    return texts.length === 0 || !isStatus.test(status) ? [] : [{ status, reasons: texts }];
  });
}

const isStatus = /^(?:[1-5](?:\d\d|XX)|default)$/;

/** `` Errors: 400 `idInvalid`, `idRequired`; 404 `notFound`. `` */
export function reasonSentences(reasons: Json | undefined, words: Words): readonly string[] {
  const parts = reasonsOf(reasons).map(({ status, reasons: texts }) => `${status} ${texts.map(words.code).join(', ')}`);
  return parts.length === 0 ? [] : [`Errors: ${parts.join('; ')}.`];
}
