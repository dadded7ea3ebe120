export { ApiError, type ApiErrorDetail } from './api-error.js';
export { ApiPromise, type CallMeta, type Result, type WithResponse } from './api-promise.js';
export { ApiStream } from './api-stream.js';
export {
  apiKey,
  basic,
  bearer,
  type AccessTokenAnswer,
  type AccessTokenSource,
  type Auth,
  type BearerOptions,
  type SchemeOption,
  type Token,
  type TokenNeed,
  type TokenProvider,
} from './auth.js';
export type { CallFeature, UploadProgress } from './call-feature.js';
export { createCore, type Core } from './core.js';
export { Download } from './download.js';
export {
  AbortedError,
  ClientError,
  ConnectionError,
  InvalidOptionError,
  InvalidParameterError,
  MissingCredentialError,
  TimeoutError,
  UnexpectedContentError,
} from './errors.js';
export { memoryStore, type EtagStore, type MemoryStoreOptions, type StoredAnswer } from './etag-store.js';
export { joinIds, type JoinIdsOptions } from './join-ids.js';
export type { Media, MediaData, MediaSource, NamedMedia } from './media.js';
export { oauthRefresh, type OAuthRefreshOptions, type OAuthTokens } from './oauth-refresh.js';
export type {
  CallOptions,
  ClientOptions,
  Clock,
  Fetch,
  Logger,
  LogLevel,
  Middleware,
  MiddlewareContext,
  RetryContext,
  RetryOptions,
} from './options.js';
export { PagePromise, type Paged } from './page-promise.js';
export { PagingError } from './paging-error.js';
export { QuotaError } from './quota-error.js';
export type { QuotaLimit, QuotaWindow } from './quota-ledger.js';
export type { QuotaMeter, QuotaMeterOptions, QuotaSpending, QuotaState } from './quota-meter.js';
export { ReportStream } from './report-stream.js';
export type { UploadState } from './resumable/upload-state.js';
export { revalidate, type RevalidateOptions } from './revalidate.js';
export { shareReads } from './share-reads.js';
export { TokenError } from './token-error.js';
export { Upload } from './upload.js';
export type { DriftReport, ValidateOptions, ValidationLevel } from './validate-options.js';
export { ValidationError } from './validation-error.js';
