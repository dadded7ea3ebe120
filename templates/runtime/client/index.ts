export { ApiError, type ApiErrorDetail } from './api-error.js';
export { ApiPromise, type Result, type WithResponse } from './api-promise.js';
export { ApiStream } from './api-stream.js';
export {
  apiKey,
  basic,
  bearer,
  type Auth,
  type BearerOptions,
  type SchemeOption,
  type Token,
  type TokenNeed,
  type TokenProvider,
} from './auth.js';
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
export type { Media, MediaData, NamedMedia } from './media.js';
export type {
  CallOptions,
  ClientOptions,
  Clock,
  Fetch,
  Logger,
  LogLevel,
  Middleware,
  MiddlewareContext,
  RetryOptions,
} from './options.js';
