import { runtime } from '../syntax/imports.js';
import type { Operation } from '../../../api/api.js';
import type { Layout } from '../../layout.js';
import type { CodeSymbol } from '../../source-file.js';
import { answerHeaders, isDownload, isEither, isStream, isUpload } from './operation-result.js';
import { literal } from '../syntax/literals.js';
import { reportArguments, reportParameters } from '../report-parameters.js';

const apiPromise: CodeSymbol = runtime('ApiPromise');

const reportStream: CodeSymbol = runtime('ReportStream');

const apiStream: CodeSymbol = runtime('ApiStream');

const eitherStream: CodeSymbol = runtime('EitherStream');

const pagePromise: CodeSymbol = runtime('PagePromise');

const upload: CodeSymbol = runtime('Upload');

const headed: CodeSymbol = runtime('Headed');

const download: CodeSymbol = runtime('Download');

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

/** Gives the name that a type has where the call is written. */
type NameOf = (symbol: CodeSymbol) => string;

/** The types of a call; `nameOf` gives the name that a type has where the call is written. */
export function callTypes(operation: Operation, layout: Layout, nameOf: NameOf): CallTypes {
  const params = nameOf(layout.params(operation));
  const plain = promiseOf(operation, layout, nameOf);
  const hasHeaders = answerHeaders(operation).length > 0;
  const promise = hasHeaders ? `${nameOf(headed)}<${plain}, ${nameOf(layout.headers(operation))}>` : plain;
  const { parts, report } = operation;
  if (parts !== undefined) {
    const fallback = parts.default === 'body' ? 'never' : nameOf(layout.defaultPart(operation));
    const typeParameters = `<Part extends ${nameOf(layout.part(operation))} = ${fallback}>`;
    return { typeParameters, params: `${params}<Part>`, promise };
  }
  if (report === undefined || isDownload(operation)) return { typeParameters: '', params, promise };
  const typeParameters = reportParameters(operation, (key) => nameOf(layout.reportKeys(operation, key)), 'no list');
  return { typeParameters: typeParameters ?? '', params: `${params}${reportArguments(operation)}`, promise };
}

/** `ApiPromise<VideosRateResponse, VideosRateReason>`, `PagePromise<VideosListResponse, 'items', VideosListReason>` */
function promiseOf(operation: Operation, layout: Layout, nameOf: NameOf): string {
  const [type, ...given] = promiseParts(operation, layout, nameOf);
  const reason = layout.reason(operation);
  const all = reason === undefined ? given : [...given, nameOf(reason)];
  return all.length === 0 ? nameOf(type) : `${nameOf(type)}<${all.join(', ')}>`;
}

/** The class of the promise, and what it is given besides the reasons. */
function promiseParts(operation: Operation, layout: Layout, nameOf: NameOf): readonly [CodeSymbol, ...string[]] {
  const { parts, paging, report } = operation;
  if (parts === undefined && isDownload(operation)) return [download];
  if (parts === undefined && report !== undefined) return [reportStream, ...reportPieces(operation, layout, nameOf)];
  if (parts === undefined && isStream(operation)) return [apiStream, `${nameOf(layout.result(operation))}[number]`];
  if (parts === undefined && isEither(operation))
    return [eitherStream, nameOf(layout.result(operation)), nameOf(layout.item(operation))];
  const data = parts === undefined ? nameOf(layout.result(operation)) : `${nameOf(layout.partResult(operation))}<Part>`;
  if (paging === undefined) return [isUpload(operation) ? upload : apiPromise, data];
  if (paging.items !== undefined) return [pagePromise, data, literal(paging.items)];
  // The items are the answer itself: no key.
  return layout.reason(operation) === undefined ? [pagePromise, data] : [pagePromise, data, 'never'];
}

function reportPieces(operation: Operation, layout: Layout, nameOf: NameOf): readonly string[] {
  const { header, footer } = operation.report ?? {};
  return [
    `${nameOf(layout.reportRow(operation))}${reportArguments(operation)}`,
    `${nameOf(layout.result(operation))}[number]`,
    header === undefined ? 'never' : literal(header),
    footer === undefined ? 'never' : literal(footer),
  ];
}
