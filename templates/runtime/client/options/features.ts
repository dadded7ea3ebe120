import type { Operation, Service } from '../../operation.js';
import type { ApiError, ApiErrorFields, ErrorBody } from '../errors/api-error.js';
import type { AccessTokenSource, Auth } from './auth.js';
import type { CallFeature, Sending, SendRequest, Settings } from './call.js';
import type { Log, Redactor } from './hooks.js';
import type { CallOptions, ClientOptions } from './options.js';

/** The events of a call, each a channel of its own: `speccast:start`. */
export type EventName = 'start' | 'attempt' | 'retry' | 'end' | 'error';

/** Options that need a feature, and the feature that reads each. */
export const featureOptions = {
  retry: 'withRetries',
  logger: 'withLogging',
  logLevel: 'withLogging',
  middleware: 'withMiddleware',
  validate: 'withValidation',
} as const;

/** The name of an option that needs a feature. */
export type FeatureOption = keyof typeof featureOptions;

/**
 * A part of a core that not every call needs. Clients have all features; the core of free functions has those that its option
 * `features` names, and bundles hold no others. `Name` is the options that it reads.
 */
export interface Feature<Name extends FeatureOption = FeatureOption> extends Partial<CallFeature> {
  /** The options that it reads. */
  readonly options?: readonly Name[];
  /** Throws `InvalidOptionError` for options of a client or of a call of an operation that cannot work. */
  readonly checkOptions?: (options: ClientOptions & CallOptions, operation?: Operation) => void;
  /** Throws `InvalidOptionError` where a `fetch` or a middleware gave no response, or one that was read already. */
  readonly checkResponse?: (response: unknown, settings: Pick<Settings, 'middleware'>) => void;
  /** Throws `InvalidOptionError` for a credential that no operation takes. */
  readonly checkAuths?: (service: Service, auths: readonly Auth[]) => void;
  /** Makes a credential of an object of another library that has tokens. */
  readonly toAuth?: (auth: Auth | AccessTokenSource) => Auth;
  /** Makes the error of an unsuccessful response; `undefined` for one that is an ordinary `ApiError`. */
  readonly toError?: (operation: string, message: string, fields: ApiErrorFields, now: number) => ApiError | undefined;
  /** Reads the body of an error. */
  readonly readErrorBody?: (body: unknown) => ErrorBody;
  /** Finds the texts in the body of an error. Default: those of `readErrorBody`. */
  readonly readErrorTexts?: (body: unknown) => readonly string[];
  /** Makes the redactor of a client. */
  readonly createRedactor?: (service: Service) => Redactor;
  /** Makes the log of a client. */
  readonly createLog?: (options: Pick<ClientOptions, 'logger' | 'logLevel'>, redactor: Redactor) => Log;
  /** Tells listeners of an event of a call. */
  readonly publish?: (name: EventName, sending: Sending, detail?: object) => void;
  /** Decides about a failed attempt: waits and returns true where the request is sent again. */
  readonly retry?: (sending: Sending, error: unknown) => Promise<boolean>;
  /** Sends a request through the middleware of the client. */
  readonly send?: SendRequest;
}

/** The functions that a core calls on the way of a call. */
export interface Hooks extends Omit<Feature, 'options'> {
  readonly createRedactor: NonNullable<Feature['createRedactor']>;
  readonly readErrorBody: NonNullable<Feature['readErrorBody']>;
  /** Throws `InvalidOptionError` for an option whose feature is missing. */
  readonly checkFeatures?: (options: ClientOptions & CallOptions) => void;
}

/** Options of the core of free functions: those that need a feature beside the feature alone. */
export type CoreOptions<Name extends FeatureOption = never> = Omit<ClientOptions, FeatureOption | 'auth'> &
  Pick<ClientOptions, Name> & {
    /** Credentials. Default: none. */
    readonly auth?: Auth | readonly Auth[] | undefined;
    /** What calls do beside sending one request: `[withRetries, withLogging]`. Default: nothing. */
    readonly features?: readonly Feature<Name>[] | undefined;
  };
