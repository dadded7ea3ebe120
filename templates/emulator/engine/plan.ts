import type { Json, JsonObject, Operation, OperationContent, QuotaLimit, Service, ValueTypes } from '@speccast/runtime';
import type { CheckLeniently, Validator } from '@speccast/runtime/validators';
import type { Behaviour, ResourceRules, Settings } from './behaviour.js';
import type { Contract } from './contract/contract.js';
import type { RuleDraft } from './contract/rule.js';
import type { emulatorInterface } from './emulator-interface.js';
import type { Profile } from './options.js';
import type { Cursor } from './store/cursors.js';
import type { Derived } from './store/derived.js';
import type { Slot } from './store/places.js';
import type { IndexRule } from './store/row-index.js';
import type { OrderPaths, Table } from './store/table.js';
import type { Hostility } from './hostile/hostility.js';
import type { Notes } from './profiles/notes.js';
import type { VendorPlan, VendorRules } from './profiles/vendor-rules.js';
import type { Uploads } from './uploads.js';

/** A stored resource: immutable JSON, replaced as a whole. Its key stands at the resource's key path (`id`). */
export type Row = JsonObject;

/** One response of an operation and the validator of its JSON body. */
export interface ResponsePlan {
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
export interface QuotaPlan {
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
export interface SeedMedia {
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
  readonly judge?: CheckLeniently;
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

/** Bytes that came with a request. */
export interface ReceivedMedia {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName?: string;
}

/** Who is calling: known only when a token was sent. */
export interface Caller {
  readonly token: string;
  readonly userId: string;
  /** Key of the row that stands for the caller (the own channel, the own account). */
  readonly ownId: string;
}

/** State as a handler sees it: synchronous, and undone as a whole when the handler refuses. */
export interface Tables {
  get(table: string, key: string): Row | undefined;
  /** All rows in order of insertion; as much work as there are rows. */
  list(table: string): readonly Row[];
  /** How many rows there are. */
  size(table: string): number;
  /** The rows inserted first and last. */
  first(table: string): Row | undefined;
  last(table: string): Row | undefined;
  /** Rows whose value at a path is the one given, in order of insertion. */
  find(table: string, path: string, value: Json): readonly Row[];
  /** The same one by one, in the order of the index or `backwards`; each is looked up when it is asked for. */
  found(table: string, rule: IndexRule, value: Json, backwards?: boolean): Iterable<Row>;
  /** How many rows have a value at a path, of those that have the values `where` names by path. */
  count(table: string, path: string, value: Json, where?: JsonObject): number;
  /** Stores a row under its key, replacing what was there. */
  put(table: string, row: Row): void;
  remove(table: string, key: string): boolean;
  /** The table as it is now; later changes do not show in it. */
  table(table: string): Table;
  /** Stands for what a table holds: the same object until that changes. */
  version(table: string): object;
  /** Gives a row, stored or about to be, a position among those of its group; the others make room. */
  move(table: string, paths: OrderPaths, slot: Omit<Slot, 'label'>, position: number): void;
  /** Bytes kept beside rows (images, documents). */
  blob(key: string): ReceivedMedia | undefined;
  putBlob(key: string, media: ReceivedMedia): void;
  removeBlob(key: string): void;
  /** The list that a page token names by number. */
  cursor(number: number): Cursor | undefined;
  /** Number of the newest list of a query. */
  newestCursor(query: string): number | undefined;
  putCursor(number: number, cursor: Cursor): void;
  /** What follows from the tables alone, kept for the calls to come: made from what it was before. */
  derived<Result extends Derived>(name: string, make: (known: Result | undefined) => Result): Result;
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
export type Answer =
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

/** A named piece of behaviour that a spec refers to (`x-action: { perform: stamp }`). */
export interface Capability {
  (call: Call, options: JsonObject): Answer;
  /** Why calls fail. Default: nothing is known of it. */
  readonly errors?: readonly RuleDraft[];
}

/** What a refusal may add to its reason. */
export interface RefusalDetails {
  /** Parameter, header or path of the body that is at fault. */
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header' | 'body' | 'other';
  readonly headers?: Readonly<Record<string, string>>;
  /** The rule it broke, where status, reason and location do not tell: `media/image/ratio` of the operation, or a whole id. */
  readonly rule?: string;
  /** What was sent and what was wanted, where the place of the fault and the rule do not tell. */
  readonly got?: string;
  readonly want?: string;
  readonly fix?: string;
  /** Domain of the error, where it is not that of its reason. */
  readonly domain?: string;
}

/** Thrown by handlers to refuse; becomes the service's JSON error envelope. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly reason: string;
  readonly details: RefusalDetails;

  constructor(status: number, reason: string, message: string, details: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.details = details;
  }
}
