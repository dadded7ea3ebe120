import { runtime } from './imports.js';
import type { Operation, ReportKeys, Api } from '../../api/api.js';
import type { Layout, OperationTypeSuffix } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';
import {
  acceptedTypes,
  responseHeaders,
  isDownload,
  isEither,
  isStream,
  isUpload,
  statusResponses,
} from './operation-result.js';
import { typedChoices } from './operation-params.js';
import { literal } from './literals.js';
import { hasOwnErrors } from '../../api/shapes/error-bodies.js';

const pagePromise: CodeSymbol = runtime('PagePromise');

/** Name of the type parameter of calls that ask for parts. */
export const typeParameter = 'Part';

/** Name of the type parameter of calls that ask for a media type. */
export const acceptParameter = 'Accept';

/** The types of a call as source text. */
interface CallTypes {
  /** `<Part extends VideosListPart = VideosListDefaultPart>`; empty where the types do not depend on what is asked for. */
  readonly typeParameters: string;
  /** `VideosListParams` */
  readonly params: string;
  /** `ApiPromise<VideosListResponse>` */
  readonly promise: string;
  /** `CallOptions`; `AcceptOptions<Accept>` where callers choose the media type of the response. */
  readonly options: string;
}

/** Gives the name that a type has where the call is written. */
type NameOf = (symbol: CodeSymbol) => string;

/** The types of a call; `nameOf` gives the name that a type has where the call is written. */
export function callTypes(operation: Operation, layout: Layout, nameOf: NameOf): CallTypes {
  if (acceptedTypes(operation).length > 0) return acceptingTypes(operation, layout, nameOf);
  const promise = withHeaders(printPromise(operation, layout, nameOf), operation, layout, nameOf);
  const options = nameOf(runtime('CallOptions'));
  const { parts, report } = operation;
  if (parts !== undefined || report === undefined || isDownload(operation))
    return { ...paramsTypes(operation, layout, nameOf), promise, options };
  const params = `${nameOf(layout.type(operation, 'Params'))}${reportArguments(operation)}`;
  const typeParameters = reportParameters(operation, (key) => nameOf(layout.reportKeys(operation, key)), 'no list');
  return { typeParameters: typeParameters ?? '', params, promise, options };
}

/** A promise with what its `withResponse()` gives beside the data: typed headers, or what comes with each status. */
function withHeaders(promise: string, operation: Operation, layout: Layout, nameOf: NameOf): string {
  const [wrapper, suffix] =
    statusResponses(operation).length > 0 ? (['ByStatus', 'Responses'] as const) : (['Headed', 'Headers'] as const);
  if (wrapper === 'Headed' && responseHeaders(operation).length === 0) return promise;
  return `${nameOf(runtime(wrapper))}<${promise}, ${nameOf(layout.type(operation, suffix))}>`;
}

/** The types of a call whose response is of the media type that it asks for: `<Accept extends keyof … = keyof …>`. */
function acceptingTypes(operation: Operation, layout: Layout, nameOf: NameOf): CallTypes {
  const types = nameOf(layout.type(operation, 'MediaTypes'));
  const reason = layout.reason(operation);
  const headed = (promise: string): string => withHeaders(promise, operation, layout, nameOf);
  const whole = (): string => {
    const type = nameOf(runtime(isUpload(operation) ? 'Upload' : 'ApiPromise'));
    return headed(`${type}<${types}[${acceptParameter}]${reason === undefined ? '' : `, ${nameOf(reason)}`}>`);
  };
  const plain = (): string => headed(printPromise(operation, layout, nameOf));
  const others = acceptedTypes(operation).flatMap(({ isData, mediaType }) => (isData ? [] : literal(mediaType)));
  const paged = (): string =>
    others.length === 0 ? plain() : `[${acceptParameter}] extends [${others.join(' | ')}] ? ${whole()} : ${plain()}`;
  return {
    ...paramsTypes(operation, layout, nameOf),
    typeParameters: `<${acceptParameter} extends keyof ${types} = keyof ${types}>`,
    promise: isDownload(operation) ? plain() : operation.paging === undefined ? whole() : paged(),
    options: `${nameOf(runtime('AcceptOptions'))}<${acceptParameter}>`,
  };
}

/** The types of what is given to a call; those of a report take any lists of keys. */
export function paramsTypes(
  operation: Operation,
  layout: Layout,
  nameOf: NameOf,
): Omit<CallTypes, 'promise' | 'options'> {
  const params = nameOf(layout.type(operation, 'Params'));
  const { parts } = operation;
  if (parts === undefined) return { typeParameters: '', params };
  const fallback = parts.default === 'body' ? 'never' : nameOf(layout.type(operation, 'DefaultPart'));
  const typeParameters = `<${typeParameter} extends ${nameOf(layout.type(operation, 'Part'))} = ${fallback}>`;
  return { typeParameters, params: `${params}<${typeParameter}>` };
}

