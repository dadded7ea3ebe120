import type { Behaviour, ResourceRules } from './behaviour.js';
import type { Json, JsonObject } from '@speccast/runtime';
import type { LengthRule } from '@speccast/runtime/validators';

/** The rules of the real service that the profile `vendor` adds to a plan. */
export interface VendorPlan {
  readonly settings?: VendorSettings;
  /** By `operationId`. */
  readonly operations?: Readonly<Record<string, VendorRules>>;
  /** Additional rules of tables. */
  readonly resources?: Readonly<Record<string, ResourceRules>>;
}

/** Rules of all calls. */
export interface VendorSettings {
  /** Query parameters that all operations accept. */
  readonly parameters?: readonly string[];
  /** The error for a call without credentials, if it is not the one for a missing token. */
  readonly anonymous?: ErrorName;
  /** The error for a client that calls without a user, as service accounts do, if an operation is for users. Default: none, and the client has data as a user does. */
  readonly clients?: ErrorName;
  /** The error for a call that exceeds the quota. */
  readonly quota?: ErrorName & {
    /** With `{bucket}`, `{limit}` and `{per}` in it. */
    readonly message?: string;
  };
  /** Parameter with a language, and the table and column of the known languages. */
  readonly languages?: {
    readonly parameter: string;
    readonly table: string;
    readonly column: string;
    readonly reason?: string;
  };
  /** Reasons of errors for parameters whose values their schema does not allow, by name. */
  readonly invalid?: Readonly<Record<string, string>>;
  readonly envelope?: EnvelopeRules;
}

/** Status and reason of an error. */
export interface ErrorName {
  readonly status: number;
  readonly reason: string;
}

/** The format of errors. */
export interface EnvelopeRules {
  /** Errors have `errors` with reason and domain. Default: true. */
  readonly reasons?: boolean;
  /** Reasons by their domain. */
  readonly domains?: Readonly<Record<string, readonly string[]>>;
  /** Domain of all other reasons, by the first word of `operationId`. Default: `global`. */
  readonly areas?: Readonly<Record<string, string>>;
  /** Domains whose errors also carry `status`. Default: all. */
  readonly named?: readonly string[];
  /** Reasons with an `ErrorInfo` in `details`, and their name in `errors`, if that differs. */
  readonly details?: Readonly<Record<string, { readonly info: string; readonly reason?: string }>>;
  /** Domain and name of the service in `details`. */
  readonly service?: { readonly domain: string; readonly name: string };
}

/** A condition on the values at a path of a row, as it would be after the call. */
export interface BodyCondition {
  readonly at: string;
  /** Path of objects, to each of which the condition applies: the other paths begin there. */
  readonly each?: string;
  /** Values by path, one of which must be there for the condition to apply; `true`: there is a value, `false`: there is none. */
  readonly when?: JsonObject;
  /** Number of values. */
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly distinct?: boolean;
  readonly oneOf?: readonly Json[];
  /** No value is the id of the caller. */
  readonly foreign?: boolean;
  readonly reason: string;
}

/** Rules for parameters that their validator does not check. */
interface ParameterRules {
  /** Parameters that require a token. */
  readonly token?: readonly string[];
  /** Parameters that are no longer supported. */
  readonly unsupported?: Readonly<Record<string, ErrorName>>;
  /** Reasons of errors by parameter, also for values that its schema rejects. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** Behaviour that is merged into other behaviour. */
export type FurtherBehaviour = Omit<Behaviour, 'action'> & { readonly action?: JsonObject };

/** The rules of the real service for one operation. */
export interface VendorRules {
  /** Merged into the documented behaviour. */
  readonly behaviour?: FurtherBehaviour;
  /** Names of the security schemes that are accepted. Default: all. */
  readonly schemes?: readonly string[];
  readonly parameters?: ParameterRules;
  /** Required paths of the body. */
  readonly required?: readonly string[];
  /** Paths that an update removes if the body has their part (`snippet`) but not them. */
  readonly clears?: readonly string[];
  /** Lengths of the texts at a path. */
  readonly lengths?: Readonly<Record<string, LengthRule & { readonly reason?: string }>>;
  readonly conditions?: readonly BodyCondition[];
  /** Paths that accept only URLs that the service issued, with the reason of the error. */
  readonly issued?: Readonly<Record<string, string>>;
}
