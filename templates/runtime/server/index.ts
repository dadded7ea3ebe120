// What servers of generated packages are made of, and what `@speccast/emulator` shares with them.
export { credentialOf, credentialParameters, keyHeaderOf } from './auth/credentials.js';
export { BodyReader } from './body/body-reader.js';
export * from './body/multipart.js';
export { readFields } from './body/read-fields.js';
export { checkParts, readParts, splitParts } from './body/read-parts.js';
export { checkCharset, formTextOf, jsonOf, textOf, tooLarge, unsupported, xmlOf } from './body/read-text.js';
export type { DescribedOperation, DescribedResponse, DescribedService } from './described-operation.js';
export { operationIn, pathItemsIn } from './document/operation-in.js';
export {
  type Budget,
  follow,
  jsonSchemaOf,
  membersAt,
  mergeSchemas,
  negateSchema,
  resolveSchema,
} from './document/resolve-schema.js';
export { envelopeOf, errorBody, type Rejection, withDeclaredStatus } from './errors/error-body.js';
export { errorFormOf } from './errors/error-forms.js';
export { type ErrorFacts, type ErrorSchema, fillError, messageOf } from './errors/fill-error.js';
export { HttpError, type HttpErrorDetails, statusNames } from './errors/http-error.js';
export { memberAt, mendValue, type Path, withMember } from './errors/mend-value.js';
export { checkParameters } from './parameters/parameter-issues.js';
export { readParameters } from './parameters/read-parameters.js';
export { isBodyless, responseIn } from './response/declared-response.js';
export { writeItem } from './response/write-item.js';
export { createRouter, type Route, type Router } from './routing/router.js';
export { base64, base64url, fromBase64, fromBase64url } from './values/base64.js';
export {
  asDoubles,
  integerIn,
  longestInteger,
  parseExactly,
  replaceValues,
  withIntegers,
  writeExactly,
} from './values/exact-integers.js';
export { type HeaderValue, parseHeaderValue } from './values/header-value.js';
export { chooseByAccept, isJsonType, matchesMediaType, mediaTypeOf } from './values/media-type.js';
export { textOrLatin1, utf8Of } from './values/utf8.js';
export { mountExpress, type ExpressContext } from './adapters/express.js';
export { mountFastify, type FastifyContext } from './adapters/fastify.js';
export { mountHono } from './adapters/hono.js';
export { createServerHandler, type ServerHandler } from './serve/create-handler.js';
export type {
  ErrorReplies,
  Handler,
  ReceivedBytes,
  ReceivedFile,
  ReceivedMedia,
  SentBytes,
  SentItems,
  ServerCall,
  SomeHandlers,
  StatusesOf,
  Success,
} from './serve/handler-types.js';
export { reply, Reply, ServerError, type ServerErrorOptions } from './serve/reply.js';
export type {
  Attempt,
  Authenticate,
  AuthenticateOption,
  FailedCall,
  ServerOptions,
  ServerPlan,
} from './serve/server-plan.js';
export { InvalidResponseError } from './serve/write-response.js';
