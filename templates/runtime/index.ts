// Imports of generated packages and of `@speccast/emulator`. The package of a service exports again what its users need.
export * from './client/index.js';

// Functions and types that descriptors of operations refer to.
export { declaredResponses } from './client/response/declared-responses.js';
export { toEncodedForm, toFormData, toRelated, toUrlEncoded } from './client/body/forms.js';
export { encodeReserved } from './client/params/serialize.js';
export { expandNames, expandPath } from './client/params/path.js';
export { toContent } from './client/body/json-text.js';
export { toMultipart } from './client/body/multipart.js';
export { chooseOptional } from './client/auth/choose-optional.js';
export {
  nextHeader,
  nextLink,
  nextNumbered,
  nextAfter,
  nextToken,
  askInside,
  fromLast,
} from './client/paging/next-page.js';
export { dailyQuota } from './client/quota/quota-error.js';
export { sendResumable } from './client/upload/send-resumable.js';
export { splitEvents, splitJsonLines } from './client/streams/split-items.js';
export { writeAnyBody } from './client/body/write-any-body.js';
export { writeAnyParameter, writeHeader } from './client/params/write-parameter.js';
export { sendWritable } from './client/features/send-writable.js';
export type { ReadOnlyMembers } from './operation-wire.js';
export { writeJson, writeMedia } from './client/body/write-body.js';
export {
  writeDeepObject,
  writePipeDelimited,
  writeSpaceDelimited,
  writeTabDelimited,
  writeLabel,
  writeMatrix,
} from './client/params/write-styles.js';
export type {
  DeclaredParameter,
  FieldEncoding,
  HttpMethod,
  Operation,
  OperationContent,
  OperationParameter,
  OperationResponse,
  ParameterType,
  SecurityScheme,
  Service,
  ValueType,
  ValueTypes,
} from './operation.js';
export type {
  Arrived,
  AtMostOne,
  ExactlyOne,
  Omittable,
  Sendable,
  Unrecognized,
  WithParts,
  WithPartsIn,
  Asked,
  AskedSometimes,
  PieceOf,
  WithEntries,
} from './result-types.js';

// Functions and types that generated clients use.
export type { ApiErrorClass } from './client/errors/api-error.js';
export { stream, streamItems } from './client/streams/api-stream.js';
export { BaseClient } from './client/core/base-client.js';
export { asAccepted, listAccepted } from './client/paging/accepted.js';
export { callParts } from './client/core/call-parts.js';
export { createValidation, type CallValidators, type Validation } from './client/validation/create-validation.js';
export type { Bytes } from './client/body/media.js';
export { download } from './client/streams/download.js';
export { sendEither, type EitherStream } from './client/streams/either-stream.js';
export { fillAddress } from './client/transport/base-url.js';
export { isErrorOf, type IsErrorOf } from './client/response/is-error-of.js';
export { listParts, list } from './client/paging/page-promise.js';
export { meterQuota, type QuotaBook } from './client/quota/quota-meter.js';
export { report } from './client/streams/report-stream.js';
export { upload, uploadParts } from './client/upload/upload.js';
export { byStatus, type ByStatus, type SuccessStatus } from './client/core/by-status.js';
export { withHeaders, type Headed } from './client/core/with-headers.js';

// Functions and types that the emulator shares with clients.
export { checkInterface, runtimeInterface, type MadeFor } from './check-interface.js';
export { createLedger, type QuotaLedger } from './client/quota/quota-ledger.js';
export { createRedactor } from './client/features/redact.js';
export {
  createMessageRedactor,
  listCookies,
  type MessageRedactor,
  type SecretNames,
} from './client/features/redact-messages.js';
export { readApiError, readRetryAfter } from './client/transport/read-api-error.js';
export { jsonResponses } from './operation.js';
export { readDocument, isJsonObject, parseJson, type Json, type JsonObject } from './json.js';
export { expandParameters, withCommon } from './expand-parameters.js';
