// What generated packages and `@speccast/emulator` import. Users find what is meant for them in the package of their service.
export * from './client/index.js';

// What descriptors of operations name.
export { declaredAnswers } from './client/response/declared-answers.js';
export { toEncodedForm } from './client/body/encoded-forms.js';
export { encodeReserved } from './client/params/encode-reserved.js';
export { expandNames } from './client/params/expand-names.js';
export { toFormData, toRelated, toUrlEncoded } from './client/body/forms.js';
export { toContent } from './client/body/json-text.js';
export { toMultipart } from './client/body/multipart.js';
export { nextLink } from './client/paging/next-link.js';
export { nextNumbered } from './client/paging/next-numbered.js';
export { expandPath } from './client/params/path.js';
export { dailyQuota } from './client/quota/quota-error.js';
export { sendResumable } from './client/upload/send-resumable.js';
export { splitEvents } from './client/streams/split-events.js';
export { splitJsonLines } from './client/streams/split-json-lines.js';
export { writeAnyBody } from './client/body/write-any-body.js';
export { writeAnyParameter } from './client/params/write-any-parameter.js';
export { writeJson } from './client/body/write-body.js';
export { writeHeader } from './client/params/write-header.js';
export { writeDeepObject } from './client/params/write-deep-object.js';
export { writePipeDelimited, writeSpaceDelimited } from './client/params/write-delimited.js';
export { writeLabel } from './client/params/write-label.js';
export { writeMatrix } from './client/params/write-matrix.js';
export { writeMedia } from './client/body/write-media.js';
export type {
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
export type { WithParts, WithPartsIn } from './parts.js';
export type { Asked, AskedSometimes, PieceOf, WithEntries } from './report-types.js';

// What the code of clients calls.
export type { ApiErrorClass } from './client/errors/api-error.js';
export { stream } from './client/streams/api-stream.js';
export { BaseClient } from './client/transport/base-client.js';
export { callParts } from './client/params/call-parts.js';
export { createValidation, type CallValidators, type Validation } from './client/validation/create-validation.js';
export { download } from './client/response/download.js';
export { sendEither, type EitherStream } from './client/streams/either-stream.js';
export { fillAddress } from './client/transport/fill-address.js';
export { isErrorOf, type IsErrorOf } from './client/errors/is-error-of.js';
export { streamItems } from './client/streams/item-stream.js';
export { listParts } from './client/paging/list-parts.js';
export { list } from './client/paging/page-promise.js';
export { meterQuota, type QuotaBook } from './client/quota/quota-meter.js';
export { report } from './client/streams/report-stream.js';
export { upload, uploadParts } from './client/upload/upload.js';
export { withHeaders, type Headed } from './client/response/with-headers.js';

// What the emulator shares with clients.
export { checkInterface, runtimeInterface, type MadeFor } from './check-interface.js';
export { createLedger, type QuotaLedger } from './client/quota/quota-ledger.js';
export { createRedactor } from './client/transport/redact.js';
export { jsonAnswers } from './json-answers.js';
export { readDocument } from './read-document.js';
export { isJsonObject, type Json, type JsonObject } from './json.js';
export { withCommon } from './with-common.js';
