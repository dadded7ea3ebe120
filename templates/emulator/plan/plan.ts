import type { RuleDraft } from './rule.js';
import type { Json, JsonObject, OperationContent, QuotaLimit, Service } from '@speccast/runtime';
import type { CheckLeniently, Validator } from '@speccast/runtime/validators';
import type { WebhookScheme, WebhookSecret } from '@speccast/runtime/webhooks';
import type { Query } from '@speccast/runtime/parameters';
import type { DescribedOperation, HttpError } from '@speccast/runtime/requests';
import type { Freedom } from './freedoms.js';
import type { VendorPlan, VendorRules } from './vendor-rules.js';
import type { Row } from '../store/table.js';
import type { ReceivedMedia } from '../store/media.js';
import type { Tables, World } from '../store/world.js';
import type { WebhooksPlan, EndpointPlan, ListenerPlan, RowChange } from './webhook-plan.js';
import type { Behaviour, ResourceRules, Settings } from './behaviour.js';
import type { Violation } from './violation.js';
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
  /** The features beside the operations, in the order in which they handle requests. They are objects of `world/feature.ts`. */
  readonly features?: readonly { readonly name: string }[];
  /** The requests that the service sends. */
  readonly webhooks?: WebhooksPlan;
  /** The paths that capabilities serve beside the operations. */
  readonly endpoints?: readonly EndpointPlan[];
  /** The capabilities that are called after changes. */
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

// A request on its way through the emulator. Each stage adds to the same object: `Received` → `Routed` → `Valid` → `Call`.

/** A received request. Its optional members are set as soon as they are known, so that the journal has them even if the request fails. */
export interface Received {
  /** The request, with its method override applied. */
  request: Request;
  /** URL without the name of a world: `https://video.test/v3/videos?id=7`. */
  url: URL;
  /** Warnings and other notes about it. */
  readonly notes: Notes;
  /** Time when it arrived, in milliseconds of `performance.now()`. */
  readonly started: number;
  /** Decides which freedoms the response takes, in the hostile mode. */
  hostility?: Hostility;
  /** The operation that it calls. */
  plan?: OperationPlan;
  /** Token of the caller. */
  token?: string;
  /** True once the quota of its world has counted it. */
  isCounted?: true;
  /** Decoded parameters, undeclared ones included. Undeclared parameters are strings, joined by commas if repeated. */
  params?: JsonObject;
  /** The decoded body, if it is valid JSON. */
  body?: Json;
  /** The bytes of the request. */
  media?: ReceivedMedia;
  /** The error that it is rejected with. */
  error?: HttpError;
  /** The JSON body of the response. */
  responseBody?: Json;
  /** Length and type of the bytes of the response. */
  sent?: JournalMedia;
  /** The faults that applied to it: `{ id: 1, kind: 'delay' }`. */
  faults?: readonly { readonly id: number; readonly kind: string }[];
  /** Origin of a response that is not the emulator's own. */
  source?: ResponseSource;
  /** Contradictions between the request or response and the document. */
  violations?: readonly Violation[];
}

/** Decides which freedoms a response takes, from the seed and the request alone. */
export interface Hostility {
  /** Decides whether to take a freedom, with a probability of 1 in `outOf`, independent of other freedoms. */
  may(freedom: Freedom, outOf?: number): boolean;
  /** Chooses a number from 0 to `below` - 1. */
  number(freedom: Freedom, below: number): number;
  /** Records that a freedom was taken. */
  use(freedom: Freedom): void;
  /** Takes freedoms with the content of a response. It still matches the spec. */
  distort(call: Call, response: CallResponse): CallResponse;
  /** Changes how a response is written: whitespace in its JSON, chunks, and additional headers. */
  disguise(response: Response): Promise<Response>;
}

/** A decoded body. */
export interface DecodedBody {
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  /** The declared media type of the body. */
  readonly content?: OperationContent;
}

/** The decoded input of a request. */
export interface Decoded extends DecodedBody {
  readonly params: JsonObject;
}

