// What generated packages and `@speccast/emulator` import. Users find what is meant for them in the package of their service.
export * from './client/index.js';

// What descriptors of operations name.
export { declaredAnswers } from './client/declared-answers.js';
export { toEncodedForm } from './client/encoded-forms.js';
export { encodeReserved } from './client/encode-reserved.js';
export { expandNames } from './client/expand-names.js';
export { toFormData, toRelated, toUrlEncoded } from './client/forms.js';
export { toContent } from './client/json-text.js';
export { toMultipart } from './client/multipart.js';
export { nextLink } from './client/next-link.js';
export { nextNumbered } from './client/next-numbered.js';
export { expandPath } from './client/path.js';
export { dailyQuota } from './client/quota-error.js';
export { sendResumable } from './client/resumable/send-resumable.js';
export { splitEvents } from './client/split-events.js';
export { splitJsonLines } from './client/split-json-lines.js';
export { writeAnyBody } from './client/write-any-body.js';
export { writeAnyParameter } from './client/write-any-parameter.js';
export { writeJson } from './client/write-body.js';
export { writeHeader } from './client/write-header.js';
export { writeDeepObject } from './client/write-deep-object.js';
export { writePipeDelimited, writeSpaceDelimited } from './client/write-delimited.js';
export { writeLabel } from './client/write-label.js';
export { writeMatrix } from './client/write-matrix.js';
export { writeMedia } from './client/write-media.js';
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
export type { ApiErrorClass } from './client/api-error.js';
export { stream } from './client/api-stream.js';
export { BaseClient } from './client/base-client.js';
export { callParts } from './client/call-parts.js';
export { createValidation, type CallValidators, type Validation } from './client/create-validation.js';
export { download } from './client/download.js';
export { sendEither, type EitherStream } from './client/either-stream.js';
export { fillAddress } from './client/fill-address.js';
export { isErrorOf, type IsErrorOf } from './client/is-error-of.js';
export { streamItems } from './client/item-stream.js';
export { listParts } from './client/list-parts.js';
export { list } from './client/page-promise.js';
export { meterQuota, type QuotaBook } from './client/quota-meter.js';
export { report } from './client/report-stream.js';
export { upload, uploadParts } from './client/upload.js';
export { withHeaders, type Headed } from './client/with-headers.js';

// What the emulator shares with clients.
export { checkInterface, runtimeInterface, type MadeFor } from './check-interface.js';
export { createLedger, type QuotaLedger } from './client/quota-ledger.js';
export { createRedactor } from './client/redact.js';
export { jsonAnswers } from './json-answers.js';
export { readDocument } from './read-document.js';
export { isJsonObject, type Json, type JsonObject } from './json.js';
export { withCommon } from './with-common.js';
