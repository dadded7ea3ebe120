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

/** Name of the type parameter of calls that select parts. */
export const typeParameter = 'Part';

/** Name of the type parameter of calls that choose a media type of the response. */
export const acceptParameter = 'Accept';

/** The types of a call as source code. */
interface CallTypes {
  /** `<Part extends VideosListPart = VideosListDefaultPart>`; empty if the types do not depend on the call. */
  readonly typeParameters: string;
  /** `VideosListParams` */
  readonly params: string;
  /** `ApiPromise<VideosListResponse>` */
  readonly promise: string;
  /** `CallOptions`, or `AcceptOptions<Accept>` if callers choose the media type of the response. */
  readonly options: string;
}

/** Returns the local name of a type in the file with the call. */
type GetName = (symbol: CodeSymbol) => string;

/** A call, with functions that return the local names of its types. */
interface Call {
  readonly operation: Operation;
  /** Returns the name of a type of the operation. */
  readonly type: (suffix: OperationTypeSuffix) => string;
  /** Returns the name of a type of the runtime. */
  readonly use: (name: string) => string;
  /** Returns the name of the type of its reasons in a list; empty if it has none. */
  readonly reason: () => readonly string[];
}

function openCall(operation: Operation, layout: Layout, getName: GetName): Call {
  return {
    operation,
    type: (suffix) => getName(layout.type(operation, suffix)),
    use: (name) => getName(runtime(name)),
    reason: () => [layout.reason(operation)].filter((one) => one !== undefined).map(getName),
  };
}

/** Prints the types of a call. */
export function callTypes(operation: Operation, layout: Layout, getName: GetName): CallTypes {
  const call = openCall(operation, layout, getName);
  if (acceptedTypes(operation).length > 0) return acceptingTypes(call);
  const promise = withHeaders(printPromise(call), call);
  const options = call.use('CallOptions');
  const { parts, report } = operation;
  if (parts !== undefined || report === undefined || isDownload(operation))
    return { ...printParams(call), promise, options };
  const params = `${call.type('Params')}${reportArguments(operation)}`;
  const typeParameters = reportParameters(operation, (key) => getName(layout.reportKeys(operation, key)), 'no list');
  return { typeParameters: typeParameters ?? '', params, promise, options };
}

/** Wraps the type of a promise whose `withResponse()` also returns typed headers, or data by status: `Headed<ApiPromise<X>, XHeaders>`. */
function withHeaders(promise: string, { operation, type, use }: Call): string {
  if (statusResponses(operation).length > 0) return `${use('ByStatus')}<${promise}, ${type('Responses')}>`;
  if (responseHeaders(operation).length === 0) return promise;
  return `${use('Headed')}<${promise}, ${type('Headers')}>`;
}

/** Prints the types of a call that chooses the media type of its response: `<Accept extends keyof … = keyof …>`. */
function acceptingTypes(call: Call): CallTypes {
  const { operation, type, use, reason } = call;
  const types = type('MediaTypes');
  const whole = (): string => {
    const promise = use(isUpload(operation) ? 'Upload' : 'ApiPromise');
    return withHeaders(`${promise}<${[`${types}[${acceptParameter}]`, ...reason()].join(', ')}>`, call);
  };
  const plain = (): string => withHeaders(printPromise(call), call);
  const others = acceptedTypes(operation).flatMap(({ isData, mediaType }) => (isData ? [] : literal(mediaType)));
  const paged = (): string =>
    others.length === 0 ? plain() : `[${acceptParameter}] extends [${others.join(' | ')}] ? ${whole()} : ${plain()}`;
  return {
    ...printParams(call),
    typeParameters: `<${acceptParameter} extends keyof ${types} = keyof ${types}>`,
    promise: isDownload(operation) ? plain() : operation.paging === undefined ? whole() : paged(),
    options: `${use('AcceptOptions')}<${acceptParameter}>`,
  };
}

/** Prints the types of the params of a call; those of a report accept any lists of keys. */
export function paramsTypes(
  operation: Operation,
  layout: Layout,
  getName: GetName,
): Omit<CallTypes, 'promise' | 'options'> {
  return printParams(openCall(operation, layout, getName));
}

function printParams({ operation: { parts }, type }: Call): Omit<CallTypes, 'promise' | 'options'> {
  const params = type('Params');
  if (parts === undefined) return { typeParameters: '', params };
  const fallback = parts.default === 'body' ? 'never' : type('DefaultPart');
  const typeParameters = `<${typeParameter} extends ${type('Part')} = ${fallback}>`;
  return { typeParameters, params: `${params}<${typeParameter}>` };
}

