import type { runtimeInterface } from './check-interface.js';
import type { Bytes, NamedMedia } from './client/body/media.js';
import type { PreparedBody, SentBody } from './client/body/sent-body.js';
import type { CallResponse, Received } from './client/options/call-response.js';
import type { OperationWire } from './operation-wire.js';
import type { GivenPage, NextPage, PagingFacts } from './paging.js';
import type { ParameterType, ValueType, ValueTypes } from './value-types.js';
import type { XmlPart } from './xml-schema.js';

export type { ParameterType, ValueType, ValueTypes };

/** The HTTP method of an operation, in capital letters. OpenAPI 3.2 allows any. */
export type HttpMethod =
  | 'GET'
  | 'PUT'
  | 'POST'
  | 'DELETE'
  | 'OPTIONS'
  | 'HEAD'
  | 'PATCH'
  | 'TRACE'
  | 'QUERY'
  | (string & {});

/** The `style` of a parameter in OpenAPI; `tabDelimited` is `collectionFormat: tsv` of Swagger 2.0. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject';

/** Creates the error for a value that cannot be written or read, for callers to throw. */
export type ToError = (message: string) => Error;

/** The rules by which a style writes a value. */
export interface SerializeRules {
  readonly in: OperationParameter['in'];
  readonly explode: boolean;
  /** Encodes text for its location, and also the characters of `beside`, which are delimiters there. */
  readonly encode: (text: string, beside?: string) => string;
  readonly invalid: ToError;
}

/** Writes a value in a style: `name=value` pieces for a query or cookies, one string for a path or header, none for an empty value. */
export type WriteStyle = (name: string, value: unknown, rules: SerializeRules) => readonly string[];

/** The written parameters of a call: encoded `name=value` pieces of the query, and headers. */
export interface WrittenParameters {
  readonly query: string[];
  readonly headers: Record<string, string>;
  readonly invalid: ToError;
}

/** Writes a parameter of any location and style. */
export type WriteAny = (operation: Operation, one: OperationParameter, value: unknown, to: WrittenParameters) => void;

/** Writers of parameters by style, and writers that only few operations need. */
export interface StyleWriters extends Readonly<Partial<Record<ParameterStyle, WriteStyle>>> {
  /** Writes parameters outside paths, except text and lists in the query or a header. */
  readonly any?: WriteAny;
  /** Writes headers that are text or lists. */
  readonly header?: WriteAny;
  /** Writes values that are serialized in a media type (`content` in OpenAPI). */
  readonly content?: (mediaType: string, value: unknown, invalid: ToError) => string;
  /** Writes a whole query (`in: querystring`). */
  readonly fields?: (value: unknown, invalid: ToError, rules: Pick<OperationParameter, 'encoding'>) => string;
  /** Encodes text with `allowReserved`. */
  readonly reserved?: SerializeRules['encode'];
}

/** The encoding of one field of a form, or of one part of a multipart body. */
export interface FieldEncoding {
  /** Default: `form` in a form, the query and cookies, `simple` in paths and headers. */
  readonly style?: ParameterStyle;
  /** Default: true for `form`, else false. */
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /**
   * Media type that the value is serialized in: of a parameter (`content` in OpenAPI), or of a field, JSON only. Of a part:
   * accepted media types, separated by commas.
   */
  readonly contentType?: string;
}

/** A parameter. The defaults are those of OpenAPI. */
export interface OperationParameter extends ValueTypes, FieldEncoding {
  /** Name on the wire. */
  readonly name: string;
  /** Property of the params object, where it differs from `name`. */
  readonly property?: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Its value is a secret, and replaces the credential that the client would send under this name. */
  readonly isCredential?: boolean;
  readonly required?: boolean;
  /** Of a parameter that is the whole query as a form: the encodings of its fields. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** Parts of the response that the client selects by default. */
  readonly default?: readonly string[];
  /** Parts of the response; the client selects those that are keys of the request body by default. */
  readonly bodyKeys?: readonly string[];
}

/**
 * A parameter in its long form, or an optional one of the query in its short form: `'hl'` is `{ name: 'hl', in: 'query' }`, and
 * `'limit: integer'` is `{ name: 'limit', in: 'query', type: 'integer' }`.
 */
export type DeclaredParameter = string | OperationParameter;

/** The kind of a media type, by which bodies are written and read. `events` and `lines` are responses read item by item. */
export type BodyKind = 'json' | 'xml' | 'form' | 'multipart' | 'text' | 'binary' | 'events' | 'lines';

/**
 * The form of an item of a stream. Of `text/event-stream`: `event` is the event as it is, `json-event` the event with its data parsed
 * as JSON, `mixed-event` the same but only for data that are a JSON object or array, `data` the parsed data alone. `result` is a
 * line of JSON that may be an error.
 */
export type EventForm = 'event' | 'json-event' | 'mixed-event' | 'data' | 'result';

/** Splits the text of a response, which arrives in pieces, into its items. */
export interface ItemSplitter {
  push(text: string): Iterable<unknown>;
  /** Returns the last items, when the text is complete. */
  end(): Iterable<unknown>;
}

