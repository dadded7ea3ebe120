import type { runtimeInterface } from './check-interface.js';
import type { Bytes, NamedMedia } from './client/body/media.js';
import type { PreparedBody, SentBody } from './client/body/sent-body.js';
import type { CallResponse, Received } from './client/options/call-response.js';
import type { OperationWire } from './operation-wire.js';
import type { GivenPage, NextPage, PagingFacts } from './paging.js';
import type { ParameterType, ValueType, ValueTypes } from './value-types.js';
import type { XmlPart } from './xml-schema.js';

export type { ParameterType, ValueType, ValueTypes };

/** HTTP methods that an OpenAPI document can name: those of HTTP and its extensions, and others. */
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

/** The `style` of OpenAPI that writes a value in a URL or header; lists with tabs are of Swagger 2.0. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject';

/** Creates the error for a value that cannot be written or read; callers throw it. */
export type ToError = (message: string) => Error;

/** The facts that a writer of a style is called with beside the value. */
export interface SerializeRules {
  readonly in: OperationParameter['in'];
  readonly explode: boolean;
  /** Makes text safe for where it goes; the characters of `beside` are delimiters there and must not be left in it. */
  readonly encode: (text: string, beside?: string) => string;
  readonly invalid: ToError;
}

/** Writes a value in a style: `name=value` pieces of a query or cookies, else one text; none where nothing is left. */
export type WriteStyle = (name: string, value: unknown, rules: SerializeRules) => readonly string[];

/** The written parameters of a call: `name=value` pieces, already encoded, and headers. */
export interface WrittenParameters {
  readonly query: string[];
  readonly headers: Record<string, string>;
  readonly invalid: ToError;
}

/** Writes a parameter of any location and style. */
export type WriteAny = (operation: Operation, one: OperationParameter, value: unknown, to: WrittenParameters) => void;

/** Writers of styles, and of what else few parameters need. */
export interface StyleWriters extends Readonly<Partial<Record<ParameterStyle, WriteStyle>>> {
  /** Of parameters that are more than text or lists in the query or a header; paths apart. */
  readonly any?: WriteAny;
  /** Of headers, where they are text or lists. */
  readonly header?: WriteAny;
  /** Of values that travel in a media type. */
  readonly content?: (mediaType: string, value: unknown, invalid: ToError) => string;
  /** Of a whole query. */
  readonly fields?: (value: unknown, invalid: ToError, rules: Pick<OperationParameter, 'encoding'>) => string;
  /** Encodes what `allowReserved` says. */
  readonly reserved?: SerializeRules['encode'];
}

/** The encoding of one field of a form, or of one part of a multipart body. */
export interface FieldEncoding {
  /** Default: `form` in a form, the query and cookies, `simple` in paths and headers. */
  readonly style?: ParameterStyle;
  /** Default: true for `form`, else false. */
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Media type of a parameter that is sent serialized (`content` in OpenAPI). Of a field JSON, of a part any types, apart by commas. */
  readonly contentType?: string;
}

/** One parameter; what is absent has OpenAPI's default. */
export interface OperationParameter extends ValueTypes, FieldEncoding {
  /** Name on the wire. */
  readonly name: string;
  /** Property of the params object, where it differs from `name`. */
  readonly property?: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Its value is a secret, and counts before what the client would send in the same place. */
  readonly isCredential?: boolean;
  readonly required?: boolean;
  /** Of a whole query: its members are fields of a form, and these of them are written in another way than without an encoding. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** Parts of the response that the client asks for where the caller names none. */
  readonly default?: readonly string[];
  /** All parts of the response: the client asks for those that are keys of the body where the caller names none. */
  readonly bodyKeys?: readonly string[];
}

/**
 * A parameter in its long form, or in the short form of an optional one of the query: its name, and its type where that is not text.
 * `'hl'` is `{ name: 'hl', in: 'query' }`, and `'limit: integer'` is `{ name: 'limit', in: 'query', type: 'integer' }`.
 */
export type DeclaredParameter = string | OperationParameter;

/** The kind of a media type, by which bodies are written and read; `events` and `lines` are responses that come item by item. */
export type BodyKind = 'json' | 'xml' | 'form' | 'multipart' | 'text' | 'binary' | 'events' | 'lines';

/**
 * The form of an item of `text/event-stream`: the event, the event with its data as JSON, the event with its data as JSON where
 * they are an object or array of it, or the data alone as JSON; `result`: a line that may be an error.
 */
export type EventForm = 'event' | 'json-event' | 'mixed-event' | 'data' | 'result';

/** Takes the items of a response out of its text, which comes in pieces. */
export interface ItemSplitter {
  push(text: string): Iterable<unknown>;
  /** The text is complete: gives what is left of it. */
  end(): Iterable<unknown>;
}

/** Makes the splitter of a media type; it throws the error that `fail` makes of a reason. */
export type SplitItems = (content: OperationContent, fail: ToError, parse?: (text: string) => unknown) => ItemSplitter;

