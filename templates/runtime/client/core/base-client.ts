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

/** Makes the core of a client, with all features and `further` ones. Throws as `openCore` does. */
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
  // `Object.assign` knows no list of sources.
  return openCore(service, options, Object.assign({}, ...features));
}

/** The common part of the clients of all services. */
export class BaseClient {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Returns the core that a client calls through. */
  static coreOf(client: BaseClient): Core {
    return client.#core;
  }

  /** Ends the calls that are in progress, as `await using` does at the end of its block. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#core.dispose();
  }
}
