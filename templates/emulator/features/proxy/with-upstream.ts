import { entryOf, fetchTo } from '../../world/direct-fetch.js';
import type { ServedEmulator } from '../../server/serve.js';
import { type ContractSummary, ContractReport } from './contract-report.js';
import { documentHash } from './document-hash.js';
import { type Locate, locateIn } from './locate.js';
import { Passage } from './passage.js';
import { Recorder } from './recorder.js';
import { requireEngine, withMembers } from './with-members.js';
import { Redactor } from '../../world/journal/redactor.js';
import { readSecretNames } from '../../plan/secret-names.js';
import { UpstreamAddress } from './upstream-address.js';
import type { OnCall, UpstreamContext } from './upstream-context.js';

/** Options of `withUpstream`. */
export interface UpstreamOptions {
  /** Address of the real service. One with a path takes the place of the base path of the spec. */
  readonly url: string | URL;
  /** Longest time without a sign of the service, in milliseconds; then the response is a 504. Default: 30,000. */
  readonly timeoutMs?: number;
  /** File to record to as HAR. Default: none. */
  readonly record?: string;
  /** `emulator` responds itself where the service cannot be reached, or responds with a 404, 405 or 501 that is not declared. */
  readonly fallback?: 'emulator';
  /** Longest body that is validated and recorded, in bytes. Default: 8 MiB. */
  readonly maxBodyBytes?: number;
  /** Longest recording, in bytes. Default: 256 MiB. */
  readonly maxRecordBytes?: number;
  /** Is given what is wrong with each call, and which of it did not come up before. */
  readonly onCall?: OnCall;
  /** Is told why no more is recorded. */
  readonly onProblem?: (message: string) => void;
  /** Finds positions in the spec. Default: those in the `openapi.json` of the package. */
  readonly locate?: Locate;
}

/** An emulator that passes requests on to a real service. */
export interface Upstream {
  /** What was wrong with requests and responses so far. */
  readonly contract: () => ContractSummary;
  /** Completes the recording. */
  readonly close: () => Promise<void>;
}

/**
 * Passes the requests to an emulator on to a real service, validates both sides against the document, and records them.
 * The journal of the emulator tells of them. Throws a `TypeError` for an address that is none, and an `Error` for a file that
 * cannot be written.
 */
export function withUpstream<Served extends ServedEmulator>(
  emulator: Served,
  options: UpstreamOptions,
): Served & Upstream {
  const context = contextOf(emulator, options);
  const running = new Set<Promise<unknown>>();
  const fetch = fetchTo((request) => {
    const passage = new Passage(context, request);
    const done = passage.done.finally(() => running.delete(done));
    running.add(done);
    return passage.respond();
  });
  const members = {
    fetch,
    contract: () => context.report.summary(),
    close: async () => {
      await Promise.all(running);
      await context.recorder?.close();
    },
  };
  return withMembers(emulator, members);
}

function contextOf(emulator: ServedEmulator, options: UpstreamOptions): UpstreamContext {
  const { url, timeoutMs = 30_000, maxBodyBytes = 8 * 1024 * 1024, onCall = () => {}, onProblem = () => {} } = options;
  const engine = requireEngine(emulator);
  const { plan } = engine;
  const document = plan.document ?? {};
  const address = new UpstreamAddress(url, plan.basePaths[0]);
  const { record, maxRecordBytes: maxBytes = 256 * 1024 * 1024, locate = locateIn(document) } = options;
  let recorder: Recorder | undefined;
  const redactor = new Redactor(readSecretNames(plan), (value, made) => recorder?.know(value, made));
  if (record !== undefined) {
    const { shared } = engine;
    const facts = { path: record, shared, hash: documentHash(document), upstream: address.href, maxBytes, onProblem };
    recorder = new Recorder(facts, redactor);
  }
  const report = new ContractReport();
  const fallback = options.fallback === undefined ? {} : { fallback: entryOf(emulator.fetch) ?? emulator.fetch };
  return { engine, address, redactor, report, recorder, locate, timeoutMs, maxBodyBytes, onCall, ...fallback };
}
