export { ApiError, type ApiErrorDetail } from './errors/api-error.js';
export { ApiPromise, type Result, type WithResponse } from './core/api-promise.js';
export type { CallMeta } from './errors/call-meta.js';
export { ApiStream } from './streams/api-stream.js';
export type {
  AccessTokenAnswer,
  AccessTokenResult,
  AccessTokenSource,
  Auth,
  BearerOptions,
  SchemeOption,
  Token,
  TokenNeed,
  TokenProvider,
} from './options/auth.js';
export { apiKey, basic, bearer } from './auth/credentials.js';
export { createCore } from './core/base-client.js';
export { openBareCore } from './core/bare-core.js';
export type { Core } from './core/core.js';
export type {
  FeatureOption,
  AcceptOptions,
  CallFeature,
  CallOptions,
  ClientOptions,
  CoreOptions,
  CoreFeature,
  ValidateOptions,
} from './options/options.js';
export { withOptionChecks } from './features/check-options.js';
export { withTokenSources } from './features/token-sources.js';
export { withRetries } from './features/retry.js';
export { withMiddleware } from './features/middleware.js';
export { withLogging } from './features/log.js';
export { withRedaction } from './features/redact.js';
export { withTracing } from './features/tracing.js';
export { validateCalls } from './features/validate-calls.js';
export { withErrorDetails } from './features/error-details.js';
export { withErrorTexts } from './features/error-texts.js';
export { Download } from './streams/download.js';
export {
  AbortedError,
  ClientError,
  ConnectionError,
  InvalidOptionError,
  InvalidParameterError,
  MissingCredentialError,
  TimeoutError,
  UnexpectedContentError,
  PagingError,
  TokenError,
  ValidationError,
} from './errors/errors.js';
export {
  memoryStore,
  type EtagStore,
  type MemoryStoreOptions,
  type StoredAnswer,
  type StoredResponse,
  revalidate,
  type RevalidateOptions,
} from './reuse/revalidate.js';
export { joinIds, type JoinIdsOptions } from './reuse/join-ids.js';
export type { Media, MediaData, MediaSource, NamedMedia } from './body/media.js';
export { clientCredentials, type ClientCredentialsOptions } from './auth/client-credentials.js';
export { oauthRefresh, type OAuthRefreshOptions } from './auth/oauth-refresh.js';
export type { OAuthTokens } from './auth/fetched-token.js';
export type {
  DriftReport,
  HeadersOption,
  RetryContext,
  RetryOptions,
  UploadProgress,
  UploadState,
  ValidationLevel,
} from './options/option-types.js';
export type { Clock, Fetch, Logger, LogLevel, Middleware, MiddlewareContext } from './options/hooks.js';
export { PagePromise, type Paged } from './paging/page-promise.js';
export { QuotaError } from './quota/quota-error.js';
export type { QuotaLimit, QuotaWindow } from './quota/quota-ledger.js';
export type { QuotaMeter, QuotaMeterOptions, QuotaSpending, QuotaState } from './quota/quota-meter.js';
export { ReportStream } from './streams/report-stream.js';
export { shareReads } from './reuse/share-reads.js';
export { Upload } from './upload/upload.js';
