// `@speccast/runtime/mcp`: for `./mcp` and the command of a generated package, which import the SDK of the protocol.
export { runMcpCommand, type McpModules } from './command.js';
export { createServer, type ServerClass } from './create-server.js';
export { openSession, type McpServerOptions, type Session } from './session.js';
export type { ToolChoice } from './tool-definitions.js';
export type { PermissionOptions } from './permissions.js';
