import { type Json, isJsonObject } from '../json.js';
import type { Api } from './api.js';

/** Returns true if the spec states the sources of its facts (`x-source`). */
export function hasSources({ operations }: Api): boolean {
  return operations.some(({ doc }) => doc.source !== undefined);
}

/** Marks the facts whose sources are named in doc comments and conformance checks. Returns an API without sources unchanged. */
export function citeSources(whole: Api): Api {
  if (!hasSources(whole)) return whole;
  const { document, ...api } = whole;
  const text = JSON.stringify(api, (key, value: Json) =>
    key === 'doc' && isJsonObject(value) && typeof value['source'] === 'string' ? { ...value, cited: true } : value,
  );
  const cited: Omit<Api, 'document'> = JSON.parse(text);
  return { ...cited, document, citesSources: true };
}
