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
  /** Said once, where all operations share some. */
  readonly commonParameters?: CommonParameters;
  /** The resources of the client as a forest: `shops` holds `shops.pets`. */
  readonly groups: readonly OperationGroup[];
  /** Every named schema in the order of the spec. */
  readonly models: readonly Model[];
  /** The codecs that its schemas have; absent where they have none. */
  readonly codecs?: readonly ApiCodec[];
  /** Callers know some properties by other names than the wire. */
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
  /** Absent: `default`. */
  readonly bucket?: string;
}

/** Counts of the facts in a layer of the document: the spec itself, or the overlays on it. */
export interface Layer {
  readonly kind: 'spec' | 'overlays';
  readonly operations: number;
  /** Counted once an operation. */
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

/** Those with a field of their own in a path item. */
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
  /** Name of the type of its params on the wire, where callers pass something else: `PlaylistsInsertParamsWire`. */
  readonly paramsWire?: string;
  /** The spec leaves further query parameters open (`x-open-parameters`). */
  readonly openParameters: boolean;
  readonly body?: RequestBody;
  /** The parts of the response between which callers choose (`x-part`). */
  readonly parts?: Parts;
  /** The response is a report: a header, rows and a footer (`x-stream` with a `row`). */
  readonly report?: Report;
  /** Its pages, report and parts by the names that callers know, where some of these are not those of the wire. */
  readonly callers?: Pick<Operation, 'paging' | 'report' | 'parts'>;
  /** The response is a list, of which there may be more pages (`x-paging`, or the usual names). */
  readonly paging?: Paging;
  readonly responses: readonly Response[];
  /** Reasons that errors of this operation can carry, beside those of all (`x-reasons`). */
  readonly reasons?: readonly string[];
  /** Doing it twice is as good as once, although its method does not say so (`x-idempotent`). */
  readonly idempotent?: true;
  /**
   * Set where the method does not say whether the operation only reads: `POST /pets/search` is `true`, `POST /graphql` `perhaps`.
   */
  readonly reads?: boolean | 'perhaps';
  /** Cost of a call (`x-quota`). */
  readonly quota?: CallQuota;
  /** Base addresses of this operation alone, where the spec names some. */
  readonly servers?: readonly Server[];
  /** Alternatives, each a set of schemes that must all be there; empty list: no credential needed. */
  readonly security: readonly (readonly SecurityNeed[])[];
  readonly doc: Doc;
  /** The `x-` extensions of the operation, as data (validated against the vocabulary). */
  readonly extensions: JsonObject;
  readonly at: Position;
}

/** The parts of a response that a parameter of the query names, and which of them come when (`x-part`). */
export interface Parts {
  /** Name of the parameter: `part`. */
  readonly parameter: string;
  /** Every part, in the order of the spec. */
  readonly values: readonly string[];
  /** Parts that are sent where a call names none; `body`: those that the body holds. */
  readonly default: readonly string[] | 'body';
  /** Property of the response whose items carry the parts: `items`; absent: the response itself does. */
  readonly of?: string;
  /** Properties beside the parts that are there whatever a call asks for. */
  readonly always: readonly string[];
  /** Parts that the service leaves out, although asked for, where there is nothing to tell. Absent: none. */
  readonly sometimes?: readonly string[];
  /** The properties that parts are for callers, where any has another name. */
  readonly names?: Readonly<Record<string, string>>;
}

/** Of what the array consists that is a report: each item has one of these properties. */
export interface Report {
  /** Property that holds a row. */
  readonly row: string;
  readonly header?: string;
  readonly footer?: string;
  /** The maps in a row whose keys the request lists. */
  readonly keys: readonly ReportKeys[];
}

/** A map in the rows of a report, and where the request lists its keys. */
export interface ReportKeys {
  /** Property of the row: `dimensionValues`. */
  readonly map: string;
  /** Way to the list in the body: `['reportSpec', 'dimensions']`. */
  readonly from: readonly string[];
  /** The service leaves out entries that have no value. */
  readonly sometimes: boolean;
  /** Keys that come along with others: `{ AD_UNIT: ['APP'] }`. */
  readonly brings: Readonly<Record<string, readonly string[]>>;
  /** Type parameter that stands for the list: `Dimensions`. */
  readonly typeParameter: string;
  /** Type of all lists that can be sent: `AccountsNetworkReportGenerateDimensions`. */
  readonly typeName: string;
}

/** The part of a request that holds a parameter. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

/** OpenAPI's `style`: how the value of a parameter becomes a string. Lists with tabs are of Swagger 2.0. */
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
  /** Name for callers, where that is another one than `property`. */
  readonly callersName?: string;
  /** Id of the object that describes it, behind any `$ref`: `#/paths/~1videos/get/parameters/0`. */
  readonly id: string;
  /** Id of the parameter of the components that the operation refers to: `#/components/parameters/fields`. */
  readonly reference?: string;
  readonly in: ParameterLocation;
  /** It carries a credential of a scheme without which the operation can be called. */
  readonly isCredential?: true;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Google path template of a path parameter: `accounts/*`. */
  readonly template?: string;
  /** Media type of a `content` parameter, sent serialized as that type. */
  readonly contentType?: string;
  /** Of a whole query (`in: querystring`): its members are fields of a form, and these of them are written in another way. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  readonly schema: Schema;
  readonly shape: Shape;
  readonly doc: Doc;
  readonly notes: readonly string[];
  readonly extensions: JsonObject;
  readonly at: Position;
  /** An overlay states the parameter, or which of its values are good. */
  readonly overlaid?: true;
}

/** Parameters of the components that every operation takes. */
export interface CommonParameters {
  /** Name of their type: `CommonParams`. */
  readonly typeName: string;
  /** In the order in which the spec's operations have them. */
  readonly parameters: readonly Parameter[];
  /** Ids of the operations that have all of them just like that; any other says its parameters itself. */
  readonly operations: readonly string[];
}

/** The way in which a body of a media type is written and read; `events` and `lines` are responses that come item by item. */
export type BodyKind = 'json' | 'xml' | 'form' | 'multipart' | 'text' | 'binary' | 'events' | 'lines';

/** The form of an item of `text/event-stream`: the event, with its data as JSON always or where they are an object, or the data alone. */
export type EventForm = 'event' | 'json-event' | 'mixed-event' | 'data' | 'result';

/** One media type of a body. */
export interface Content {
  readonly mediaType: string;
  readonly kind: BodyKind;
  /** An array in JSON that is sent piece by piece, and can be read so (`x-stream`). */
  readonly stream?: true;
  /** Of the kinds `events` and `lines`, where the schema is that of all items as an array. */
  readonly items?: EventForm;
  /** Serialization of fields of a form, or of parts of a multipart body, where the spec says it. */
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
  /** The same ones where callers read them with their types; of responses that mean success. */
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
  /** Name of its type on the wire, where callers have values as something else: `PlaylistWire`. */
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
  /** Media types, apart by commas. */
  readonly contentType?: string;
}

/** A request that the service sends to its users. */
export interface Webhook {
  /** A webhook is set up elsewhere; a callback goes to an address that a call of an operation names. */
  readonly kind: 'webhook' | 'callback';
  /** As the spec names it: `newPet`. */
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

/** A parameter that the service sends; callers of the package never write it, so that it has no property and no type. */
export type WebhookParameter = Omit<Parameter, 'shape' | 'property'>;

/** One status that the service takes as a response. */
export interface WebhookResponse {
  /** `'200'`, `'4XX'` or `'default'`. */
  readonly status: string;
  readonly doc: Doc;
  readonly at: Position;
}