/** One media type of a request body or response. */
export interface OperationContent {
  readonly mediaType: string;
  /** Default: `json`. */
  readonly kind?: BodyKind;
  /** Of the kinds `events` and `lines`. Default of events: `event`. */
  readonly items?: EventForm;
  /** The validator of the response is about another media type. */
  readonly unvalidated?: boolean;
  /** The encodings of fields of a form, or of parts of a multipart body, that the spec names. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** Of the kind `xml`: how its value is XML. */
  readonly xml?: XmlPart;
}

/** Reads and writes bodies in XML; where that cannot be done, it throws what `fail` makes of the reason. */
export interface XmlCodec {
  readonly read: (text: string, content: OperationContent, fail: ToError) => unknown;
  readonly write: (value: unknown, content: OperationContent, fail: ToError) => string;
  /** The value of an error in XML, as the operation declares it; `undefined` where the text is none. */
  readonly readError: (text: string, response: Response, operation: Operation) => unknown;
}

/** Writes the body of a call out of `params.body` and `params.media`; nothing where neither is given nor needed. */
export type BodyWriter = (operation: Operation, params: object) => SentBody | undefined | Promise<SentBody | undefined>;

type FormWriter<Written> = (body: unknown, invalid: ToError, content: OperationContent) => Written;

/** Writers of the kinds of bodies that few operations take: a bundle holds those that its operations need. */
export interface BodyWriters {
  readonly form?: FormWriter<string>;
  readonly multipart?: FormWriter<Promise<FormData | PreparedBody>>;
  /** JSON and bytes in one body. */
  readonly related?: (json: string, media: NamedMedia & { readonly type: string }) => PreparedBody;
}

/** Reads responses that are not all JSON. */
export interface Receiver {
  /** The `Accept` header that fits them. */
  readonly accept: (call: ReceivingCall) => string;
  readonly read: (call: ReceivingCall, bytes: Bytes, received: Received) => unknown;
}

/** The parts of a call by which its response is read: `asBytes` wants bytes, whatever its media type. */
export interface ReceivingCall {
  readonly operation: Operation;
  readonly asBytes: boolean;
  readonly options: { readonly accept?: string | undefined };
}

/** Sends the media of a call in chunks (`sendResumable`). What it is given is a `Sending`, which holds the operation itself. */
export type ResumableSender = (sending: never, control?: never) => Promise<CallResponse<unknown>>;

/** Bytes that an operation takes, alone or beside JSON metadata. */
export interface OperationMedia {
  readonly required?: boolean;
  /** Media types or ranges accepted: `image/*`. */
  readonly mediaTypes: readonly string[];
  /** JSON may travel beside the bytes as `multipart/related`. */
  readonly metadata?: boolean;
  /** A prefix of the base path for requests with bytes: `/upload`. Default: bytes go to the address of JSON. */
  readonly upload?: string;
  /** Path of its own, from the root of the base address's host, where bytes are sent. */
  readonly uploadPath?: string;
  /** Sends bytes in chunks, where the service takes them so. */
  readonly resumable?: ResumableSender;
}

/** One declared response. */
export interface OperationResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly contents?: readonly OperationContent[];
}

/** A header of a response that is read with its type; in the style `simple`. */
export interface OperationHeader extends ValueTypes {
  /** As in the spec. */
  readonly name: string;
  readonly explode?: boolean;
  /** It is sent as JSON. */
  readonly json?: boolean;
  /** Makes what callers have of what is sent; throws where it cannot. */
  readonly decode?: (value: unknown) => unknown;
}

/** The paging of a list, and the function that finds its pages. */
export interface OperationPaging extends PagingFacts {
  /** Finds the next page where that takes more than to pass a token on. */
  readonly next?: FindNext;
}

/** Finds the page after one. */
export type FindNext = (operation: Operation, given: GivenPage) => NextPage | undefined;

/** The cost of a request. */
export interface OperationQuota {
  /** In the units of the bucket. */
  readonly cost: number;
  /** The bucket that it is taken from. Default: `default`. */
  readonly bucket?: string;
}

/** The rules by which calls of a list that ask for ids (parameter `id`) join into one: each item has its `id`. */
export interface OperationJoins {
  /** Most ids of one request. Default: 50. */
  readonly max?: number;
  /** Property of the params object that says how many items a page has, where it goes with `id`. */
  readonly size?: string;
}

/** Of what a response that is a report consists: the properties of its items, of which each has one. */
export interface ReportPieces {
  /** Property with a row. */
  readonly row: string;
  /** Property with the header, in the first item. */
  readonly header?: string;
  /** Property with the footer, in the last item. */
  readonly footer?: string;
  /** Properties of a row that are maps, and that may be left out where they are empty. */
  readonly maps?: readonly string[];
}

