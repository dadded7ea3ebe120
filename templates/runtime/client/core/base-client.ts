/// <reference lib="esnext.disposable" preserve="true" />
import type { Service } from '../../operation.js';
import { withOptionChecks } from '../features/check-options.js';
import { withTokenSources } from '../features/token-sources.js';
import { withErrorDetails } from '../features/error-details.js';
import { validateCalls } from '../features/validate-calls.js';
import { openCore, type Core } from './core.js';
import { withLogging } from '../features/log.js';
import { withMiddleware } from '../features/middleware.js';
import { withTracing } from '../features/tracing.js';
import { withRedaction } from '../features/redact.js';
import { withRetries } from '../features/retry.js';
import type { ClientOptions, CoreFeature } from '../options/options.js';

/** Creates the core of a client, with all features and `further` ones. Throws in the cases of `openCore`. */
export function createCore(service: Service, options: ClientOptions = {}, further: readonly CoreFeature[] = []): Core {
  const features: readonly CoreFeature[] = [
    withOptionChecks,
    withTokenSources,
    withRetries,
    withMiddleware,
    withErrorDetails,
    withRedaction,
    withLogging,
    withTracing,
    validateCalls(),
    ...further,
  ];
  // Its type is `any`: TypeScript does not check sources that are spread.
  return openCore(service, options, Object.assign({}, ...features));
}

/** The base class of generated clients. */
export class BaseClient {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Returns the core of a client. */
  static coreOf(client: BaseClient): Core {
    return client.#core;
  }

  /** Ends the calls that are in progress: `await using client = createClient()` calls it at the end of its block. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#core.dispose();
  }
}
