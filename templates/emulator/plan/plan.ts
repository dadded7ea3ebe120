import type { RuleDraft } from './rule.js';
import type { Json, JsonObject, OperationContent, QuotaLimit, Service } from '@speccast/runtime';
import type { CheckLeniently, Validator } from '@speccast/runtime/validators';
import type { WebhookScheme, WebhookSecret } from '@speccast/runtime/webhooks';
import type { DescribedOperation, HttpError } from '@speccast/runtime/requests';
import type { Freedom, Hostility } from './freedoms.js';
import type { VendorPlan, VendorRules } from './vendor-rules.js';
import type { Row } from '../store/table.js';
import type { ReceivedMedia, Tables } from '../store/tables.js';
import type { World } from '../store/world.js';
import type { WebhooksPlan } from './webhook-plan.js';
import type { EndpointPlan, ListenerPlan, RowChange } from './endpoint-plan.js';
import type { Behaviour, ResourceRules, Settings } from './behaviour.js';
import type { BareSchema } from '../values/samples/sample.js';

/** An operation: its descriptor, validators and behaviour. */
export interface OperationPlan extends DescribedOperation {
  /** Additional base paths of the operation, besides the first of the service. Default: all of the service. */
  readonly basePaths?: readonly string[];
  readonly behaviour: Behaviour;
  /** Parameters, by `property ?? name`, that are validated. Default: all. */
  readonly enforced?: readonly string[];
  readonly parts?: PartsPlan;
  /** Rules of the real service, in the profile `vendor` only. */
  readonly vendor?: VendorRules;
  /** Reasons of its errors by status, in addition to those of all operations. */
  readonly reasons?: Reasons;
  /** Its path in the client: `['pets', 'list']`. Default: its id, split at the dots. */
  readonly names?: readonly string[];
}

/** Reasons of errors by status: `{ 404: ['videoNotFound'] }`. */
export type Reasons = Readonly<Record<string, readonly string[]>>;

/** Limits of each quota bucket, and the time zone of its days. */
interface QuotaPlan {
  readonly limits: Readonly<Record<string, readonly QuotaLimit[]>>;
  /** Default: `UTC`. */
  readonly timeZone?: string;
  /** Reasons of the errors for an exhausted quota, the usual one first. */
  readonly reasons?: readonly string[];
}

/** The parts of a response that callers select. */
export interface PartsPlan {
  /** Name of the parameter that selects them. */
  readonly parameter: string;
  readonly values: readonly string[];
  /** Members that are always included. */
  readonly always: readonly string[];
  /** Parts that cannot be empty objects. All others are included on request, empty if there is no data. */
  readonly solid?: readonly string[];
}

/** A table, from a schema's `x-resource`. */
export interface ResourcePlan {
  readonly table: string;
  readonly rules: ResourceRules;
  readonly model?: Validator<unknown>;
}

/** Rows by table. `${name}` is replaced by a generated id. */
export type SeedTables = Readonly<Record<string, readonly Row[]>>;

/** A file of a row, as a string. */
interface SeedMedia {
  readonly mediaType: string;
  readonly text: string;
}

/** Rows, and their files by table and key. */
export interface SeedPart {
  readonly tables: SeedTables;
  readonly media?: Readonly<Record<string, Readonly<Record<string, SeedMedia>>>>;
}

/** The initial rows of an emulator, and the rows that each new caller gets. */
export interface Seed {
  readonly world: SeedPart;
  readonly caller: SeedPart;
}

/** A service as the emulator runs it. */
export interface EmulatorPlan {
  /** The version of the emulator that the code was generated for. With another version, the code does not compile. */
  readonly emulator?: typeof emulatorInterface;
  readonly service: Service;
  /** Base paths of the service without a trailing slash: `/v3`, or empty. The first one is part of `baseUrl`. */
  readonly basePaths: readonly [string, ...string[]];
  readonly operations: readonly OperationPlan[];
  readonly resources: readonly ResourcePlan[];
  readonly capabilities: Readonly<Record<string, Capability>>;
  readonly settings: Settings;
  readonly seed: Seed;
  /** The OpenAPI document of the service. */
  readonly document?: JsonObject;
  /** Reasons of errors of any operation, by status. */
  readonly reasons?: Reasons;
  /** Quota limits, if operations have a cost. */
  readonly quota?: QuotaPlan;
  /** Generates values that a validator accepts, for operations and tables without declared data. */
  readonly sampler?: Sampler;
  /** Rules of the real service beyond its documentation. */
  readonly vendor?: VendorPlan;
  /** Reports members that no schema declares. */
  readonly checkLeniently?: CheckLeniently;
  /** The protocol for uploads in several requests. */
  readonly uploads?: Uploads;
  /** The features beside the operations, in the order in which they are asked. */
  readonly features?: readonly Feature[];
  /** The requests that the service sends. */
  readonly webhooks?: WebhooksPlan;
  /** The paths that capabilities serve beside the operations. */
  readonly endpoints?: readonly EndpointPlan[];
  /** The capabilities that hear of changes. */
  readonly listeners?: readonly ListenerPlan[];
  /** Draws thumbnails. */
  readonly renderPicture?: RenderPicture;
}

