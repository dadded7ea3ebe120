// What `@speccast/emulator` shares with servers: how requests are read and errors written.
export { accepts, essenceOf as mediaTypeOf, findContent } from '../client/body/media.js';
export { credentialOf, credentialParameters, keyHeaderOf } from '../server/auth/credentials.js';
export { BodyReader } from '../server/body/body-reader.js';
export * from '../server/body/multipart.js';
export { readFields } from '../server/body/read-fields.js';
export { checkParts, readParts, splitParts } from '../server/body/read-parts.js';
export { checkCharset, formTextOf, jsonOf, textOf, tooLarge, unsupported, xmlOf } from '../server/body/read-text.js';
export type { DescribedOperation, DescribedResponse, DescribedService } from '../server/described-operation.js';
export { findOperation } from '../document/find-operation.js';
export {
  type Budget,
  follow,
  jsonSchemaOf,
  membersAt,
  mergeSchemas,
  negateSchema,
  resolveSchema,
} from '../server/document/resolve-schema.js';
export { envelopeOf, errorBody, type Rejection, withDeclaredStatus } from '../server/errors/error-body.js';
export { errorFormOf } from '../server/errors/error-forms.js';
export { type ErrorFacts, type ErrorSchema, fillError, messageOf } from '../server/errors/fill-error.js';
export { HttpError, type HttpErrorDetails, statusNames } from '../server/errors/http-error.js';
export { memberAt, mendValue, type Path, withMember } from '../server/errors/mend-value.js';
export { checkParameters } from '../server/parameters/parameter-issues.js';
export { readParameters } from '../server/parameters/read-parameters.js';
export { isBodyless, responseIn } from '../server/response/declared-response.js';
export { writeItem } from '../server/response/write-item.js';
export { createRouter, type Route, type Router } from '../server/routing/router.js';
export { base64, base64url, fromBase64, fromBase64url } from '../server/values/base64.js';
export { headerText } from '../server/serve/write-headers.js';
export {
  asDoubles,
  integerIn,
  longestInteger,
  parseExactly,
  replaceValues,
  withIntegers,
  writeExactly,
} from '../server/values/exact-integers.js';
export { type HeaderValue, parseHeaderValue } from '../server/values/header-value.js';
export { chooseByAccept, isJsonType } from '../server/values/media-type.js';
export { textOrLatin1, utf8Of } from '../server/values/utf8.js';
