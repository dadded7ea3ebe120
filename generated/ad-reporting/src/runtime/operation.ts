/** HTTP methods an OpenAPI document can name. */
export type HttpMethod = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PATCH' | 'TRACE';

/** How a value becomes text in a URL or header, as OpenAPI's `style` says. */
export type ParameterStyle = 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';

/** What the decoder of a request has to make of the text of a parameter. */
export type ParameterType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'unknown';

/** One parameter; what is absent has OpenAPI's default. */
export interface OperationParameter {
  /** Name on the wire. */
  readonly name: string;
  /** Property of the params object, where it differs from `name`. */
  readonly property?: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  /** Default: `form` in query and cookie, `simple` in path and header. */
  readonly style?: ParameterStyle;
  /** Default: true for `form`, else false. */
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Media type of a parameter that is sent serialized (`content` in OpenAPI). */
  readonly contentType?: string;
  /** Default: `string`. */
  readonly type?: ParameterType;
  /** Type of the items of an array. Default: `string`. */
  readonly items?: ParameterType;
  /** Types of an object's properties, where known. */
  readonly properties?: Readonly<Record<string, ParameterType>>;
  /** Parts of the answer that the client asks for where the caller names none. */
  readonly default?: readonly string[];
  /** All parts of the answer: the client asks for those that are keys of the body where the caller names none. */
  readonly bodyKeys?: readonly string[];
}

/** How a body of a media type is written and read. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'binary';

/** One media type of a request body or response. */
export interface OperationContent {
  readonly mediaType: string;
  /** Default: `json`. */
  readonly kind?: BodyKind;
}

/** Bytes that an operation takes, alone or beside JSON metadata. */
export interface OperationMedia {
  readonly required?: boolean;
  /** Media types or ranges accepted: `image/*`. */
  readonly mediaTypes: readonly string[];
  /** JSON may travel beside the bytes as `multipart/related`. */
  readonly metadata?: boolean;
  /** What stands before the path of the base address where bytes are sent: `/upload`. Default: bytes go where JSON goes. */
  readonly upload?: string;
  /** Path of its own, from the root of the base address's host, where bytes are sent. */
  readonly uploadPath?: string;
}

/** One declared response. */
export interface OperationResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly contents?: readonly OperationContent[];
}

/**
 * One operation of the service as data: what the client sends, and what the emulator listens to.
 * `Params` and `Result` exist for the compiler only.
 */
export interface Operation<Params = never, Result = unknown> {
  /** `operationId` of the spec. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Path template of the spec: `/captions/{id}`, `/v1/{parent=accounts/*}/adUnits`. */
  readonly path: string;
  readonly parameters?: readonly OperationParameter[];
  /** Its parameters are all that it takes: those of the service do not count. */
  readonly ownParametersOnly?: boolean;
  /** Further query parameters are passed through: the spec leaves them open. */
  readonly openParameters?: boolean;
  /** Media types of `body`, the preferred one first. */
  readonly body?: readonly OperationContent[];
  readonly bodyRequired?: boolean;
  readonly media?: OperationMedia;
  readonly responses: readonly OperationResponse[];
  /** Alternatives; an array inside means "all of these". Empty: no credential needed. */
  readonly auth: readonly (string | readonly string[])[];
  /** Never set; carries the types of params and result. */
  readonly '~types'?: { readonly params: (params: Params) => void; readonly result: Result };
}

/** How a credential travels. */
export type SecurityScheme =
  | { readonly kind: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly kind: 'basic' }
  | { readonly kind: 'bearer'; readonly oauth2?: boolean; readonly queryParameter?: string }
  | { readonly kind: 'other' };

/** What is the same for all operations of a service. */
export interface Service {
  /** Kebab-case name: `video-platform`. */
  readonly name: string;
  readonly version: string;
  /** Absent where the spec names no usable address: the caller then has to give `baseUrl`. */
  readonly baseUrl?: string;
  /** Parameters that every operation takes besides its own. */
  readonly parameters?: readonly OperationParameter[];
  readonly security: Readonly<Record<string, SecurityScheme>>;
}
