import type { Json, JsonObject, Operation, OperationContent, QuotaLimit, Service, ValueTypes } from '@speccast/runtime';
import type { CheckLeniently, Validator } from '@speccast/runtime/validators';
import type { Freedom } from '../hostile/freedoms.js';
import type { Hostility } from '../hostile/hostility.js';
import type { VendorPlan, VendorRules } from '../profiles/vendor-rules.js';
import type { HttpError } from '../response/http-error.js';
import type { Row } from '../store/row-index.js';
import type { ReceivedMedia, Tables } from '../store/tables.js';
import type { Behaviour, ResourceRules, Settings } from './behaviour.js';

/** One response of an operation and the validator of its JSON body. */
interface ResponsePlan {
  readonly status: string;
  readonly body?: Validator<unknown>;
  /** Media type of the JSON, where it is another one of its family: `application/problem+json`. */
  readonly mediaType?: string;
  /** Judges one item, where it can be answered item by item, too. */
  readonly item?: Validator<unknown>;
}

/** One operation of the emulator: the descriptor, its validators and the behaviour its spec declares. */
export interface OperationPlan {
  readonly operation: Operation<never, unknown>;
  /** Paths of its own below which it answers, beside the first of the service. Default: all of the service. */
  readonly basePaths?: readonly string[];
  /** Judges the decoded parameters as one object, keyed by `property ?? name`. */
  readonly parameters?: Validator<unknown>;
  readonly body?: Validator<unknown>;
  /** Media types whose bodies it judges, where others can be sent, too. */
  readonly bodyTypes?: readonly string[];
  /** What the texts of its forms, and of the parts of its multipart bodies, become. */
  readonly form?: ValueTypes;
  readonly responses: readonly ResponsePlan[];
  /** Headers that each success has where nothing else sets them, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly behaviour: Behaviour;
  /** Parameters, by `property ?? name`, whose values have to be what their validator says. Default: all of them. */
  readonly enforced?: readonly string[];
  readonly parts?: PartsPlan;
  /** What the real service adds; there in the profile `vendor` alone. */
  readonly vendor?: VendorRules;
  /** Reasons of its errors by status, beside those of all operations. */
  readonly reasons?: Reasons;
  /** Where it stands in the client: `['pets', 'list']`. Default: its id, split at the dots. */
  readonly names?: readonly string[];
}

/** Reasons that errors carry, by status: `{ 404: ['videoNotFound'] }`. */
export type Reasons = Readonly<Record<string, readonly string[]>>;

/** How much may be spent of each bucket, and where its days begin. */
interface QuotaPlan {
  readonly limits: Readonly<Record<string, readonly QuotaLimit[]>>;
  /** Default: `UTC`. */
  readonly timeZone?: string;
  /** Reasons of errors that say that a bucket is spent, the usual one first. */
  readonly reasons?: readonly string[];
}

/** The parts of an operation's answer between which callers choose. */
export interface PartsPlan {
  /** Name of the parameter that names them. */
  readonly parameter: string;
  readonly values: readonly string[];
  /** Members that are there whatever a call asks for. */
  readonly always: readonly string[];
  /** Parts that cannot be an empty object; all others are there where a call asks for them, known or not. */
  readonly solid?: readonly string[];
}

/** One table of the emulator, from a schema's `x-resource`. */
export interface ResourcePlan {
  readonly table: string;
  readonly rules: ResourceRules;
  readonly model?: Validator<unknown>;
}

/** Rows by table; `${name}` stands for an id that is made when they are stored. */
export type SeedTables = Readonly<Record<string, readonly Row[]>>;

/** Text that is kept as bytes beside a row. */
interface SeedMedia {
  readonly mediaType: string;
  readonly text: string;
}

/** Rows, and the bytes beside them by table and key. */
export interface SeedPart {
  readonly tables: SeedTables;
  readonly media?: Readonly<Record<string, Readonly<Record<string, SeedMedia>>>>;
}

/** The world an emulator starts with, and what each new caller finds in it. */
export interface Seed {
  readonly world: SeedPart;
  readonly caller: SeedPart;
}

/** A whole service as the emulator runs it. */
export interface EmulatorPlan {
  /** The emulator that the code was generated for: where another one is installed, it does not compile. */
  readonly emulator?: typeof emulatorInterface;
  readonly service: Service;
  /** Paths below which it answers, without a slash at the end: `/v3`, or empty. The first one is that of its own address. */
  readonly basePaths: readonly [string, ...string[]];
  readonly operations: readonly OperationPlan[];
  readonly resources: readonly ResourcePlan[];
  readonly capabilities: Readonly<Record<string, Capability>>;
  readonly settings: Settings;
  readonly seed: Seed;
  /** The document of the service, which says more of its operations (`withDocument`). */
  readonly document?: JsonObject;
  /** Where the spec states all that. */
  readonly contract?: Contract;
  /** Reasons of errors of any operation, by status. */
  readonly reasons?: Reasons;
  /** What may be spent, where operations cost something. */
  readonly quota?: QuotaPlan;
  /** Makes values that a validator accepts, where the spec says too little for more. */
  readonly sampler?: Sampler;
  /** What the real service demands beyond the documents. */
  readonly vendor?: VendorPlan;
  /** Tells members that no schema names. */
  readonly checkLeniently?: CheckLeniently;
  /** Takes bytes in several requests, where operations allow that. */
  readonly uploads?: Uploads;
  /** Draws thumbnails, where a table has them. */
  readonly renderPicture?: RenderPicture;
}

