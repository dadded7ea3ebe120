import type { Position } from '../diagnostics.js';
import type { JsonObject } from '../json.js';
import type { EnumType, ModelInput, Shape } from './types/shape.js';
import type { Paging } from './types/paging.js';
import type { SecurityNeed, SecurityScheme, Server, ServiceErrors } from './types/service.js';
import type { Doc, Schema } from './types/schema.js';
import type { ApiCodec } from './types/codec.js';

/** Everything the emitters know about a service. Plain data: `generate --print api` prints it as JSON. */
export interface Api {
  /** Kebab-case name of the service: folder and default package name. */
  readonly name: string;
  /** PascalCase of the name: `PetStore`, as in `createPetStore`. */
  readonly typeName: string;
  readonly title: string;
  readonly version: string;
  readonly doc: Doc;
  readonly servers: readonly Server[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** Every operation in the order of the spec. */
  readonly operations: readonly Operation[];
  /** Meanings of the errors of any operation (`x-reasons`, `x-retry`, `x-quota-reset`). */
  readonly errors?: ServiceErrors;
  /** Requests that the service sends itself: webhooks, then the callbacks of operations. Absent where there are none. */
  readonly webhooks?: readonly Webhook[];
  /** Parameters that all operations have; absent if there are none. */
  readonly commonParameters?: CommonParameters;
  /** The resources of the client as a forest: `shops` holds `shops.pets`. */
  readonly groups: readonly OperationGroup[];
  /** Every named schema in the order of the spec. */
  readonly models: readonly Model[];
  /** The codecs that its schemas have; absent where they have none. */
  readonly codecs?: readonly ApiCodec[];
  /** At least one property or parameter has another name for callers than on the wire. */
  readonly renamed?: true;
  /** Enums whose values have names, where the config asks for them. */
  readonly enums?: readonly EnumType[];
  /** Every schema that a `$ref` reaches, by id; models are among them. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Top-level `x-` extensions, as data. */
  readonly extensions: JsonObject;
  /** Counts of the facts in each layer of the document; one layer where there is no overlay. */
  readonly layers: readonly Layer[];
  /** The upgraded OpenAPI document itself, references kept, for the package's `./spec`. */
  readonly document: JsonObject;
  /** The package names the source of each fact; the config asks for it, and the spec has sources. */
  readonly citesSources?: boolean;
  /** Places of schemas of other files in `document`, by id: `pets.yaml#/Pet` -> `#/components/schemas/Pet`. */
  readonly locations?: Readonly<Record<string, string>>;
}

/** Cost of a call, in units of a bucket of `x-quotas`. */
export interface CallQuota {
  readonly cost: number;
  /** Name of the bucket; absent: `default`. */
  readonly bucket?: string;
}

/** Counts of the facts in a layer of the document: the spec itself, or the overlays on it. */
export interface Layer {
  readonly kind: 'spec' | 'overlays';
  readonly operations: number;
  /** A parameter that several operations share counts once for each. */
  readonly parameters: number;
  readonly schemas: number;
  readonly properties: number;
  readonly enumValues: number;
}

/** A resource of the client and its operations, with the resources below it. */
export interface OperationGroup {
  /** `['shops', 'pets']` */
  readonly path: readonly string[];
  /** Property on the parent: `pets`. */
  readonly property: string;
  /** Class name: `ShopsPets`. */
  readonly typeName: string;
  /** File stem, the same in each folder: `shops-pets`. */
  readonly module: string;
  /** Ids of its operations in the order of the spec. */
  readonly operations: readonly string[];
  readonly groups: readonly OperationGroup[];
}

/** HTTP methods an OpenAPI document can name. */
export type HttpMethod = FixedMethod | (string & {});

/** Methods that are fields of a path item. */
type FixedMethod = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PATCH' | 'TRACE' | 'QUERY';

/** One operation. All names in it are final: nothing later makes or changes a name. */
export interface Operation {
  /** `operationId` as in the spec; `GET /path` where it has none. */
  readonly id: string;
  /** Free function: `playlistsInsert`. */
  readonly name: string;
  /** PascalCase stem of its types: `PlaylistsInsert` (+ `Params`, `Response`). */
  readonly typeName: string;
  /** Method on its group: `insert`. */
  readonly property: string;
  /** Path of its group. */
  readonly group: readonly string[];
  /** File stem of its group. */
  readonly module: string;
  readonly method: HttpMethod;
  /** As in the spec, Google templates included: `/v1/{parent=shops/*}/pets`. */
  readonly path: string;
  /** The parameters that callers pass, in the order of the spec. */
  readonly parameters: readonly Parameter[];
  /** Parameters of the document that the client sends from `auth`: `query key`. */
  readonly credentials?: readonly string[];
  /** Name of the type of its params on the wire, if it differs from the type for callers: `PlaylistsInsertParamsWire`. */
  readonly paramsWire?: string;
  /** Callers may pass query parameters that the spec does not declare (`x-open-parameters`). */
  readonly openParameters: boolean;
  readonly body?: RequestBody;
  /** The parts of the response that callers can select (`x-part`). */
  readonly parts?: Parts;
  /** The response is a report: a header, rows and a footer (`x-stream` with a `row`). */
  readonly report?: Report;
  /** Its paging, report and parts with the names for callers, if any of these differs from the wire. */
  readonly callers?: Pick<Operation, 'paging' | 'report' | 'parts'>;
  /** The response is a list, which may have more pages (found by `x-paging` or by usual names). */
  readonly paging?: Paging;
  readonly responses: readonly Response[];
  /** Reasons of this operation's errors, beside those of all operations (`x-reasons`). */
  readonly reasons?: readonly string[];
  /** A call can be repeated safely, although the method is not idempotent (`x-idempotent`). */
  readonly idempotent?: true;
  /**
   * Set if the operation differs from its method in whether it only reads: `true` for `POST /pets/search`, `perhaps` for `POST /graphql`.
   */
  readonly reads?: boolean | 'perhaps';
  /** Cost of a call (`x-quota`). */
  readonly quota?: CallQuota;
  /** Base addresses of this operation alone, if the spec states any. */
  readonly servers?: readonly Server[];
  /** Alternatives, each a set of schemes that must all be there; empty list: no credential needed. */
  readonly security: readonly (readonly SecurityNeed[])[];
  readonly doc: Doc;
  /** The `x-` extensions of the operation, as data (validated against the vocabulary). */
  readonly extensions: JsonObject;
  readonly at: Position;
}

/** The parts of a response, of which callers select some by a query parameter: `?part=snippet,statistics` (`x-part`). */
export interface Parts {
  /** Name of the parameter: `part`. */
  readonly parameter: string;
  /** Every part, in the order of the spec. */
  readonly values: readonly string[];
  /** Parts that are selected if a call names none; `body`: the parts in the request body. */
  readonly default: readonly string[] | 'body';
  /** Property of the response whose items have the parts: `items`; absent: the response itself has them. */
  readonly of?: string;
  /** Properties that are no parts and always sent: `id`. */
  readonly always: readonly string[];
  /** Selected parts that the service may leave out if they are empty. Absent: none. */
  readonly sometimes?: readonly string[];
  /** Names of the parts' properties for callers, by part; absent if all names are the same. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A response that is an array with a header, rows and a footer: `[{ header }, { row }, { row }, { footer }]` (`x-stream`). */
export interface Report {
  /** Property that holds a row. */
  readonly row: string;
  readonly header?: string;
  readonly footer?: string;
  /** The maps in a row whose keys the request lists. */
  readonly keys: readonly ReportKeys[];
}

/** A map in the rows of a report, and the list of its keys in the request. */
export interface ReportKeys {
  /** Property of the row: `dimensionValues`. */
  readonly map: string;
  /** Steps to the list in the body: `['reportSpec', 'dimensions']`. */
  readonly from: readonly string[];
  /** The service leaves out entries that have no value. */
  readonly sometimes: boolean;
  /** Further keys that a key of the request adds: `{ AD_UNIT: ['APP'] }`. */
  readonly brings: Readonly<Record<string, readonly string[]>>;
  /** Type parameter for the list: `Dimensions`. */
  readonly typeParameter: string;
  /** Type of all lists that can be sent: `AccountsNetworkReportGenerateDimensions`. */
  readonly typeName: string;
}

/** The part of a request that holds a parameter. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

/** OpenAPI's `style`: the form of a parameter's value in a string; `tabDelimited` is from Swagger 2.0. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject';

/** One parameter of an operation. */
export interface Parameter {
  readonly name: string;
  /** Property in the params object; differs from `name` only when two parameters would collide. */
  readonly property: string;
  /** Name for callers, if it differs from `property`. */
  readonly callersName?: string;
  /** Id of the object that describes it, behind any `$ref`: `#/paths/~1videos/get/parameters/0`. */
  readonly id: string;
  /** Id of the parameter of the components that the operation refers to: `#/components/parameters/fields`. */
  readonly reference?: string;
  readonly in: ParameterLocation;
  /** It carries a credential that the client does not send from `auth`, since the operation can be called without it. */
  readonly isCredential?: true;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Google path template of a path parameter: `accounts/*`. */
  readonly template?: string;
  /** Media type of a `content` parameter, sent serialized as that type. */
  readonly contentType?: string;
  /** Only for a whole query (`in: querystring`): serialization of those members that are not encoded as by default. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  readonly schema: Schema;
  readonly shape: Shape;
  readonly doc: Doc;
  readonly notes: readonly string[];
  readonly extensions: JsonObject;
  readonly at: Position;
  /** An overlay declares the parameter or restricts its values. */
  readonly overlaid?: true;
}

/** Parameters of the components that every operation takes. */
export interface CommonParameters {
  /** Name of their type: `CommonParams`. */
  readonly typeName: string;
  /** In the order in which the spec's operations have them. */
  readonly parameters: readonly Parameter[];
  /** Ids of the operations that have all of them unchanged; any other operation declares its parameters itself. */
  readonly operations: readonly string[];
}

/** The encoding of a body; `events` and `lines` are responses that are read item by item. */
export type BodyKind = 'json' | 'xml' | 'form' | 'multipart' | 'text' | 'binary' | 'events' | 'lines';

/**
 * The form of an item in a streamed response: a whole event with its data as a string (`event`), as JSON (`json-event`), or as JSON only
 * for objects (`mixed-event`), the `data` of an event alone, or a line of a gRPC gateway (`result`).
 */
export type EventForm = 'event' | 'json-event' | 'mixed-event' | 'data' | 'result';

/** One media type of a body. */
export interface Content {
  readonly mediaType: string;
  readonly kind: BodyKind;
  /** The body is a JSON array that can be read item by item while it is received (`x-stream`). */
  readonly stream?: true;
  /** Form of the items of `events` and `lines`, whose schema is an array of all items. */
  readonly items?: EventForm;
  /** Serialization of fields of a form, or of parts of a multipart body, if the spec states it. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  readonly schema: Schema;
  readonly shape: Shape;
}

/** The request body: JSON and the like under `body`, bytes under `media`. */
export interface RequestBody {
  readonly required: boolean;
  /** Non-binary media types in the order of the spec; what callers pass as `body`. */
  readonly contents: readonly Content[];
  /** Present when the operation takes bytes: what callers pass as `media`. */
  readonly media?: MediaUpload;
  readonly doc: Doc;
}

/** Bytes that an operation takes, alone or beside JSON metadata (`multipart/related`). */
export interface MediaUpload {
  /** A call without `media` is an error. */
  readonly required: boolean;
  /** Media types or ranges accepted: `image/*`, `application/octet-stream`. */
  readonly mediaTypes: readonly string[];
  /** JSON that may travel beside the bytes, passed as `body`. */
  readonly metadata?: { readonly schema: Schema; readonly shape: Shape };
  /** Media types that the service is known to take (`x-media`), for people: a service may take more. */
  readonly accepted?: readonly string[];
  /** Most bytes that the service is known to take (`x-media`). */
  readonly maxBytes?: number;
  /** An overlay states `maxBytes`. */
  readonly overlaid?: true;
  /** Address for the bytes. Absent: the path of the operation. */
  readonly upload?: UploadAddress;
  /** The service takes them in chunks, too, by Google's protocol (`x-media`). */
  readonly resumable?: true;
}

/**
 * Address for bytes: the operation's address with a prefix before the path of the base (`/upload`), or a path on the same host.
 */
export type UploadAddress =
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'path'; readonly path: string };

/** One declared response. */
export interface Response {
  /** `'200'`, `'4XX'` or `'default'`. */
  readonly status: string;
  readonly contents: readonly Content[];
  readonly headers: readonly string[];
  /** The headers with their types, only for responses that mean success. */
  readonly typedHeaders?: readonly ResponseHeader[];
  readonly doc: Doc;
}

/** A header of a response, in the style `simple`. */
export interface ResponseHeader {
  readonly name: string;
  readonly required: boolean;
  readonly explode?: true;
  /** Media type of a header that is sent serialized (`content`). */
  readonly contentType?: string;
  readonly schema: Schema;
  readonly shape: Shape;
  readonly doc: Doc;
  readonly notes: readonly string[];
}

/** A named schema: a type, a validator, a schema in the package's spec. */
export interface Model {
  /** `#/components/schemas/Playlist` */
  readonly id: string;
  /** Name in the spec: `Playlist`. */
  readonly specName: string;
  /** Type and validator name: `Playlist`. */
  readonly name: string;
  /** File stem: the group that alone uses it, else `shared`. */
  readonly module: string;
  readonly schema: Schema;
  readonly shape: Shape;
  /** Callers send it, as it is or as its variant for requests: they may write the type step by step. */
  readonly sent?: true;
  /** Variant for requests, only where readOnly, writeOnly or an enum make it differ: name `PlaylistInput`. */
  readonly input?: ModelInput;
  /** Name of its type on the wire, if that differs from the type for callers: `PlaylistWire`. */
  readonly wire?: string;
  readonly doc: Doc;
  readonly notes: readonly string[];
  readonly extensions: JsonObject;
}

/** Serialization of a field of a form, or of a part of a multipart body; absent members have OpenAPI's defaults. */
export interface FieldEncoding {
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Media types, separated by commas. */
  readonly contentType?: string;
}

/** A request that the service sends to its users. */
export interface Webhook {
  /** A webhook is set up elsewhere; a callback goes to an address that a call of an operation names. */
  readonly kind: 'webhook' | 'callback';
  /** Name in the spec: `newPet`. */
  readonly name: string;
  /** Address of a callback, an expression of OpenAPI: `{$request.body#/url}`. */
  readonly expression?: string;
  /** Id of the operation that announces a callback. */
  readonly operation?: string;
  readonly method: HttpMethod;
  /** Parameters beside the body, mostly headers. Absent where the spec names none. */
  readonly parameters?: readonly WebhookParameter[];
  /** Id of the model of its body; absent where it has none. */
  readonly payload?: string;
  /** Media types of its body, in the order of the spec; absent where it has none. */
  readonly mediaTypes?: readonly string[];
  /** Id of the model of the response that the service expects; absent where it expects none. */
  readonly response?: string;
  /** Every response that the service takes, in the order of the spec. */
  readonly responses: readonly WebhookResponse[];
  readonly doc: Doc;
  readonly extensions: JsonObject;
  readonly at: Position;
}

/** A parameter of a webhook. The service sends it, so it has no property and no type for callers. */
export type WebhookParameter = Omit<Parameter, 'shape' | 'property'>;

/** A response to a webhook that the service accepts. */
export interface WebhookResponse {
  /** `'200'`, `'4XX'` or `'default'`. */
  readonly status: string;
  readonly doc: Doc;
  readonly at: Position;
}
