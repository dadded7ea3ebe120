// The entry `@speccast/runtime/tools`: types of the object by which generated packages describe themselves to `./cli` and `./mcp`.
export type { EmulatedService, ToolPackage, ToolSignIn } from './tool-package.js';
