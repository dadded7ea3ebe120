import type { CodeSymbol } from '../source-file.js';

function runtime(name: string): CodeSymbol {
  return { name, module: 'runtime' };
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
  apiError: runtime('ApiError'),
  apiErrorClass: runtime('ApiErrorClass'),
  quotaError: runtime('QuotaError'),
  baseClient: runtime('BaseClient'),
  core: runtime('Core'),
  createCore: runtime('createCore'),
  callParts: runtime('callParts'),
  list: runtime('list'),
  listParts: runtime('listParts'),
  download: runtime('download'),
  report: runtime('report'),
  stream: runtime('stream'),
  streamItems: runtime('streamItems'),
  either: runtime('sendEither'),
  upload: runtime('upload'),
  uploadParts: runtime('uploadParts'),
  withHeaders: runtime('withHeaders'),
  clientOptions: runtime('ClientOptions'),
  callOptions: runtime('CallOptions'),
  service: { name: 'service', module: 'operations/service' },
};

/** Values that the package's entry passes on from the runtime. */
export const publicValues: readonly CodeSymbol[] = [
  runtime('ValidationError'),
  runtime('apiKey'),
  runtime('basic'),
  runtime('bearer'),
  runtime('oauthRefresh'),
  runtime('TokenError'),
  runtime('AbortedError'),
  runtime('ClientError'),
  runtime('ConnectionError'),
  runtime('InvalidOptionError'),
  runtime('InvalidParameterError'),
  runtime('MissingCredentialError'),
  runtime('TimeoutError'),
  runtime('UnexpectedContentError'),
  runtime('memoryStore'),
  runtime('joinIds'),
  runtime('revalidate'),
  runtime('shareReads'),
];

/** Types that the package's entry passes on from the runtime. */
export const publicTypes: readonly CodeSymbol[] = [
  runtime('DriftReport'),
  runtime('ValidateOptions'),
  runtime('ValidationLevel'),
  runtime('ApiErrorDetail'),
  runtime('ApiPromise'),
  runtime('CallMeta'),
  runtime('Result'),
  runtime('WithResponse'),
  runtime('AccessTokenAnswer'),
  runtime('AccessTokenSource'),
  runtime('Auth'),
  runtime('BearerOptions'),
  runtime('SchemeOption'),
  runtime('Token'),
  runtime('TokenNeed'),
  runtime('TokenProvider'),
  runtime('CallFeature'),
  runtime('Core'),
  runtime('Download'),
  runtime('EtagStore'),
  runtime('MemoryStoreOptions'),
  runtime('StoredAnswer'),
  runtime('JoinIdsOptions'),
  runtime('Media'),
  runtime('MediaData'),
  runtime('MediaSource'),
  runtime('NamedMedia'),
  runtime('OAuthRefreshOptions'),
  runtime('OAuthTokens'),
  runtime('CallOptions'),
  runtime('ClientOptions'),
  runtime('Clock'),
  runtime('Fetch'),
  runtime('LogLevel'),
  runtime('Logger'),
  runtime('Middleware'),
  runtime('MiddlewareContext'),
  runtime('RetryContext'),
  runtime('RetryOptions'),
  runtime('RevalidateOptions'),
];

/** Types that the entry of a package passes on where calls cost something of a quota. */
export const quotaTypes: readonly CodeSymbol[] = [
  runtime('QuotaLimit'),
  runtime('QuotaWindow'),
  runtime('QuotaMeter'),
  runtime('QuotaMeterOptions'),
  runtime('QuotaSpending'),
  runtime('QuotaState'),
];

/** Types that the entry of a package passes on where operations have parts. */
export const partTypes: readonly CodeSymbol[] = [{ name: 'WithParts', module: 'runtime' }];

/** Types that the entry of a package passes on where operations answer piece by piece. */
export const streamTypes: readonly CodeSymbol[] = [runtime('ApiStream')];

/** Types that the entry of a package passes on where operations answer as a whole or piece by piece. */
export const eitherTypes: readonly CodeSymbol[] = [runtime('EitherStream'), ...streamTypes];

/** Types that the entry of a package passes on where operations answer lists. */
export const listTypes: readonly CodeSymbol[] = [runtime('Paged'), runtime('PagePromise')];

/** Values that the entry of a package passes on where operations answer lists. */
export const listValues: readonly CodeSymbol[] = [runtime('PagingError')];

/** Types that the entry of a package passes on where operations answer with reports. */
export const reportTypes: readonly CodeSymbol[] = [runtime('ReportStream')];

/** Types that the entry of a package passes on where operations take bytes in chunks. */
export const uploadTypes: readonly CodeSymbol[] = [
  runtime('Upload'),
  runtime('UploadProgress'),
  runtime('UploadState'),
];