/** A request to an operation. */
export interface Routed extends Received {
  plan: OperationPlan;
  /** Variables of the path: `{ id: '7' }`. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** Base URL of the request, for links in responses. */
  readonly baseUrl: string;
  /** Decodes parameters and body; later calls return the same promise. Rejects (400, 413, 415) input that cannot be decoded. */
  readonly read: () => Promise<Decoded>;
}

/** A request whose caller and input are known. */
export interface Valid extends Routed {
  params: JsonObject;
  /** The declared media type of the body. */
  readonly content?: OperationContent;
  /** Media type of the body, only for requests to endpoints (`x-endpoints`). */
  readonly bodyType?: string;
  /** The `Accept` header. */
  readonly accept?: string;
  /** The `If-Match` header: the change is made only if the resource has one of these entity tags. */
  readonly ifMatch?: string;
  /** The `If-None-Match` header: the change is made only if the resource has none of these entity tags. */
  readonly ifNoneMatch?: string;
  /** URL with the name of the world, so that links derived from it stay there. Absent for calls without a request. */
  readonly publicUrl?: string;
}

/** A call inside of a transaction: the argument of handlers and capabilities. */
export interface Call extends Valid {
  readonly emulator: EmulatorPlan;
  readonly caller?: Caller;
  readonly tables: Tables;
  /** Milliseconds since the epoch, from the emulator's clock. */
  readonly now: number;
  readonly profile: Profile;
  /** The rules of a table; empty for tables without a schema. */
  rules(table: string): ResourceRules;
  /** Returns a new deterministic id of `length` characters that begins with the prefix. */
  nextId(prefix: string, length: number): string;
  /** The next number of a sequence that starts at 1. */
  nextNumber(sequence: string): number;
  /** Sends a request after the changes of the call are stored; not if the call throws. */
  send(request: OutgoingRequest): void;
  /** Explains, as a sentence, why a request to a URL would not be sent; undefined if it would. */
  whyUnsendable(url: string): string | undefined;
  /** The change that a listener (`x-listeners`) is called for. */
  readonly change?: RowChange;
}

/** Origin of a response. */
export type ResponseSource = 'upstream' | 'recording' | 'fallback';

/** Length and media type of bytes. */
export interface JournalMedia {
  readonly bytes: number;
  readonly mediaType: string;
}

/** The outcome of a request that was sent. */
export interface SendOutcome {
  /** Absent if there was no response. */
  readonly status?: number;
  /** The first 16 KiB of the body of the response. */
  readonly text: string;
  /** Reason why it was not delivered, as a sentence; absent if it was. */
  readonly reason?: string;
}

/** A request that a capability sends. It is delivered, listed and repeated as webhooks are. */
export interface OutgoingRequest {
  /** Name in the list of deliveries. */
  readonly name: string;
  /** The cause of the request, for the list of deliveries. */
  readonly cause: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly sign?: { readonly scheme: WebhookScheme; readonly secret: WebhookSecret };
  /** Waits before further attempts, in milliseconds. Default: those of webhooks. */
  readonly retries?: readonly number[];
  /** Returns whether an attempt that failed with a status is repeated. One with 410 never is. Default: all others are. */
  readonly isRetried?: (status: number) => boolean;
  /** Called at the end of the delivery, also if it was cancelled, with a call of its own. */
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
  /** The causes of its errors. Default: one for all of them. */
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
  /** Parts of the plan that hid rows, for the coverage. */
  readonly hidden: Set<object>;
  /** The response is a sample of its schema: nothing was read from the state, and nothing was stored. */
  sampled?: true;
  /** The response lacks required members, because no value can be generated for them. */
  lacking?: true;
  /** The state before and after the call, once it ran. */
  states?: readonly [before: World, after: World];
}

/** The interface version that generated code is checked against. */
export const emulatorInterface = '@speccast/emulator@0.1';

/** The calls that a rule applies to: the first `times` calls, or the `nth` call, counted from 1. */
export type FaultHits = { readonly times: number } | { readonly nth: number };
