import { type Json, isJsonObject } from '../json.js';
import type { Api } from './api.js';

/** Returns true if the spec says where its facts come from (`x-source`). */
export function hasSources({ operations }: Api): boolean {
  return operations.some(({ doc }) => doc.source !== undefined);
}

/** Marks the facts whose source doc comments and conformance checks name; an API whose spec states none stays as it is. */
export function citeSources(whole: Api): Api {
  if (!hasSources(whole)) return whole;
  const { document, ...api } = whole;
  const text = JSON.stringify(api, (key, value: Json) =>
    key === 'doc' && isJsonObject(value) && typeof value['source'] === 'string' ? { ...value, cited: true } : value,
  );
  const cited: Omit<Api, 'document'> = JSON.parse(text);
  return { ...cited, document, citesSources: true };
}