/** `ApiPromise<VideosRateResponse, VideosRateReason>`, `PagePromise<VideosListResponse, 'items', VideosListReason>` */
function printPromise(operation: Operation, layout: Layout, nameOf: NameOf): string {
  const [type, ...given] = promiseParts(operation, layout, nameOf);
  const reason = layout.reason(operation);
  const all = reason === undefined ? given : [...given, nameOf(reason)];
  return all.length === 0 ? nameOf(type) : `${nameOf(type)}<${all.join(', ')}>`;
}

/** The class of the promise, and what it is given besides the reasons. */
function promiseParts(operation: Operation, layout: Layout, nameOf: NameOf): readonly [CodeSymbol, ...string[]] {
  const { parts, report } = operation;
  const { paging } = operation.callers ?? operation;
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
  const data = printDataType(operation, layout, nameOf);
  if (paging === undefined) return [isUpload(operation) ? runtime('Upload') : runtime('ApiPromise'), data];
  if (paging.items !== undefined) return [pagePromise, data, literal(paging.items)];
  // The items are the response itself: no key.
  return layout.reason(operation) === undefined ? [pagePromise, data] : [pagePromise, data, 'never'];
}

/** The type of what a call gives to whoever awaits it, as source text. */
export function printDataType(operation: Operation, layout: Layout, nameOf: NameOf): string {
  if (operation.parts !== undefined) return `${nameOf(layout.type(operation, 'Result'))}<${typeParameter}>`;
  return isDownload(operation) ? nameOf(runtime('Bytes')) : nameOf(layout.type(operation, 'Response'));
}

function reportPieces(operation: Operation, layout: Layout, nameOf: NameOf): readonly string[] {
  const { header, footer } = (operation.callers ?? operation).report ?? {};
  return [
    `${nameOf(layout.type(operation, 'Row'))}${reportArguments(operation)}`,
    `${nameOf(layout.type(operation, 'Response'))}[number]`,
    header === undefined ? 'never' : literal(header),
    footer === undefined ? 'never' : literal(footer),
  ];
}

/**
 * `<Dimensions extends ReportDimensions = ReportDimensions>`: the lists of keys of a report, as a call gives them. Calls
 * take them as they are written (`const`), and none where the call lists none; empty where there are no lists.
 */
export function reportParameters(
  { report }: Operation,
  nameOf: (key: ReportKeys) => string,
  fallback: 'any list' | 'no list',
): string | undefined {
  const all = (report?.keys ?? []).map((one) => {
    const name = nameOf(one);
    return fallback === 'any list'
      ? `${one.typeParameter} extends ${name} = ${name}`
      : `const ${one.typeParameter} extends ${name} = readonly []`;
  });
  return all.length === 0 ? undefined : `<${all.join(', ')}>`;
}

/** `<Dimensions, Metrics>`, to be given to a type with these parameters; empty where there are none. */
export function reportArguments({ report }: Operation): string {
  const names = (report?.keys ?? []).map(({ typeParameter }) => typeParameter);
  return names.length === 0 ? '' : `<${names.join(', ')}>`;
}

/** Names of the type parameters of an operation that answers with a report. */
export function reportParameterNames({ report }: Operation): readonly string[] {
  return report?.keys.map(({ typeParameter }) => typeParameter) ?? [];
}

/** The types that are generated for an operation, but for its own reasons. */
export function operationSymbols(api: Api, operation: Operation, layout: Layout): readonly CodeSymbol[] {
  const { parts, report } = operation;
  const suffixes: readonly OperationTypeSuffix[] = [
    'Params',
    ...(typedChoices(operation).length > 0 ? (['BaseParams'] as const) : []),
    'Response',
    ...(acceptedTypes(operation).length > 0 ? (['MediaTypes'] as const) : []),
    ...(parts === undefined ? [] : (['Part', 'Result'] as const)),
    ...(parts === undefined || parts.default === 'body' ? [] : (['DefaultPart'] as const)),
    ...(isEither(operation) ? (['StreamItem'] as const) : []),
    ...(hasOwnErrors(api, operation) ? (['Errors'] as const) : []),
    ...(responseHeaders(operation).length > 0 ? (['Headers'] as const) : []),
    ...(statusResponses(operation).length > 0 ? (['Responses'] as const) : []),
  ];
  const types = suffixes.map((suffix) => layout.type(operation, suffix));
  if (report === undefined) return types;
  return [...types, ...report.keys.map((key) => layout.reportKeys(operation, key)), layout.type(operation, 'Row')];
}