/** One operation as data. `Params`, `Result` and `Reason` (why it may be rejected) exist for the compiler only. */
export interface Operation<Params = never, Result = unknown, Reason extends string = string> {
  /** `operationId` of the spec. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Path template of the spec: `/pets/{id}`, `/v1/{parent=shops/*}/pets`. */
  readonly path: string;
  /** Address of its own, where the spec names one; a `baseUrl` that the client is given counts more. */
  readonly baseUrl?: string;
  readonly parameters?: readonly DeclaredParameter[];
  /** Fills in the variables of its path, where there are any. */
  readonly expandPath?: (operation: Operation, params: object, path: string) => string;
  /** Writers of the styles of its parameters, `form` and `simple` apart: a bundle holds those that its operations need. */
  readonly writers?: StyleWriters;
  /** Its parameters are all that it takes: those of the service do not count. */
  readonly ownParametersOnly?: boolean;
  /** Further query parameters are passed through: the spec leaves them open. */
  readonly openParameters?: boolean;
  /** Media types of `body`, the preferred one first. */
  readonly body?: readonly OperationContent[];
  readonly bodyRequired?: boolean;
  /** Writes what it sends: its body, its media. */
  readonly writeBody?: BodyWriter;
  /** Writers of its kinds of bodies, where they are neither JSON nor text nor bytes. */
  readonly bodyWriters?: BodyWriters;
  readonly media?: OperationMedia;
  /** Reads and writes its bodies in XML, where it has any. */
  readonly xml?: XmlCodec;
  /** The conversion between the values of callers and those on the wire, where they differ. */
  readonly wire?: OperationWire;
  /** Its successful responses. Default: 200 with JSON. */
  readonly responses?: readonly OperationResponse[];
  /** Its errors that come in XML. */
  readonly xmlErrors?: readonly OperationResponse[];
  /** Reads them; named where they are. */
  readonly receive?: Receiver;
  /** Headers of its response that are read with their types. */
  readonly headers?: readonly OperationHeader[];
  /** Takes apart a response of the kind `events` or `lines`. */
  readonly split?: SplitItems;
  /** The paging of its response, where that is a list. */
  readonly paging?: OperationPaging;
  /** Of what its response consists, where that is a report. */
  readonly report?: ReportPieces;
  /** The rules by which calls that ask for ids join, where they can. */
  readonly joins?: OperationJoins;
  /** The cost of one request in units of the service's quota. */
  readonly quota?: OperationQuota;
  /** The spec promises that doing it twice is as good as once: a write may be sent again. */
  readonly idempotent?: boolean;
  /** True if it reads and changes nothing. Default: by its method. */
  readonly reads?: boolean;
  /** Alternatives; an array inside means "all of these". Empty: no credential needed. */
  readonly auth: readonly (string | readonly string[])[];
  /** Chooses the credentials of a call that needs none (`chooseOptional`), of a `Call` and the alternatives that it can satisfy. */
  readonly optional?: (call: never, found: never) => unknown;
  /** Never set; carries the types of params, result and reasons. */
  readonly '~types'?: { readonly params: (params: Params) => void; readonly result: Result; readonly reason: Reason };
}

/** A scheme by which a credential is sent. */
export type SecurityScheme =
  | { readonly kind: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly kind: 'basic' }
  | {
      readonly kind: 'bearer';
      readonly oauth2?: boolean;
      readonly queryParameter?: string;
      /** The address that exchanges refresh tokens for access tokens. */
      readonly tokenUrl?: string;
      /** The address that gives programs tokens of their own. Default: `tokenUrl`. */
      readonly clientCredentials?: { readonly tokenUrl?: string; readonly scopes?: readonly string[] };
    }
  /** A client certificate, which is the business of `fetch`. */
  | { readonly kind: 'mutualTLS' }
  | { readonly kind: 'other' };

/** The facts that all operations of a service share. */
export interface Service {
  /** The runtime that the code was generated for: where another one is installed, it does not compile. */
  readonly runtime?: typeof runtimeInterface;
  /** Kebab-case name: `pet-store`. */
  readonly name: string;
  readonly version: string;
  /** Absent where the spec names no usable address: the caller then has to give `baseUrl`. */
  readonly baseUrl?: string;
  /** Parameters that every operation takes besides its own. */
  readonly parameters?: readonly DeclaredParameter[];
  /** Writers of the styles of these parameters. */
  readonly writers?: StyleWriters;
  readonly security: Readonly<Record<string, SecurityScheme>>;
  /** Names of those of `security` that no operation takes. */
  readonly unused?: readonly string[];
  /** Reasons of errors after which a call may succeed when it is sent again, whatever the status. */
  readonly retryReasons?: readonly string[];
  /** Reasons of errors after which it will not, whatever the status. */
  readonly finalReasons?: readonly string[];
}

/** The responses of an operation whose descriptor names none. */
export const jsonResponses: readonly OperationResponse[] = [
  { status: '200', contents: [{ mediaType: 'application/json' }] },
];