/** Prints a promise: `ApiPromise<VideosRateResponse, VideosRateReason>`, `PagePromise<VideosListResponse, 'items', VideosListReason>`. */
function printPromise(call: Call): string {
  const [type, ...first] = promiseParts(call);
  const all = [...first, ...call.reason()];
  return all.length === 0 ? call.use(type) : `${call.use(type)}<${all.join(', ')}>`;
}

/** Lists the class of a promise and its type arguments, without the reasons: `ReportStream`, `Row<Dimensions>`, … */
function promiseParts(call: Call): readonly [name: string, ...string[]] {
  const { operation, type, reason } = call;
  const { paging, report } = operation.callers ?? operation;
  if (operation.parts === undefined) {
    if (isDownload(operation)) return ['Download'];
    if (operation.report !== undefined) {
      const { header, footer } = report ?? {};
      return [
        'ReportStream',
        `${type('Row')}${reportArguments(operation)}`,
        `${type('Response')}[number]`,
        header === undefined ? 'never' : literal(header),
        footer === undefined ? 'never' : literal(footer),
      ];
    }
    if (isStream(operation)) return ['ApiStream', `${type('Response')}[number]`];
    if (isEither(operation)) return ['EitherStream', type('Response'), type('StreamItem')];
  }
  const data = printData(call);
  if (paging === undefined) return [isUpload(operation) ? 'Upload' : 'ApiPromise', data];
  if (paging.items !== undefined) return ['PagePromise', data, literal(paging.items)];
  // The response itself is the array of items, so there is no key for it.
  return reason().length === 0 ? ['PagePromise', data] : ['PagePromise', data, 'never'];
}

/** Prints the type of the data that a call resolves to: `VideosListResponse`. */
export function printDataType(operation: Operation, layout: Layout, getName: GetName): string {
  return printData(openCall(operation, layout, getName));
}

function printData({ operation, type, use }: Call): string {
  if (operation.parts !== undefined) return `${type('Result')}<${typeParameter}>`;
  return isDownload(operation) ? use('Bytes') : type('Response');
}

/**
 * Prints the type parameters for the lists of keys of a report. With the fallback `any list`:
 * `<Dimensions extends ReportDimensions = ReportDimensions>`. With `no list`, for calls, they are literal (`const`) and empty by default.
 * Undefined if there are no lists.
 */
export function reportParameters(
  { report }: Operation,
  getName: (key: ReportKeys) => string,
  fallback: 'any list' | 'no list',
): string | undefined {
  const all = report?.keys.map((one) => {
    const name = getName(one);
    return fallback === 'any list'
      ? `${one.typeParameter} extends ${name} = ${name}`
      : `const ${one.typeParameter} extends ${name} = readonly []`;
  });
  return all?.length ? `<${all.join(', ')}>` : undefined;
}

/** Prints the type arguments for the lists of keys of a report: `<Dimensions, Metrics>`; empty if there are none. */
export function reportArguments({ report }: Operation): string {
  const names = report?.keys.map((key) => key.typeParameter);
  return names?.length ? `<${names.join(', ')}>` : '';
}

/** Lists the names of the type parameters of an operation with a report. */
export function reportParameterNames({ report }: Operation): readonly string[] {
  return report?.keys.map((key) => key.typeParameter) ?? [];
}

/** Lists the types that are generated for an operation, without the type of its reasons. */
export function operationSymbols(api: Api, operation: Operation, layout: Layout): readonly CodeSymbol[] {
  const { parts, report } = operation;
  const has: readonly (readonly [OperationTypeSuffix, boolean])[] = [
    ['Params', true],
    ['BaseParams', typedChoices(operation).length > 0],
    ['Response', true],
    ['MediaTypes', acceptedTypes(operation).length > 0],
    ['Part', parts !== undefined],
    ['Result', parts !== undefined],
    ['DefaultPart', parts !== undefined && parts.default !== 'body'],
    ['StreamItem', isEither(operation)],
    ['Errors', hasOwnErrors(api, operation)],
    ['Headers', responseHeaders(operation).length > 0],
    ['Responses', statusResponses(operation).length > 0],
  ];
  const suffixes = has.flatMap(([suffix, isThere]) => (isThere ? [suffix] : []));
  const types = suffixes.map((suffix) => layout.type(operation, suffix));
  if (report === undefined) return types;
  return [...types, ...report.keys.map((key) => layout.reportKeys(operation, key)), layout.type(operation, 'Row')];
}
