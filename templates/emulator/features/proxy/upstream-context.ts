import type { Entry } from '../../world/direct-fetch.js';
import type { Engine } from '../../world/engine.js';
import type { Redactor } from '../../world/journal/redactor.js';
import type { ContractReport, FoundViolation } from './contract-report.js';
import type { Locate } from './locate.js';
import type { Recorder } from './recorder.js';
import type { UpstreamAddress } from './upstream-address.js';

/** Is given what is wrong with a call, and which of it did not come up before. */
export type OnCall = (violations: readonly FoundViolation[], fresh: readonly FoundViolation[]) => void;

/** What all calls share. */
export interface UpstreamContext {
  readonly engine: Engine;
  readonly address: UpstreamAddress;
  readonly redactor: Redactor;
  readonly report: ContractReport;
  readonly recorder: Recorder | undefined;
  readonly locate: Locate;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly onCall: OnCall;
  /** Responds where the service lacks something; absent where it has the last word. */
  readonly fallback?: Entry;
}
