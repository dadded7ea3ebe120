// The entry `@speccast/runtime/requests`, which servers and `@speccast/emulator` share: readers of requests and writers of errors.
export { isJsonType } from '../client/body/json-text.js';
export { pullStream } from '../client/body/pull-stream.js';
export { accepts, readEssence as mediaTypeOf, findContent } from '../client/body/media.js';
export { readMember, toJsonObject } from '../json.js';
export { findOperation } from '../document/find-operation.js';
export { credentialParameters, findKeyHeader, readCredential } from '../server/auth/credentials.js';
export * from '../server/body/multipart.js';
export { checkParts, readFields, readParts, splitParts } from '../server/body/read-parts.js';
export {
  checkCharset,
  openBody,
  readBodyJson,
  readBodyText,
  readBodyXml,
  readFormText,
  unsupported,
} from '../server/body/read-body.js';
export type { DescribedOperation } from '../server/described-operation.js';
export {
  type Budget,
  follow,
  mergeSchemas,
  readJsonSchema,
  readReferred,
  resolveSchema,
} from '../document/resolve-schema.js';
export { createEnvelope, errorBody, findErrorForm, withDeclaredStatus } from '../server/errors/error-body.js';
export { type ErrorFacts, fillError } from '../server/errors/fill-error.js';
export { bodyError, headerError, HttpError, type HttpErrorDetails, statusNames } from '../server/errors/http-error.js';
export { memberAt, mendValue, type Path, withMember } from '../server/errors/mend-value.js';
export { checkParameters, readParameters } from '../server/parameters/read-parameters.js';
export { isBodyless, responseIn } from '../server/response/declared-response.js';
export { writeItem } from '../server/response/stream-items.js';
export { createRouter, type Route, type Router } from '../server/routing/router.js';
export { headerText } from '../server/serve/write-headers.js';
export { base64, base64url, fromBase64, fromBase64url } from '../server/values/base64.js';
export {
  asDoubles,
  integerIn,
  longestInteger,
  parseExactly,
  replaceValues,
  writeExactly,
} from '../server/values/exact-integers.js';
export { parseHeaderValue } from '../server/values/header-value.js';
export { chooseByAccept } from '../server/values/media-type.js';
export { pointerToken, followReferences, readPointer, writePointer } from '../validators/document/document-pointer.js';
export { decodeUtf8, textOrLatin1 } from '../server/values/utf8.js';
