// Types of the table that generated packages make for their command line and MCP server; the engines have entries of their own.
export type { EmulatedService, ToolPackage, ToolSignIn } from './tool-package.js';
