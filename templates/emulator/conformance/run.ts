import type { Operation } from '@speccast/runtime';
import type { ConformanceKit, ReceivedResponse, Sender } from './check.js';
import type { CostEstimate } from './estimate-cost.js';
import type { CheckResult } from './report.js';

/** A row that a run created and has to delete, as plain data. */
export interface CreatedRow {
  /** `operationId` of the call that deletes it. */
  readonly undo: string;
  /** Absent for a row without an id, such as a setting that each user has once. Only the run that created it may delete it. */
  readonly id?: string;
  readonly as: Sender;
  /** The times of its creation as the service states them, by path. */
  readonly times: Readonly<Record<string, string>>;
}

/** Stores rows beyond the end of a run, so that the next run can delete the rows that an interrupted run left. */
export interface RowStore {
  load(): readonly CreatedRow[];
  /** Called after each change, with all rows that are still to be deleted. */
  save(rows: readonly CreatedRow[]): void;
}

/** Options of a conformance run. */
export interface ConformanceOptions {
  /** Base URL of the service, including its version: `http://127.0.0.1:4010/v3`. */
  readonly baseUrl: string;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** API key. Without one, checks that need a key are skipped. */
  readonly key?: string;
  /** Tokens of two users with their own data. Without them, checks that need them are skipped. */
  readonly tokens?: { readonly T1?: string; readonly T2?: string };
  /** Runs checks that create, change and delete data of these users, too. Default: false. */
  readonly writes?: boolean;
  /** Runs checks of the documented behaviour that the real service may not have, too. Default: true. */
  readonly documented?: boolean;
  /** Ids of the checks to run; `lists` includes `lists.empty`. Default: all. */
  readonly only?: readonly string[];
  /** Approximate limit of the cost in units of the quota. The most informative checks within it are run. Default: no limit. */
  readonly budget?: number;
  /** Stores the rows that the run created until they are deleted, so that the next run can delete those that are left. */
  readonly rows?: RowStore;
  /** Maximum size of a response in bytes; a longer one fails its check. Default: 16 MiB. */
  readonly maxBytes?: number;
  /** Aborts the run. The promise rejects with the reason after the cleanup. */
  readonly signal?: AbortSignal;
  /** Called with the cost of the checks before the first request. */
  readonly onEstimate?: (estimate: CostEstimate, quotas: ConformanceKit['quotas']) => void;
  /** Called with each result. */
  readonly onResult?: (result: CheckResult) => void;
}

/** The state that all checks of a run share. */
export interface Run {
  readonly kit: ConformanceKit;
  readonly options: ConformanceOptions;
  readonly operations: ReadonlyMap<string, Operation<never>>;
  /** Removes credentials from a string. */
  readonly redact: (text: string) => string;
  /** Rows that the run created and still has to delete, the oldest first. */
  rows: readonly CreatedRow[];
  /** Ids that the run may delete. */
  readonly ownIds: Set<unknown>;
  /** Responses of shared steps, by what was sent. */
  readonly shared: Map<string, Promise<ReceivedResponse>>;
  /** True after the first response. */
  hasResponse: boolean;
  /** Rows whose deletion was tried. */
  readonly triedRows: Set<CreatedRow>;
  /** Operations that were rejected for the quota while the run cleaned up. */
  readonly spentOperations: Set<string>;
  /** Reason to send no further checks. */
  end?: RunEnd;
}

/** Ends a run: the following requests would fail for the same reason. */
export class RunEnd extends Error {}

/** Thrown if no request of a run got a response. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}