/** Draws a PNG of a size in pixels that shows the uploaded image, if there is one. */
export type RenderPicture = (
  upload: Uint8Array | undefined,
  size: { readonly width: number; readonly height: number },
) => Promise<Uint8Array>;
/** Generates a value that the validator accepts, always the same for the same arguments; undefined if none was found. */
export type Sampler = (of: Validator<unknown> | BareSchema, text: string, firstAttempt?: number) => Json | undefined;

/** The caller, known from the token. */
export interface Caller {
  readonly token: string;
  readonly userId: string;
  /** Key of the row that represents the caller. */
  readonly ownId: string;
}

/** The argument of handlers and capabilities. */
export interface Call {
  readonly plan: OperationPlan;
  readonly emulator: EmulatorPlan;
  /** Decoded parameters, undeclared ones included. Undeclared parameters are strings, joined by commas if repeated. */
  readonly params: JsonObject;
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  /** The declared media type that the body came in. */
  readonly content?: OperationContent;
  /** The `Accept` header. */
  readonly accept?: string;
  /** Media type of the body of a request to an endpoint. */
  readonly bodyType?: string;
  /** URL of the request. */
  readonly url?: string;
  readonly caller?: Caller;
  /** The `If-Match` header: the change is made only if the resource has one of these entity tags. */
  readonly ifMatch?: string;
  /** The `If-None-Match` header: the change is made only if the resource has none of these entity tags. */
  readonly ifNoneMatch?: string;
  readonly tables: Tables;
  /** Milliseconds since the epoch, from the emulator's clock. */
  readonly now: number;
  /** Base URL of the request, for links in responses. */
  readonly baseUrl: string;
  readonly profile: Profile;
  /** Records for the coverage that a rule hid a row. */
  readonly noteHidden?: (rule: object) => void;
  /** Warnings and other notes about the call. */
  readonly notes: Notes;
  /** Decides which freedoms the response takes, in the hostile mode. */
  readonly hostility?: Hostility;
  /** The rules of a table; empty for tables without a schema. */
  rules(table: string): ResourceRules;
  /** Returns a new deterministic id of `length` characters that begins with the prefix. */
  nextId(prefix: string, length: number): string;
  /** The next number of a sequence that starts at 1. */
  nextNumber(sequence: string): number;
  /** Sends a request once the changes of the call are made; never where it throws. */
  send(request: OutgoingRequest): void;
  /** Why a request to an address would not be sent, as a sentence; undefined if it would. */
  whyUnsendable(url: string): string | undefined;
  /** The change that a capability hears of. */
  readonly change?: RowChange;
}

/** The outcome of a request that was sent. */
export interface SendOutcome {
  /** Absent where no response came. */
  readonly status?: number;
  /** The first 16 KiB of the body of the response. */
  readonly text: string;
  /** Why it was not delivered, as a sentence; absent where it was. */
  readonly reason?: string;
}

/** A request that a capability sends. It is delivered, listed and repeated as webhooks are. */
export interface OutgoingRequest {
  /** Name in the list of deliveries. */
  readonly name: string;
  /** The reason for which it is sent, for that list. */
  readonly cause: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly sign?: { readonly scheme: WebhookScheme; readonly secret: WebhookSecret };
  /** Waits before further attempts, in milliseconds. Default: those of webhooks. */
  readonly retries?: readonly number[];
  /** Tells whether an attempt with a status is made again, which none with 410 is. Default: all others are. */
  readonly isRetried?: (status: number) => boolean;
  /** Runs at the end of the delivery, also where it was cancelled, as a call of its own. */
  readonly done?: (call: Call, outcome: SendOutcome) => CallResponse | undefined;
  /** True if the result of `done` is the response to the request of an endpoint. */
  readonly isAwaited?: boolean;
}