/** Creates the splitter of a media type. The splitter throws errors that `fail` creates. */
export type SplitItems = (content: OperationContent, fail: ToError, parse?: (text: string) => unknown) => ItemSplitter;

/** One media type of a request body or response. */
export interface OperationContent {
  readonly mediaType: string;
  /** Default: `json`. */
  readonly kind?: BodyKind;
  /** Form of the items, of the kinds `events` and `lines`. Default of `events`: `event`. */
  readonly items?: EventForm;
  /** True if the validator of the response is for another of its media types. */
  readonly unvalidated?: boolean;
  /** The encodings of fields of a form, or of parts of a multipart body, that the spec names. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** Rules for reading and writing the value, of the kind `xml`. */
  readonly xml?: XmlPart;
}

/** Reads and writes bodies in XML. Throws errors that `fail` creates. */
export interface XmlCodec {
  readonly read: (text: string, content: OperationContent, fail: ToError) => unknown;
  readonly write: (value: unknown, content: OperationContent, fail: ToError) => string;
  /** Returns the value of an error as the operation declares it; `undefined` if the text is not XML. */
  readonly readError: (text: string, response: Response, operation: Operation) => unknown;
}

/** Writes the body of a call from `params.body` and `params.media`; `undefined` if the call has none and needs none. */
export type BodyWriter = (operation: Operation, params: object) => SentBody | undefined | Promise<SentBody | undefined>;

type FormWriter<Written> = (body: unknown, invalid: ToError, content: OperationContent) => Written;

/** Writers of rare kinds of bodies. Operations name those that they need, so that bundlers drop the others. */
export interface BodyWriters {
  readonly form?: FormWriter<string>;
  readonly multipart?: FormWriter<Promise<FormData | PreparedBody>>;
  /** JSON and bytes in one body. */
  readonly related?: (json: string, media: NamedMedia & { readonly type: string }) => PreparedBody;
}

/** Reads responses of operations that have others than JSON. */
export interface Receiver {
  /** Returns the `Accept` header for the responses that the operation declares. */
  readonly accept: (call: ReceivingCall) => string;
  readonly read: (call: ReceivingCall, bytes: Bytes, received: Received) => unknown;
}

/** The parts of a call by which its response is read. With `asBytes` it is read as bytes, whatever its media type. */
export interface ReceivingCall {
  readonly operation: Operation;
  readonly asBytes: boolean;
  readonly options: { readonly accept?: string | undefined };
}

/** Sends the media of a call in chunks (`sendResumable`). Takes a `Sending`; `never`, because that type refers to this one. */
export type ResumableSender = (sending: never, control?: never) => Promise<CallResponse<unknown>>;

/** Bytes that an operation takes, alone or beside JSON metadata. */
export interface OperationMedia {
  readonly required?: boolean;
  /** Media types or ranges accepted: `image/*`. */
  readonly mediaTypes: readonly string[];
  /** JSON may be sent with the bytes, as `multipart/related`. */
  readonly metadata?: boolean;
  /** Prefix of the base path for requests with bytes: `/upload`. Default: none, bytes are sent to the same address as JSON. */
  readonly upload?: string;
  /** Path for requests with bytes, from the root of the host: `/upload/v1/files`. */
  readonly uploadPath?: string;
  /** Sends bytes in chunks, if the service supports it. */
  readonly resumable?: ResumableSender;
}

/** One declared response. */
export interface OperationResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly contents?: readonly OperationContent[];
}

/** A header of a response, in the style `simple`, that is read as its type. */
export interface OperationHeader extends ValueTypes {
  /** Name as in the spec. */
  readonly name: string;
  readonly explode?: boolean;
  /** True if its value is JSON. */
  readonly json?: boolean;
  /** Converts the value that is sent to the value in the program; throws if it cannot. */
  readonly decode?: (value: unknown) => unknown;
}

/** The paging of a list, and the function that finds its pages. */
export interface OperationPaging extends PagingFacts {
  /** Finds the next page, if the list does not page by a token. */
  readonly next?: FindNext;
}

/** Finds the page that follows a given one; `undefined` after the last. */
export type FindNext = (operation: Operation, given: GivenPage) => NextPage | undefined;

/** The cost of a request. */
export interface OperationQuota {
  /** Units of the bucket. */
  readonly cost: number;
  /** Name of the bucket that pays it. Default: `default`. */
  readonly bucket?: string;
}

/** The rules for joining calls of a list by ids (parameter `id`) into one request. Each item of the response has its `id`. */
export interface OperationJoins {
  /** Most ids of one request. Default: 50. */
  readonly max?: number;
  /** Property of the params object for the number of items of a page, if it can be combined with `id`. */
  readonly size?: string;
}

/** The properties of the items of a report. Each item has one of the first three: the header first, then rows, the footer last. */
export interface ReportPieces {
  /** Property with a row. */
  readonly row: string;
  /** Property with the header, in the first item. */
  readonly header?: string;
  /** Property with the footer, in the last item. */
  readonly footer?: string;
  /** Properties of a row that are maps, which the service may leave out if they are empty. */
  readonly maps?: readonly string[];
}

