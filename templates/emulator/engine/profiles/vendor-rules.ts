import type { Behaviour, ResourceRules } from '../plan/behaviour.js';
import type { Json, JsonObject } from '@speccast/runtime';

/** What the real service demands beyond its documents: what the profile `vendor` adds to a plan. */
export interface VendorPlan {
  readonly settings?: VendorSettings;
  /** By `operationId`. */
  readonly operations?: Readonly<Record<string, VendorRules>>;
  /** Further rules of tables, laid over the others. */
  readonly resources?: Readonly<Record<string, ResourceRules>>;
}

/** What holds for every call. */
export interface VendorSettings {
  /** Query parameters that any call may send, declared or not. */
  readonly parameters?: readonly string[];
  /** The error of a call that carries no credential at all, where it is not that of a missing token. */
  readonly anonymous?: ErrorName;
  /** The error of a call whose cost does not fit its budget. */
  readonly quota?: ErrorName;
  /** Parameter that names a language, and where those are that the service knows. */
  readonly languages?: {
    readonly parameter: string;
    readonly table: string;
    readonly column: string;
    readonly reason?: string;
  };
  /** Most values of parameters that hold several, by name. */
  readonly batches?: Readonly<Record<string, BoundRule>>;
  readonly envelope?: EnvelopeRules;
}

/** Status and reason of an error. */
export interface ErrorName {
  readonly status: number;
  readonly reason: string;
}

/** How errors look. */
export interface EnvelopeRules {
  /** Whether they list reasons with a domain (`errors`). Default: true. */
  readonly reasons?: boolean;
  /** Reasons by their domain. */
  readonly domains?: Readonly<Record<string, readonly string[]>>;
  /** Domain of all other reasons, by the first word of `operationId`. Default: `global`. */
  readonly areas?: Readonly<Record<string, string>>;
  /** Domains whose errors also carry `status`. Default: all. */
  readonly named?: readonly string[];
  /** Reasons that carry an `ErrorInfo` in `details`, and under which other name they stand in `errors`. */
  readonly details?: Readonly<Record<string, { readonly info: string; readonly reason?: string }>>;
  /** Domain and name of the service in `details`. */
  readonly service?: { readonly domain: string; readonly name: string };
}

/** Most characters or values, and the reason of the error of more. */
export interface BoundRule {
  readonly atMost: number;
  readonly reason?: string;
}

/** What parameters say about each other. */
export interface ParameterRules {
  readonly exactlyOne?: readonly string[];
  readonly atMostOne?: readonly string[];
  /** Parameters that do not go with the one named. */
  readonly excludes?: Readonly<Record<string, readonly string[]>>;
  /** What the one named needs: another parameter, several, or values of others. */
  readonly requires?: Readonly<Record<string, Json>>;
  /** They need a token. */
  readonly token?: readonly string[];
  /** Reasons of errors, by the parameter that is at fault. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** Behaviour to be laid over other behaviour: of an action, only what is added. */
export type FurtherBehaviour = Omit<Behaviour, 'action'> & { readonly action?: JsonObject };

/** What the real service demands of one operation. */
export interface VendorRules {
  /** Laid over what the documents state. */
  readonly behaviour?: FurtherBehaviour;
  /** Alternatives of credentials, each with the scopes that its tokens must have: `security` of the document. */
  readonly needs?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Names of the security schemes that count. Default: all. */
  readonly schemes?: readonly string[];
  readonly parameters?: ParameterRules;
  /** Paths that a body must hold. */
  readonly required?: readonly string[];
  /** Paths that a body must hold where it writes the part that they begin with, with the reason of the error. */
  readonly partRequires?: Readonly<Record<string, string>>;
  /** Paths whose values an update removes where their part is written without them. */
  readonly clears?: readonly string[];
  /** Most characters at a path; of a list, in all its texts. */
  readonly lengths?: Readonly<Record<string, BoundRule>>;
  /** Paths that take no other addresses than those that the service gave out, with the reason of the error. */
  readonly issued?: Readonly<Record<string, string>>;
}
