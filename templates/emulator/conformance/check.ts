import type { Json, JsonObject, Operation, Service } from '@speccast/runtime';

/** Who sends a request: the first user, the second one, whoever has the API key, or nobody in particular. */
export type Sender = 'T1' | 'T2' | 'key' | 'nobody';

/** One statement about the service, and the requests that show whether it holds. */
export interface Check {
  /** `S2`, or `S2.together` where one statement takes several checks. */
  readonly id: string;
  readonly title: string;
  /** Document and line that says so: `pets.md:132`. */
  readonly source: string;
  /** Decisions that the check relies on where the document is silent: `D11`. */
  readonly decisions?: readonly string[];
  /** Holds only where the document alone is followed, not of the real service. */
  readonly profile?: 'documented';
  /** Creates or changes data. */
  readonly writes?: boolean;
  /** Who sends its requests, unless a step says otherwise. Default: `nobody`. */
  readonly as?: Sender;
  readonly steps: readonly Step[];
  /** Done at the end in any case, whatever the answers. */
  readonly finally?: readonly Step[];
}

/** One request, several alike, or a group of steps that is done for each of some values; `${name}` stands for what was kept. */
export interface Step {
  /** Name of a step to take, with what stands beside the name in place of its own; `listChecks` puts it in. */
  readonly given?: string;
  /** `operationId` of what is called. */
  readonly call?: string;
  readonly params?: JsonObject;
  /** JSON that is sent. */
  readonly body?: Json;
  /** Bytes that are sent; beside a body, as `multipart/related`. */
  readonly media?: MediaContent;
  /** Body and bytes travel as `multipart/form-data`. */
  readonly form?: boolean;
  /** Goes through all pages of a list: the answer looked at holds the items of all of them. */
  readonly allPages?: boolean;
  /** A request as it stands. */
  readonly send?: RawRequest;
  readonly as?: Sender;
  /** So many times, one after another, `${turn}` counting from 0. `keep` then gives lists. */
  readonly repeat?: number;
  /** So many at once. `keep` then gives lists. */
  readonly together?: number;
  /** How many of the answers have which status: `{'200': 10, '4xx': 1}`. */
  readonly outcomes?: Readonly<Record<string, number>>;
  /** Names and the list of values that each stands for in turn; done for each, or each combination of them. */
  readonly each?: Readonly<Record<string, Json>>;
  /** What is done for each. */
  readonly steps?: readonly Step[];
  /** What the answer has to be. Default: any success. */
  readonly expect?: Expectation;
  /** Names, each with the path of what to keep: `{id: id, all: items.*.id, tag: '@headers.etag'}`. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** A request of any shape. */
export interface RawRequest {
  readonly method: string;
  /** Below the base address; `../` leads above it. */
  readonly path?: string;
  /** A whole address that the service handed out. Other origins get no credentials. */
  readonly url?: string;
  /** An object, or the `${name}` of one. */
  readonly query?: JsonObject | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** Bytes by what they are: `{text, type}`, or an image of a size. `corners` gives its quarters four colours, `cut` keeps so many bytes. */
export interface MediaContent {
  readonly text?: string;
  /** An object, or the `${name}` of one. */
  readonly png?: ImageContent | string;
  readonly jpeg?: ImageContent;
  /** Media type sent. Default: that of the image, or `application/octet-stream`. */
  readonly type?: string;
  readonly cut?: number;
}

/** An image by its size in pixels. */
export interface ImageContent {
  readonly width: number;
  readonly height: number;
  readonly corners?: boolean;
}

/** What an answer has to be; everything given has to hold. Values are matched as `match` says. */
export interface Expectation {
  /** A status, `4xx`, or several of them. */
  readonly status?: Json;
  /** Name of the first reason of a refusal, or several of which it is one. */
  readonly reason?: string | readonly string[];
  readonly headers?: JsonObject;
  readonly body?: Json;
  readonly text?: Json;
  /** Bytes that were kept, to be answered as they were. */
  readonly bytes?: string;
  readonly image?: ImageExpectation;
}

/** What a PNG that was answered has to look like. */
export interface ImageExpectation {
  readonly width: number;
  readonly height: number;
  /** Rows and columns that are black from end to end. */
  readonly black?: { readonly rows?: readonly number[]; readonly columns?: readonly number[] };
  /** Where the corners of the picture are, which have their four colours. */
  readonly corners?: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** The checks of a service and what is needed to run them. */
export interface ConformanceKit {
  readonly service: Service;
  readonly operations: readonly Operation<never>[];
  readonly checks: readonly Check[];
  /** What every refusal has to look like, and the path of its reason. */
  readonly refusal?: { readonly reason?: string; readonly body?: Json };
  /** Operations that undo others: `{playlists.insert: playlists.delete}`; each is told the `id` that was answered. */
  readonly cleanup?: Readonly<Record<string, string>>;
}