/** The result of a handler: JSON, bytes, rows that are streamed, or nothing (204). */
export type CallResponse =
  | {
      readonly kind: 'json';
      readonly status?: number;
      readonly body: Json;
      /** The media type of its schema. Default: the JSON or XML that the caller prefers. */
      readonly content?: OperationContent;
      /** Spaces of each level. Default: JSON without any. */
      readonly indent?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'bytes';
      readonly status?: number;
      readonly media: ReceivedMedia;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'rows';
      readonly rows: Iterable<Json>;
      /** The media type that they are written in. Default: JSON, as a list. */
      readonly content?: OperationContent;
      readonly indent?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'empty'; readonly status?: number; readonly headers?: Readonly<Record<string, string>> };

/** A named piece of behaviour that a spec refers to (`x-action: { perform: stamp }`). */
export interface Capability {
  (call: Call, options: JsonObject): CallResponse;
  /** Why calls fail. Default: nothing is known of it. */
  readonly errors?: readonly RuleDraft[];
  /** Names of the requests that it sends. */
  readonly sends?: readonly string[];
}

/**
 * The strictness of an emulator: `documented` enforces the documented rules, `vendor` also those of the real service, and
 * `lenient` only warns where it can run the call anyway.
 */
export type Profile = 'documented' | 'vendor' | 'lenient';

/** Notes about a call, collected while it runs. */
export interface Notes {
  /** Errors that other profiles would have thrown. */
  readonly warnings: HttpError[];
  /** Paths of members of the body that no schema declares, and names of parameters that changed nothing. */
  readonly ignored: string[];
  /** Freedoms that the response took, in the hostile mode. */
  readonly freedoms: Set<Freedom>;
  /** The response is a sample of its schema: nothing was read from the state, and nothing was stored. */
  sampled?: true;
  /** The response lacks required members, of which no value can be made. */
  lacking?: true;
  /** The state before and after the call, once it ran. */
  states?: readonly [before: World, after: World];
}

/** The part of a call that comes from the request. */
export interface CallInput {
  readonly plan: OperationPlan;
  readonly params?: JsonObject;
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  readonly content?: OperationContent;
  readonly accept?: string;
  /** Media type of the body of a request to an endpoint. */
  readonly bodyType?: string;
  readonly url?: string;
  /** Token of the caller. */
  readonly token?: string;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly baseUrl: string;
  readonly notes?: Notes;
  readonly hostility?: Hostility;
}

/** A decoded body. */
export interface ReceivedBody {
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  /** The declared media type that it came in. */
  readonly content?: OperationContent;
}

/** Something that an emulator does beside its operations. A plan lists what its spec declares. */
export interface Feature<Engine = never, Exchange = never> {
  /** Throws a `TypeError` for options that it cannot work with. */
  readonly check?: (engine: Engine) => void;
  /** Responds to requests at addresses that a path such as `/{owner}/{name}` would hide; `undefined` for all others. */
  readonly serve?: Serve<Engine, Exchange>;
  /** Responds to requests that no operation takes; `undefined` for all others. */
  readonly serveUnrouted?: Serve<Engine, Exchange>;
}

/** Responds to a request, or leaves it to others. May throw an `HttpError`. */
type Serve<Engine, Exchange> = (
  engine: Engine,
  exchange: Exchange,
) => Promise<Response | undefined> | Response | undefined;

/** A protocol for uploads in several requests. */
export interface Uploads<Engine = never> {
  /** Query parameter with the id of a session. The id is a secret: whoever knows it can send bytes. */
  readonly parameter: string;
  /** The session that a request belongs to, known or not; undefined for any other request. */
  readonly find: (engine: Engine, request: Request, url: URL) => SessionRequest | undefined;
  /** Reads the request that opens a session: metadata, and the announced type and size. */
  readonly readStart: (request: Request, plan: OperationPlan, maxBytes: number) => Promise<ReceivedBody>;
  /** Opens a session for a call whose bytes follow. */
  readonly start: (engine: Engine, request: Request, input: CallInput) => Response;
}

/** A request to an upload session. */
export interface SessionRequest {
  /** The operation that the session belongs to. */
  readonly plan: OperationPlan;
  /** The call that opened the session, if known. */
  readonly call?: Pick<CallInput, 'params' | 'body' | 'token'>;
  readonly respond: () => Promise<Response>;
}

/** The interface version that generated code is checked against. */
export const emulatorInterface = '@speccast/emulator@0.1';
