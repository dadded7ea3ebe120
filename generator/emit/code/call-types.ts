import type { Operation } from '../../api/api.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';
import { isDownload, isStream } from './operation-result.js';

const apiPromise: CodeSymbol = { name: 'ApiPromise', module: 'runtime/client/api-promise' };
const apiStream: CodeSymbol = { name: 'ApiStream', module: 'runtime/client/api-stream' };
const download: CodeSymbol = { name: 'Download', module: 'runtime/client/download' };

/** Name of the type parameter of calls that ask for parts. */
export const typeParameter = 'Part';

/** The types of a call as source text. */
export interface CallTypes {
  /** `<Part extends VideosListPart = VideosListDefaultPart>`; empty where the types do not depend on what is asked for. */
  readonly typeParameters: string;
  /** `VideosListParams` */
  readonly params: string;
  /** `ApiPromise<VideosListResponse>` */
  readonly promise: string;
}

/** The types of a call; `nameOf` gives the name that a type has where the call is written. */
export function callTypes(operation: Operation, layout: Layout, nameOf: (symbol: CodeSymbol) => string): CallTypes {
  const params = nameOf(layout.params(operation));
  const { parts } = operation;
  if (parts !== undefined) {
    const fallback = parts.default === 'body' ? 'never' : nameOf(layout.defaultPart(operation));
    return {
      typeParameters: `<Part extends ${nameOf(layout.part(operation))} = ${fallback}>`,
      params: `${params}<Part>`,
      promise: `${nameOf(apiPromise)}<${nameOf(layout.partResult(operation))}<Part>>`,
    };
  }
  if (isDownload(operation)) return { typeParameters: '', params, promise: nameOf(download) };
  const result = nameOf(layout.result(operation));
  const promise = isStream(operation) ? `${nameOf(apiStream)}<${result}[number]>` : `${nameOf(apiPromise)}<${result}>`;
  return { typeParameters: '', params, promise };
}
