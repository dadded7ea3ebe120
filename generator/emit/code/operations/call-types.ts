import { runtime } from '../syntax/imports.js';
import type { Operation } from '../../../api/api.js';
import type { Layout } from '../../layout.js';
import type { CodeSymbol } from '../../source-file.js';
import { responseHeaders, isDownload, isEither, isStream, isUpload } from './operation-result.js';
import { literal } from '../syntax/literals.js';
import { reportArguments, reportParameters } from '../report-parameters.js';

const pagePromise: CodeSymbol = runtime('PagePromise');

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
  const params = nameOf(layout.type(operation, 'Params'));
  const plain = promiseOf(operation, layout, nameOf);
  const hasHeaders = responseHeaders(operation).length > 0;
  const promise = hasHeaders
    ? `${nameOf(runtime('Headed'))}<${plain}, ${nameOf(layout.type(operation, 'Headers'))}>`
    : plain;
  const { parts, report } = operation;
  if (parts !== undefined) {
    const fallback = parts.default === 'body' ? 'never' : nameOf(layout.type(operation, 'DefaultPart'));
    const typeParameters = `<Part extends ${nameOf(layout.type(operation, 'Part'))} = ${fallback}>`;
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
  if (parts === undefined && isDownload(operation)) return [runtime('Download')];
  if (parts === undefined && report !== undefined)
    return [runtime('ReportStream'), ...reportPieces(operation, layout, nameOf)];
  if (parts === undefined && isStream(operation))
    return [runtime('ApiStream'), `${nameOf(layout.type(operation, 'Response'))}[number]`];
  if (parts === undefined && isEither(operation))
    return [
      runtime('EitherStream'),
      nameOf(layout.type(operation, 'Response')),
      nameOf(layout.type(operation, 'StreamItem')),
    ];
  const data =
    parts === undefined
      ? nameOf(layout.type(operation, 'Response'))
      : `${nameOf(layout.type(operation, 'Result'))}<Part>`;
  if (paging === undefined) return [isUpload(operation) ? runtime('Upload') : runtime('ApiPromise'), data];
  if (paging.items !== undefined) return [pagePromise, data, literal(paging.items)];
  // The items are the response itself: no key.
  return layout.reason(operation) === undefined ? [pagePromise, data] : [pagePromise, data, 'never'];
}

function reportPieces(operation: Operation, layout: Layout, nameOf: NameOf): readonly string[] {
  const { header, footer } = operation.report ?? {};
  return [
    `${nameOf(layout.type(operation, 'Row'))}${reportArguments(operation)}`,
    `${nameOf(layout.type(operation, 'Response'))}[number]`,
    header === undefined ? 'never' : literal(header),
    footer === undefined ? 'never' : literal(footer),
  ];
}
