import type { Log, LogLine, Logger, LogLevel, Redactor } from '../options/hooks.js';
import type { CoreFeature } from '../options/options.js';

/** All levels. Each includes those before it. */
export const levels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

/** Creates the log of a client, which removes secrets. Default of `level`: `info` with a logger, else `off`. */
export function createLog(logger: Logger | undefined, level: LogLevel | undefined, redactor: Redactor): Log {
  const limit = levels.indexOf(level ?? (logger ? 'info' : 'off'));
  const [, error, warn, info, debug] = levels.map((name, index) => (line: LogLine) => {
    // `as`: the functions of a logger have the names of levels. The one for `off` is never called.
    if (index <= limit) (logger ?? console)[name as 'error'](redactor.text(typeof line === 'string' ? line : line()));
  });
  return { error, warn, info, debug } as Log;
}

/** The feature that logs calls: the options `logger` and `logLevel`. */
export const withLogging: CoreFeature<'logger' | 'logLevel'> = {
  options: ['logger', 'logLevel'],
  createLog: ({ logger, logLevel }, redactor) => createLog(logger, logLevel, redactor),
};