/** A PNG of a size, in pixels, that shows the uploaded image where there is one. */
export type RenderPicture = (
  upload: Uint8Array | undefined,
  size: { readonly width: number; readonly height: number },
) => Promise<Uint8Array>;

/** A value that the validator accepts, always the same for the same text; undefined where none was found. */
export type Sampler = (validator: Validator<unknown>, text: string) => Json | undefined;

/** Who is calling: known only when a token was sent. */
export interface Caller {
  readonly token: string;
  readonly userId: string;
  /** Key of the row that stands for the caller (the own channel, the own account). */
  readonly ownId: string;
}

/** What a handler is given. */
export interface Call {
  readonly plan: OperationPlan;
  readonly emulator: EmulatorPlan;
  /** Decoded parameters, open ones included; a repeated or comma-separated open parameter stays text. */
  readonly params: JsonObject;
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  /** The declared media type that the body came in. */
  readonly content?: OperationContent;
  /** `Accept` as it was sent. */
  readonly accept?: string;
  /** Address of the request. */
  readonly url?: string;
  readonly caller?: Caller;
  /** `If-Match` as it was sent: tags that the resource has to have for the change to be made. */
  readonly ifMatch?: string;
  readonly tables: Tables;
  /** Milliseconds since the epoch, from the emulator's clock. */
  readonly now: number;
  /** Base address of the request, for links that the service hands out. */
  readonly baseUrl: string;
  readonly profile: Profile;
  /** Takes down that a rule hid a row. */
  readonly noteHidden?: (rule: object) => void;
  /** What is to be said of the call beside its answer. */
  readonly notes: Notes;
  /** Decides which liberties the answer takes, in the hostile mode. */
  readonly hostility?: Hostility;
  /** Rules of a table; empty ones for a table that no schema describes. */
  rules(table: string): ResourceRules;
  /** A new deterministic id: the prefix and letters, digits, `-` and `_` up to `length` in all. */
  nextId(prefix: string, length: number): string;
  /** The next number of a sequence that starts at 1. */
  nextNumber(sequence: string): number;
}

/** What a handler answers: JSON, bytes, rows that are streamed, or nothing (204). */
export type CallResponse =
  | {
      readonly kind: 'json';
      readonly status?: number;
      readonly body: Json;
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
      /** How they are written. Default: as a JSON array. */
      readonly content?: OperationContent;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'empty'; readonly status?: number; readonly headers?: Readonly<Record<string, string>> };

/** A named piece of behaviour that a spec refers to (`x-action: { perform: rate }`). */
export type Capability = (call: Call, options: JsonObject) => CallResponse;

/**
 * How strict an emulator is: `documented` enforces what the documents state, `vendor` also what the real service demands
 * beyond them, `lenient` lets pass what can be carried out all the same.
 */
export type Profile = 'documented' | 'vendor' | 'lenient';

/** What is to be said of a call beside its answer; grows while the call is carried out. */
export interface Notes {
  /** What the call would have been refused for in another profile. */
  readonly warnings: HttpError[];
  /** Paths of members of the body that no schema names. */
  readonly ignored: string[];
  /** What the answer made use of that the documents leave open. */
  readonly freedoms: Set<Freedom>;
}

/** What a handler is called with, before it is bound to the state. */
export interface CallInput {
  readonly plan: OperationPlan;
  readonly params?: JsonObject;
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  readonly content?: OperationContent;
  readonly accept?: string;
  readonly url?: string;
  /** Token of the one who calls. */
  readonly token?: string;
  readonly ifMatch?: string;
  readonly baseUrl: string;
  readonly notes?: Notes;
  readonly hostility?: Hostility;
}

/** What came with a request. */
export interface ReceivedBody {
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  /** The declared media type that it came in. */
  readonly content?: OperationContent;
}

/** What an emulator needs to take bytes in several requests. */
export interface Uploads<Engine = never> {
  /** Query parameter that names a session. Whoever knows its value may send bytes, so it is a secret. */
  readonly parameter: string;
  /** The session that a request is about, known or not; undefined for any other request. */
  readonly find: (engine: Engine, request: Request, url: URL) => SessionRequest | undefined;
  /** Reads the request that opens a session: metadata, and what is said of the bytes to come. */
  readonly readStart: (request: Request, plan: OperationPlan, maxBytes: number) => Promise<ReceivedBody>;
  /** Opens a session for a call whose bytes are still to come. */
  readonly start: (engine: Engine, request: Request, input: CallInput) => Response;
}

/** A request about a session. */
export interface SessionRequest {
  /** The operation that the session belongs to. */
  readonly plan: OperationPlan;
  /** The call that opened the session, where that is known. */
  readonly call?: Pick<CallInput, 'params' | 'body' | 'token'>;
  readonly respond: () => Promise<Response>;
}

/** The versions of this package that have the same interface to generated code, as npm takes them. */
export const emulatorInterface = '@speccast/emulator@0.1';

/** Where one operation stands: what refusals refer to. */
export interface OperationContract {
  /** Its `x-source`. */
  readonly source?: string;
  /** Where single rules stand, by the rest of their ids (`limit/tooMany`), where that is elsewhere. */
  readonly sources?: Readonly<Record<string, string>>;
}

/** Where the spec states what the emulator does. */
interface Contract {
  /** By `operationId`. */
  readonly operations: Readonly<Record<string, OperationContract>>;
  /** Where tables (`playlists`), their rules (`playlists#order`) and rules of all operations (`*#paging`) stand. */
  readonly sources?: Readonly<Record<string, string>>;
}
