import { ClientError, InvalidOptionError } from './errors.js';
import type { PointToCaller } from './call-meta.js';

/**
 * Remembers the code that makes a call, down to the function or class `inner`. Errors come from events of the network, in whose
 * stacks no caller is. The text is made when it is needed; where the platform cannot capture a stack, errors keep their own.
 */
// oxlint-disable-next-line typescript/no-unsafe-function-type -- a class or a function, as the platform takes them
export function captureCaller(inner: Function): PointToCaller {
  const at: { readonly stack?: string } = {};
  Error.captureStackTrace?.(at, inner);
  return (error) => {
    if (at.stack && (error instanceof ClientError || error instanceof InvalidOptionError))
      // Errors of a middleware may be frozen; and an assignment would make the property enumerable in some browsers.
      Reflect.defineProperty(error, 'stack', {
        value: `${error}\n${at.stack.replace(/^Error.*\n/, '')}`,
        writable: true,
        configurable: true,
      });
    return error;
  };
}
