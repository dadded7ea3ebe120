import type { Logger, LogLevel } from './options.js';
import type { Redactor } from './redact.js';

/** All levels, each with those before it. */
export const levels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

/** A logger that drops what is below its level and redacts the rest. */
export function createLog(logger: Logger | undefined, level: LogLevel | undefined, redactor: Redactor): Logger {
  const target = logger ?? console;
  const limit = levels.indexOf(level ?? (logger === undefined ? 'off' : 'info'));
  const write =
    (name: Exclude<LogLevel, 'off'>) =>
    (message: string): void => {
      if (levels.indexOf(name) <= limit) target[name](redactor.text(message));
    };
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
}
