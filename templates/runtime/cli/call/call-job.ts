import type { Tool } from '../../tools/catalogue.js';
import type { ToolPackage } from '../../tools/tool-package.js';
import type { CliIo } from '../cli-io.js';
import type { ParsedOptions } from '../options/parse-arguments.js';

/** A call that is about to be sent. */
export interface CallJob {
  readonly tools: ToolPackage;
  readonly tool: Tool;
  readonly parsed: ParsedOptions;
  readonly io: CliIo;
}
