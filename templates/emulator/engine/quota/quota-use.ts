import type { QuotaLimit } from '@speccast/runtime';

/** What calls cost at the real service. */
export interface QuotaUse {
  /** Requests that counted; those without a good credential and the pieces of uploads do not. */
  readonly calls: number;
  /** Of all buckets together. */
  readonly units: number;
  /** By bucket: what was spent, and how much may be spent in which time. */
  readonly buckets: Readonly<Record<string, BucketUse>>;
  /** By `operationId`. */
  readonly operations: Readonly<Record<string, OperationUse>>;
}

/** What was spent of a bucket, in its units. */
export interface BucketUse {
  readonly units: number;
  readonly limits: readonly QuotaLimit[];
}

/** Calls of an operation, and the units that they cost in all. */
export interface OperationUse {
  readonly calls: number;
  readonly units: number;
}

/** A moment in the life of a meter. */
export interface QuotaMark {
  /** Calls so far by `operationId`. */
  readonly calls: Readonly<Record<string, number>>;
}

/** Counts what the calls of a world would have cost at the real service: a refused call costs as much as any other. */
export interface QuotaView extends QuotaUse {
  /** This moment, for `since`. */
  mark(): QuotaMark;
  /** What the calls after a moment cost. */
  since(mark: QuotaMark): QuotaUse;
  /** Counts from nothing, and makes all buckets whole again. */
  reset(): void;
}
