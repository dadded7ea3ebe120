import { readSecretNames } from '../../plan/secret-names.js';
import { fetchTo, findEntry } from '../../world/direct-fetch.js';
import { createCallRedactor } from '../../world/journal/redactor.js';
import { type ContractSummary, type Locate, type OnCall, createContractReport, locateIn } from './contract-report.js';
import { passOn } from './pass-on.js';
import { type Recorder, createRecorder, hashDocument } from './recorder.js';
import { readUpstreamAddress } from './client-links.js';
import type { Engine } from '../../world/engine.js';
import { findEngine } from '../../world/engines.js';
import type { JournalView } from '../../world/journal/journal-entry.js';

/** Options of `withUpstream`. */
export interface UpstreamOptions {
  /** Base URL of the real service. If it has a path, this path replaces the base path of the spec. */
  readonly url: string | URL;
  /** Longest time without any bytes from the service, in milliseconds; then the response is a 504. Default: 30,000. */
  readonly timeoutMs?: number;
  /** File to record to as HAR. Default: none. */
  readonly record?: string;
  /** With `emulator`, the emulator responds if the service cannot be reached, or responds with a 404, 405 or 501 that is not declared. */
  readonly fallback?: 'emulator';
  /** Longest body that is validated and recorded, in bytes. Default: 8 MiB. */
  readonly maxBodyBytes?: number;
  /** Longest recording, in bytes. Default: 256 MiB. */
  readonly maxRecordBytes?: number;
  /** Called with the violations of each call, and with those of them that are new. */
  readonly onCall?: OnCall;
  /** Called with the reason why no more is recorded. */
  readonly onProblem?: (message: string) => void;
  /** Finds positions in the spec. Default: those in the `openapi.json` of the package. */
  readonly locate?: Locate;
}

/** An emulator that passes requests on to a real service. */
export interface Upstream {
  /** Returns the violations of all requests and responses so far. */
  readonly contract: () => ContractSummary;
  /** Completes the recording. */
  readonly close: () => Promise<void>;
}

/**
 * Passes the requests to an emulator on to a real service, validates both sides against the document, and records them in the
 * journal of the emulator and in a file. Throws a `TypeError` for an invalid `url`, and an `Error` for a file that cannot
 * be written.
 */
export function withUpstream<Served extends ServedEmulator>(
  emulator: Served,
  options: UpstreamOptions,
): Served & Upstream {
  const { url, record, timeoutMs = 30_000, maxBodyBytes = 8 * 1024 * 1024 } = options;
  const { maxRecordBytes: maxBytes = 256 * 1024 * 1024, onCall = () => {}, onProblem = () => {} } = options;
  const engine = requireEngine(emulator);
  const { plan, shared } = engine;
  const { document = {}, basePaths } = plan;
  const { locate = locateIn(document) } = options;
  const address = readUpstreamAddress(url, basePaths[0]);
  let recorder: Recorder | undefined;
  const redactor = createCallRedactor(readSecretNames(plan), (secret, mark) => recorder?.know(secret, mark));
  if (record !== undefined) {
    const facts = { service: plan.service.name, hash: hashDocument(document), upstream: address.href };
    recorder = createRecorder({ path: record, shared, facts, maxBytes, onProblem }, redactor);
  }
  const report = createContractReport();
  const fallback = options.fallback && { fallback: findEntry(emulator.fetch) ?? emulator.fetch };
  const context = { engine, address, redactor, report, recorder, locate, timeoutMs, maxBodyBytes, onCall, ...fallback };
  const running = new Set<Promise<void>>();
  const fetch = fetchTo((request) => {
    let end = (): void => {};
    const done = new Promise<void>((resolve) => (end = resolve)).finally(() => running.delete(done));
    running.add(done);
    return passOn(context, request, end);
  });
  return withMembers(emulator, {
    fetch,
    contract: () => report.summary(),
    close: async () => {
      await Promise.all(running);
      await recorder?.close();
    },
  });
}

/** The members of an emulator that a server uses. */
export interface ServedEmulator {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** An emulator that may have worlds. */
export interface WithWorlds extends ServedEmulator {
  readonly worldOf?: (request: Request) => unknown;
}

/** Returns an emulator that inherits all members of another one, except for the replaced ones. */
export function withMembers<Served extends ServedEmulator, Members extends object>(
  emulator: Served,
  members: Members,
): Served & Members {
  const base: WithWorlds = emulator;
  const extended: Served & Members = Object.assign(Object.create(emulator), members);
  // The control plane asks for the world of a request, and has to get the new members, too.
  if (base.worldOf)
    Object.assign(extended, {
      worldOf: (request: Request) => {
        const world = base.worldOf?.(request);
        return world === emulator ? extended : world;
      },
    });
  return extended;
}

/** Returns the engine of an emulator. Throws a `TypeError` for anything else. */
export function requireEngine(emulator: object): Engine {
  // `engineOf` throws for an object without a journal.
  return findEngine(emulator as { readonly journal: JournalView });
}
