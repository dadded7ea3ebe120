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

/** A call, and the names that types have where it is written. */
interface Call {
  readonly operation: Operation;
  /** Name of a type of the operation. */
  readonly type: (suffix: OperationTypeSuffix) => string;
  /** Name of a type of the runtime. */
  readonly use: (name: string) => string;
  /** Name of the type of its reasons, if it has some. */
  readonly reason: () => readonly string[];
}

function openCall(operation: Operation, layout: Layout, nameOf: NameOf): Call {
  return {
    operation,
    type: (suffix) => nameOf(layout.type(operation, suffix)),
    use: (name) => nameOf(runtime(name)),
    reason: () => [layout.reason(operation)].filter((one) => one !== undefined).map(nameOf),
  };
}

/** The types of a call; `nameOf` gives the name that a type has where the call is written. */
export function callTypes(operation: Operation, layout: Layout, nameOf: NameOf): CallTypes {
  const call = openCall(operation, layout, nameOf);
  if (acceptedTypes(operation).length > 0) return acceptingTypes(call);
  const promise = withHeaders(printPromise(call), call);
  const options = call.use('CallOptions');
  const { parts, report } = operation;
  if (parts !== undefined || report === undefined || isDownload(operation))
    return { ...printParams(call), promise, options };
  const params = `${call.type('Params')}${reportArguments(operation)}`;
  const typeParameters = reportParameters(operation, (key) => nameOf(layout.reportKeys(operation, key)), 'no list');
  return { typeParameters: typeParameters ?? '', params, promise, options };
}

/** A promise with what its `withResponse()` gives beside the data: typed headers, or what comes with each status. */
function withHeaders(promise: string, { operation, type, use }: Call): string {
  if (statusResponses(operation).length > 0) return `${use('ByStatus')}<${promise}, ${type('Responses')}>`;
  if (responseHeaders(operation).length === 0) return promise;
  return `${use('Headed')}<${promise}, ${type('Headers')}>`;
}

/** The types of a call whose response is of the media type that it asks for: `<Accept extends keyof … = keyof …>`. */
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

/** The types of what is given to a call; those of a report take any lists of keys. */
export function paramsTypes(
  operation: Operation,
  layout: Layout,
  nameOf: NameOf,
): Omit<CallTypes, 'promise' | 'options'> {
  return printParams(openCall(operation, layout, nameOf));
}

function printParams({ operation: { parts }, type }: Call): Omit<CallTypes, 'promise' | 'options'> {
  const params = type('Params');
  if (parts === undefined) return { typeParameters: '', params };
  const fallback = parts.default === 'body' ? 'never' : type('DefaultPart');
  const typeParameters = `<${typeParameter} extends ${type('Part')} = ${fallback}>`;
  return { typeParameters, params: `${params}<${typeParameter}>` };
}

/** `ApiPromise<VideosRateResponse, VideosRateReason>`, `PagePromise<VideosListResponse, 'items', VideosListReason>` */
function printPromise(call: Call): string {
  const [type, ...given] = promiseParts(call);
  const all = [...given, ...call.reason()];
  return all.length === 0 ? call.use(type) : `${call.use(type)}<${all.join(', ')}>`;
}

/** The class of the promise, and what it is given besides the reasons. */
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
  // The items are the response itself: no key.
  return reason().length === 0 ? ['PagePromise', data] : ['PagePromise', data, 'never'];
}

/** The type of what a call gives to whoever awaits it, as source text. */
export function printDataType(operation: Operation, layout: Layout, nameOf: NameOf): string {
  return printData(openCall(operation, layout, nameOf));
}

function printData({ operation, type, use }: Call): string {
  if (operation.parts !== undefined) return `${type('Result')}<${typeParameter}>`;
  return isDownload(operation) ? use('Bytes') : type('Response');
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
  const all = report?.keys.map((one) => {
    const name = nameOf(one);
    return fallback === 'any list'
      ? `${one.typeParameter} extends ${name} = ${name}`
      : `const ${one.typeParameter} extends ${name} = readonly []`;
  });
  return all?.length ? `<${all.join(', ')}>` : undefined;
}

/** `<Dimensions, Metrics>`, to be given to a type with these parameters; empty where there are none. */
export function reportArguments({ report }: Operation): string {
  const names = report?.keys.map((key) => key.typeParameter);
  return names?.length ? `<${names.join(', ')}>` : '';
}

/** Names of the type parameters of an operation that answers with a report. */
export function reportParameterNames({ report }: Operation): readonly string[] {
  return report?.keys.map((key) => key.typeParameter) ?? [];
}

/** The types that are generated for an operation, but for its own reasons. */
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
