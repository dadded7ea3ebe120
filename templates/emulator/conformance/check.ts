import type { CoreFeature, Json, JsonObject, Operation, QuotaLimit, Service } from '@speccast/runtime';

/** The credentials of a request: the token of the first or the second user, the API key, or none. */
export type Sender = 'T1' | 'T2' | 'key' | 'nobody';

/** A statement about the service, and the requests that verify it. */
export interface Check {
  /** Id such as `lists`, or `lists.empty` if a statement has several checks. */
  readonly id: string;
  readonly title: string;
  /** Location of the statement in the documentation; absent if the package names no sources. */
  readonly source?: string;
  /** Decisions that the check relies on where the documentation is silent. */
  readonly decisions?: readonly string[];
  /** Applies to the documented behaviour only, not to the real service. */
  readonly profile?: 'documented';
  /** Creates or changes data. */
  readonly writes?: boolean;
  /** Credentials of its requests, unless a step has its own. Default: `nobody`. */
  readonly as?: Sender;
  readonly steps: readonly Step[];
  /** Steps that always run at the end. */
  readonly finally?: readonly Step[];
}

/**
 * One request, a request that is sent several times (`repeat`, `together`), or a group of steps that runs once for each of some values
 * (`each`). `${name}` in strings is replaced by the value that was kept under this name.
 */
export interface Step {
  /** Name of a predefined step. Other members override those of the step. */
  readonly given?: string;
  /** `operationId` of the call. */
  readonly call?: string;
  readonly params?: JsonObject;
  /** JSON that is sent. */
  readonly body?: Json;
  /** Bytes that are sent; together with a body, as `multipart/related`. */
  readonly media?: MediaContent;
  /** Sends body and bytes as `multipart/form-data`. */
  readonly form?: boolean;
  /** Requests all pages of a list and checks their items as one response. */
  readonly allPages?: boolean;
  /** A request that is sent as it is written, in place of `call`. */
  readonly send?: RawRequest;
  readonly as?: Sender;
  /** Repeats the request sequentially, with `${turn}` from 0. `keep` then keeps lists. */
  readonly repeat?: number;
  /** Sends this number of requests at once. `keep` then keeps lists. */
  readonly together?: number;
  /** Sent once in a run: other checks with the same shared step use its response. It must stay as it is. */
  readonly shared?: boolean;
  /** Assumed number of turns of `each`, for the estimate of the cost, if the real number depends on responses. */
  readonly turns?: number;
  /** Expected number of responses by status: `{'200': 10, '4xx': 1}`. */
  readonly outcomes?: Readonly<Record<string, number>>;
  /** Runs `steps` for each combination of values of these names. */
  readonly each?: Readonly<Record<string, Json>>;
  /** The steps for `each`. */
  readonly steps?: readonly Step[];
  /** Expected response. Default: any success. */
  readonly expect?: Expectation;
  /** Values to keep, by name and path: `{id: id, all: items.*.id, tag: '@headers.etag'}`. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** A request that is sent as it is written, without an operation. */
export interface RawRequest {
  readonly method: string;
  /** Path below the base URL; `../` is allowed. */
  readonly path?: string;
  /** A URL from the service. Other origins get no credentials. */
  readonly url?: string;
  /** An object, or the `${name}` of a kept object. */
  readonly query?: JsonObject | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** Bytes: `{text, type}`, or an image. `cut` truncates it to this number of bytes. */
export interface MediaContent {
  readonly text?: string;
  /** An object, or the `${name}` of a kept object. */
  readonly png?: ImageContent | string;
  readonly jpeg?: ImageContent;
  /** Media type. Default: that of the image, or `application/octet-stream`. */
  readonly type?: string;
  readonly cut?: number;
}

/** An image by its size in pixels. With `corners`, its quarters have four different colours. */
export interface ImageContent {
  readonly width: number;
  readonly height: number;
  readonly corners?: boolean;
}

/** Red, green and blue of the quarters of a test picture: top left, top right, bottom left, bottom right. */
export const cornerColours: readonly (readonly number[])[] = [
  [250, 10, 10],
  [10, 250, 10],
  [10, 10, 250],
  [250, 250, 10],
];

/** An expected response. All members must match. */
export interface Expectation {
  /** A status, `4xx`, or several of them. */
  readonly status?: Json;
  /** Reason of the error, or a list of allowed reasons. */
  readonly reason?: string | readonly string[];
  readonly headers?: JsonObject;
  readonly body?: Json;
  readonly text?: Json;
  /** Kept bytes that the response must equal. */
  readonly bytes?: string;
  readonly image?: ImageExpectation;
}

/** An expected PNG. */
export interface ImageExpectation {
  readonly width: number;
  readonly height: number;
  /** Rows and columns that are black from end to end. */
  readonly black?: { readonly rows?: readonly number[]; readonly columns?: readonly number[] };
  /** Position of the picture with the four colours. */
  readonly corners?: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** A response with its body. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
  /** Bytes of the media that were sent. */
  readonly sent?: Uint8Array;
}

/** The checks of a service and the data to run them. */
export interface ConformanceKit {
  readonly service: Service;
  /** Recognizes errors that report that a daily quota is spent. */
  readonly dailyQuota?: CoreFeature<never>;
  readonly operations: readonly Operation<never>[];
  readonly checks: readonly Check[];
  /** Expected body of all errors, and the path of the reason in it. */
  readonly refusal?: { readonly reason?: string; readonly body?: Json };
  /** Operations that undo others: `{playlists.insert: playlists.delete}`. Each is called with the `id` of the response. */
  readonly cleanup?: Readonly<Record<string, string>>;
  /**
   * Owners of inserted rows, by operation: the path of the owner's id in the request body. A row is deleted together with its owner.
   * `{comments.insert: snippet.videoId}`: a comment is deleted with its video.
   */
  readonly goesWith?: Readonly<Record<string, string>>;
  /** Limits of each bucket of the quota. */
  readonly quotas?: Readonly<Record<string, readonly QuotaLimit[]>>;
}

/** Lists the checks of some sections, with predefined steps (`given`) filled in. */
export function listChecks(
  sections: readonly (readonly Check[])[],
  given: Readonly<Record<string, Step>> = {},
): readonly Check[] {
  const fill = (steps: readonly Step[]): readonly Step[] =>
    steps.map(({ given: name = '', ...own }) => {
      const step: Step = { ...given[name], ...own };
      return step.steps ? { ...step, steps: fill(step.steps) } : step;
    });
  return sections.flat().map((check) => ({
    ...check,
    steps: fill(check.steps),
    ...(check.finally && { finally: fill(check.finally) }),
  }));
}

/** Returns the predefined lists for `${name}`: `operations` has all operations, `writing` those that change data. */
export function nameOperations({ operations }: ConformanceKit): readonly (readonly [name: string, value: unknown])[] {
  const all = operations.map(({ id, method, path }) => ({ id, method, path: path.replace(/\{[^}]*\}/g, 'some-id') }));
  return [
    ['operations', all],
    ['writing', all.filter(({ method }) => method !== 'GET')],
  ];
}
