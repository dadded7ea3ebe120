// The entry `@speccast/runtime/server`, for the servers of generated packages.
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
  SentHeaders,
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