/** The descriptor of an operation. `Params`, `Result` and `Reason` (of errors) exist only for the compiler. */
export interface Operation<Params = never, Result = unknown, Reason extends string = string> {
  /** `operationId` of the spec. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Path template of the spec: `/pets/{id}`, `/v1/{parent=shops/*}/pets`. */
  readonly path: string;
  /** Address of its own, if the spec has one. The option `baseUrl` of the client replaces it. */
  readonly baseUrl?: string;
  readonly parameters?: readonly DeclaredParameter[];
  /** Fills in the variables of the path, if it has any. */
  readonly expandPath?: (operation: Operation, params: object, path: string) => string;
  /** Writers of the styles of its parameters, except `form` and `simple`. Bundlers drop those that no operation names. */
  readonly writers?: StyleWriters;
  /** True if it does not take the common parameters of the service. */
  readonly ownParametersOnly?: boolean;
  /** True if the spec allows any further query parameters, which are passed through. */
  readonly openParameters?: boolean;
  /** Media types of `body`, the preferred one first. */
  readonly body?: readonly OperationContent[];
  readonly bodyRequired?: boolean;
  /** Writes its body and media. */
  readonly writeBody?: BodyWriter;
  /** Writers of its bodies that are forms or multipart. */
  readonly bodyWriters?: BodyWriters;
  readonly media?: OperationMedia;
  /** Reads and writes its bodies in XML, if it has any. */
  readonly xml?: XmlCodec;
  /** The conversion between values in the program and on the wire, if they differ. */
  readonly wire?: OperationWire;
  /** Its successful responses. Default: 200 with JSON. */
  readonly responses?: readonly OperationResponse[];
  /** Its errors in XML. */
  readonly xmlErrors?: readonly OperationResponse[];
  /** Reads its responses, if not all of them are JSON. */
  readonly receive?: Receiver;
  /** Headers of its response that are read as their types. */
  readonly headers?: readonly OperationHeader[];
  /** Splits a response of the kind `events` or `lines` into items. */
  readonly split?: SplitItems;
  /** The paging of its response, if that is a list. */
  readonly paging?: OperationPaging;
  /** The properties of the items of its response, if that is a report. */
  readonly report?: ReportPieces;
  /** The rules for joining calls by ids into one request, if that is possible. */
  readonly joins?: OperationJoins;
  /** The cost of one request. */
  readonly quota?: OperationQuota;
  /** True if the spec states that calling it twice has the effect of one call: a write may be sent again. */
  readonly idempotent?: boolean;
  /** True if it changes nothing. Default: by its method. */
  readonly reads?: boolean;
  /** Names of security schemes, as alternatives: `['key', ['user', 'app']]` is `key`, or `user` and `app`. `[]`: none is needed. */
  readonly auth: readonly (string | readonly string[])[];
  /**
   * Chooses the credentials of a call that needs none (`chooseOptional`). Takes a `Call` and the alternatives of `auth` that it has
   * credentials for.
   */
  readonly optional?: (call: never, found: never) => unknown;
  /** Never set; holds the types of params, result and reasons for the compiler. */
  readonly '~types'?: { readonly params: (params: Params) => void; readonly result: Result; readonly reason: Reason };
}

/** The way a credential is sent. */
export type SecurityScheme =
  | { readonly kind: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly kind: 'basic' }
  | {
      readonly kind: 'bearer';
      readonly oauth2?: boolean;
      readonly queryParameter?: string;
      /** Address that exchanges refresh tokens for access tokens. */
      readonly tokenUrl?: string;
      /** The OAuth 2.0 flow `clientCredentials`, with the address that issues its tokens. Default: the `tokenUrl` above. */
      readonly clientCredentials?: { readonly tokenUrl?: string; readonly scopes?: readonly string[] };
    }
  /** A client certificate, which a `fetch` with a TLS setup of its own sends. */
  | { readonly kind: 'mutualTLS' }
  | { readonly kind: 'other' };

/** The facts that all operations of a service share. */
export interface Service {
  /** The runtime that the code was generated for: with another one it does not compile. */
  readonly runtime?: typeof runtimeInterface;
  /** Kebab-case name: `pet-store`. */
  readonly name: string;
  readonly version: string;
  /** Absent if the spec has no usable address: clients then need the option `baseUrl`. */
  readonly baseUrl?: string;
  /** Parameters that every operation takes besides its own. */
  readonly parameters?: readonly DeclaredParameter[];
  /** Writers of their styles. */
  readonly writers?: StyleWriters;
  readonly security: Readonly<Record<string, SecurityScheme>>;
  /** Names of schemes of `security` that no operation uses. */
  readonly unused?: readonly string[];
  /** Reasons of errors after which a call is sent again, whatever the status. */
  readonly retryReasons?: readonly string[];
  /** Reasons of errors after which a call is never sent again, whatever the status. */
  readonly finalReasons?: readonly string[];
}

/** The default of `responses` of an operation: 200 with JSON. */
export const jsonResponses: readonly OperationResponse[] = [
  { status: '200', contents: [{ mediaType: 'application/json' }] },
];
