// The entry `@speccast/runtime/cli`, for the command lines of generated packages.
export { runCli, runProcess } from './run-cli.js';
export type { CliIo, CliOutput } from './cli-io.js';
