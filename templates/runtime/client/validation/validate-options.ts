import type { Issue } from '../../validators/check/validator.js';
import type { CallFeature } from '../options/call-feature.js';

/** What happens to a request or an answer that is not what the spec declares. */
export type ValidationLevel = 'off' | 'warn' | 'error';

/** What a request or an answer has that the spec does not declare. */
export interface DriftReport {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  readonly side: 'request' | 'response';
  /** What is wrong, such as a missing property or another type. Level `error` refuses it, and reports none. */
  readonly issues: readonly Issue[];
  /** What is new and does no harm: properties that are not declared, values that an enum does not list. */
  readonly drift: readonly Issue[];
}

/**
 * Compares calls with the spec. Answers that are taken as a response or as bytes are not compared. What is logged goes to
 * the console where a client has neither a `logger` nor a `logLevel`, and nobody hears `onDrift`.
 */
export interface ValidateOptions {
  /**
   * Parameters and JSON bodies, before they are sent. `warn` logs and reports what is wrong with them; `error` throws a
   * `ValidationError` and sends nothing. Default: `off`.
   */
  readonly request?: ValidationLevel | undefined;
  /**
   * Answers in JSON, streamed ones item by item. `warn` logs and reports; `error` throws a `ValidationError`. Properties and
   * enum values that are not declared are reported, but never refused. Default: `off`.
   */
  readonly response?: ValidationLevel | undefined;
  /** Told of everything that is logged; of one call, of each kind of difference once. */
  readonly onDrift?: ((report: DriftReport) => void) | undefined;
  /** `validation` of the package's `./validators`: needed in bundles alone, which else hold no validators. */
  readonly use?: CallFeature | undefined;
}
