import type { Core } from './core.js';

/// <reference lib="esnext.disposable" preserve="true" />

/** What the clients of all services have in common. */
export class BaseClient {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Ends the calls that are under way, as `await using` does at the end of its block. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#core.dispose();
  }
}
