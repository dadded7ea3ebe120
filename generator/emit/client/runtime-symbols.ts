import type { CodeSymbol } from '../source-file.js';

function runtime(file: string, name: string): CodeSymbol {
  return { name, module: `runtime/client/${file}` };
}

type RuntimeName =
  | 'apiError'
  | 'apiErrorClass'
  | 'quotaError'
  | 'baseClient'
  | 'core'
  | 'createCore'
  | 'callParts'
  | 'list'
  | 'listParts'
  | 'download'
  | 'report'
  | 'stream'
  | 'streamItems'
  | 'either'
  | 'upload'
  | 'uploadParts'
  | 'withHeaders'
  | 'clientOptions'
  | 'callOptions'
  | 'service';

/** What the code of a client needs from the runtime, and the service it hands to it. */
export const runtimeSymbols: Readonly<Record<RuntimeName, CodeSymbol>> = {
  apiError: runtime('api-error', 'ApiError'),
  apiErrorClass: runtime('api-error', 'ApiErrorClass'),
  quotaError: runtime('quota-error', 'QuotaError'),
  baseClient: runtime('base-client', 'BaseClient'),
  core: runtime('core', 'Core'),
  createCore: runtime('core', 'createCore'),
  callParts: runtime('call-parts', 'callParts'),
  list: runtime('page-promise', 'list'),
  listParts: runtime('list-parts', 'listParts'),
  download: runtime('download', 'download'),
  report: runtime('report-stream', 'report'),
  stream: runtime('api-stream', 'stream'),
  streamItems: runtime('item-stream', 'streamItems'),
  either: runtime('either-stream', 'sendEither'),
  upload: runtime('upload', 'upload'),
  uploadParts: runtime('upload', 'uploadParts'),
  withHeaders: runtime('with-headers', 'withHeaders'),
  clientOptions: runtime('options', 'ClientOptions'),
  callOptions: runtime('options', 'CallOptions'),
  service: { name: 'service', module: 'operations/service' },
};

/** Values that the package's entry passes on from the runtime. */
export const publicValues: readonly CodeSymbol[] = [
  runtime('validation-error', 'ValidationError'),
  runtime('auth', 'apiKey'),
  runtime('auth', 'basic'),
  runtime('auth', 'bearer'),
  runtime('oauth-refresh', 'oauthRefresh'),
  runtime('token-error', 'TokenError'),
  runtime('errors', 'AbortedError'),
  runtime('errors', 'ClientError'),
  runtime('errors', 'ConnectionError'),
  runtime('errors', 'InvalidOptionError'),
  runtime('errors', 'InvalidParameterError'),
  runtime('errors', 'MissingCredentialError'),
  runtime('errors', 'TimeoutError'),
  runtime('errors', 'UnexpectedContentError'),
  runtime('etag-store', 'memoryStore'),
  runtime('join-ids', 'joinIds'),
  runtime('revalidate', 'revalidate'),
  runtime('share-reads', 'shareReads'),
];

/** Types that the package's entry passes on from the runtime. */
export const publicTypes: readonly CodeSymbol[] = [
  runtime('validate-options', 'DriftReport'),
  runtime('validate-options', 'ValidateOptions'),
  runtime('validate-options', 'ValidationLevel'),
  runtime('api-error', 'ApiErrorDetail'),
  runtime('api-promise', 'ApiPromise'),
  runtime('api-promise', 'CallMeta'),
  runtime('api-promise', 'Result'),
  runtime('api-promise', 'WithResponse'),
  runtime('auth', 'AccessTokenAnswer'),
  runtime('auth', 'AccessTokenSource'),
  runtime('auth', 'Auth'),
  runtime('auth', 'BearerOptions'),
  runtime('auth', 'SchemeOption'),
  runtime('auth', 'Token'),
  runtime('auth', 'TokenNeed'),
  runtime('auth', 'TokenProvider'),
  runtime('call-feature', 'CallFeature'),
  runtime('core', 'Core'),
  runtime('download', 'Download'),
  runtime('etag-store', 'EtagStore'),
  runtime('etag-store', 'MemoryStoreOptions'),
  runtime('etag-store', 'StoredAnswer'),
  runtime('join-ids', 'JoinIdsOptions'),
  runtime('media', 'Media'),
  runtime('media', 'MediaData'),
  runtime('media', 'MediaSource'),
  runtime('media', 'NamedMedia'),
  runtime('oauth-refresh', 'OAuthRefreshOptions'),
  runtime('oauth-refresh', 'OAuthTokens'),
  runtime('options', 'CallOptions'),
  runtime('options', 'ClientOptions'),
  runtime('options', 'Clock'),
  runtime('options', 'Fetch'),
  runtime('options', 'LogLevel'),
  runtime('options', 'Logger'),
  runtime('options', 'Middleware'),
  runtime('options', 'MiddlewareContext'),
  runtime('options', 'RetryContext'),
  runtime('options', 'RetryOptions'),
  runtime('revalidate', 'RevalidateOptions'),
];

/** Types that the entry of a package passes on where calls cost something of a quota. */
export const quotaTypes: readonly CodeSymbol[] = [
  runtime('quota-ledger', 'QuotaLimit'),
  runtime('quota-ledger', 'QuotaWindow'),
  runtime('quota-meter', 'QuotaMeter'),
  runtime('quota-meter', 'QuotaMeterOptions'),
  runtime('quota-meter', 'QuotaSpending'),
  runtime('quota-meter', 'QuotaState'),
];

/** Types that the entry of a package passes on where operations have parts. */
export const partTypes: readonly CodeSymbol[] = [{ name: 'WithParts', module: 'runtime/parts' }];

/** Types that the entry of a package passes on where operations answer piece by piece. */
export const streamTypes: readonly CodeSymbol[] = [runtime('api-stream', 'ApiStream')];

/** Types that the entry of a package passes on where operations answer as a whole or piece by piece. */
export const eitherTypes: readonly CodeSymbol[] = [runtime('either-stream', 'EitherStream'), ...streamTypes];

/** Types that the entry of a package passes on where operations answer lists. */
export const listTypes: readonly CodeSymbol[] = [
  runtime('page-promise', 'Paged'),
  runtime('page-promise', 'PagePromise'),
];

/** Values that the entry of a package passes on where operations answer lists. */
export const listValues: readonly CodeSymbol[] = [runtime('paging-error', 'PagingError')];

/** Types that the entry of a package passes on where operations answer with reports. */
export const reportTypes: readonly CodeSymbol[] = [runtime('report-stream', 'ReportStream')];

/** Types that the entry of a package passes on where operations take bytes in chunks. */
export const uploadTypes: readonly CodeSymbol[] = [
  runtime('upload', 'Upload'),
  runtime('call-feature', 'UploadProgress'),
  runtime('resumable/upload-state', 'UploadState'),
];
