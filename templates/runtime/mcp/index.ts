// What `./mcp` and the command of a generated package are made of. The SDK of the protocol is theirs: nothing is imported from it here.
export { runMcpCommand, type McpModules } from './command.js';
export { createServer, type ServerClass } from './create-server.js';
export { openSession, type McpServerOptions, type Session } from './session.js';
export type { ToolChoice } from './tool-definitions.js';
export type { PermissionOptions } from './permissions.js';
