// Imports of the command lines of generated packages.
export { runCli } from './run-cli.js';
export { runProcess } from './run-process.js';
export type { CliIo, CliOutput } from './cli-io.js';
