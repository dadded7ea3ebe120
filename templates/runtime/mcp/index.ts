// The entry `@speccast/runtime/mcp`, for the entry `./mcp` and the MCP command of generated packages.
export { runMcpCommand, type McpModules } from './command.js';
export { createServer, type ServerClass } from './create-server.js';
export { openSession, type McpServerOptions, type Session } from './session.js';
export type { ToolChoice } from './tool-definitions.js';
export type { PermissionOptions } from './permissions.js';
