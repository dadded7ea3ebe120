import type { Annotations, CoreKeywords, Combinators } from '../../keywords/values.js';
import type { ArrayKeywords } from '../../keywords/arrays.js';
import type { NumberRules } from '../../keywords/numbers.js';
import type { ObjectKeywords } from '../../keywords/objects.js';
import type { StringRules } from '../../keywords/strings.js';
import type { Json, JsonObject } from '../../json.js';

/** A JSON object whose own keys are names chosen by the spec, with one type of value. */
interface Named<T extends Json> extends JsonObject {
  readonly [name: string]: T;
}

/** A `$ref` instead of an object; a `summary` and `description` beside it override those of the target. */
export interface Reference extends JsonObject {
  readonly $ref: string;
}

/** The root of an OpenAPI 3.1 document. This and the types below have only fields that some stage reads by name. */
export interface OpenApiDocument extends JsonObject {
  readonly openapi: string;
  readonly info: InfoObject;
  readonly servers?: readonly ServerObject[];
  readonly paths?: Named<PathItemObject>;
  readonly webhooks?: Named<PathItemObject>;
  readonly components?: ComponentsObject;
  readonly security?: readonly SecurityRequirement[];
}

/** Name, version and publisher of the API. */
interface InfoObject extends JsonObject {
  readonly title: string;
  readonly version: string;
}

/** A base address, possibly with `{variables}`. */
export interface ServerObject extends JsonObject {
  readonly url: string;
  /** Of OpenAPI 3.2. */
  readonly name?: string;
  readonly description?: string;
  readonly variables?: Named<ServerVariableObject>;
}

/** One variable of a server's address. */
export interface ServerVariableObject extends JsonObject {
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** The reusable objects of a document. */
interface ComponentsObject extends JsonObject {
  readonly schemas?: Named<SchemaOrBoolean>;
  readonly securitySchemes?: Named<SecuritySchemeObject | Reference>;
}

/** The HTTP methods a path item can have, in the order of the OpenAPI specification. */
export type PathItemMethod = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace' | 'query';

/** The operations of one path; it may hold a `$ref` beside its other fields. */
export interface PathItemObject extends JsonObject {
  readonly $ref?: string;
  readonly servers?: readonly ServerObject[];
  readonly parameters?: readonly (ParameterObject | Reference)[];
}

/** One call of the API. */
export interface OperationObject extends JsonObject {
  readonly tags?: readonly string[];
  readonly operationId?: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: RequestBodyObject | Reference;
  readonly responses?: Named<ResponseObject | Reference>;
  readonly callbacks?: Named<CallbackObject | Reference>;
  readonly security?: readonly SecurityRequirement[];
  readonly servers?: readonly ServerObject[];
}

/** The part of a request that has a parameter. */
type ParameterIn = 'query' | 'header' | 'path' | 'cookie' | 'querystring';

/** The serialization of a parameter or form field. */
type ParameterStyle =
  | 'matrix'
  | 'label'
  | 'form'
  | 'simple'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie';

/** A `collectionFormat` of Swagger 2.0 that no style of OpenAPI 3 can express, such as `tsv`. */
interface Joined {
  readonly 'x-collectionFormat'?: Json;
}

/** The fields that parameters and headers have in common. */
export interface HeaderObject extends JsonObject, Joined {
  readonly required?: boolean;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly schema?: SchemaOrBoolean;
  /** Exactly one media type, instead of `schema`. */
  readonly content?: Named<MediaTypeObject>;
}

/** One parameter of an operation or path item. */
export interface ParameterObject extends HeaderObject {
  readonly name: string;
  readonly in: ParameterIn;
  readonly allowReserved?: boolean;
}

/** A request body by media type. */
export interface RequestBodyObject extends JsonObject {
  readonly content: Named<MediaTypeObject>;
  readonly required?: boolean;
}

/** One media type of a body. */
export interface MediaTypeObject extends JsonObject {
  readonly schema?: SchemaOrBoolean;
  /** Of OpenAPI 3.2: the schema of each item of a stream. */
  readonly itemSchema?: SchemaOrBoolean;
  readonly example?: Json;
  readonly examples?: Named<ExampleObject | Reference>;
  readonly encoding?: Named<EncodingObject>;
}

/** The serialization of one property of a form or multipart body. */
export interface EncodingObject extends JsonObject, Joined {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

/** One response of an operation. */
export interface ResponseObject extends JsonObject {
  readonly headers?: Named<HeaderObject | Reference>;
  readonly content?: Named<MediaTypeObject>;
}

/** A sample value. */
interface ExampleObject extends JsonObject {
  readonly value?: Json;
}

/** Requests that the service sends, by the runtime expression of their address. */
export type CallbackObject = Named<PathItemObject>;

/** Scopes by the name of a scheme; all of the schemes are needed together. */
export type SecurityRequirement = Named<readonly string[]>;

/** One way to authenticate; `type` decides which fields are used. */
export interface SecuritySchemeObject extends JsonObject {
  readonly type: 'apiKey' | 'http' | 'mutualTLS' | 'oauth2' | 'openIdConnect';
  /** Of `apiKey`. */
  readonly name?: string;
  /** Of `apiKey`. */
  readonly in?: 'query' | 'header' | 'cookie';
  /** Of `http`: `basic`, `bearer`, ... in any case. */
  readonly scheme?: string;
  /** Of `oauth2`. */
  readonly flows?: OAuthFlowsObject;
}

/** The OAuth 2.0 flows on offer. */
export interface OAuthFlowsObject extends JsonObject {
  readonly implicit?: OAuthFlowObject;
  readonly password?: OAuthFlowObject;
  readonly clientCredentials?: OAuthFlowObject;
  readonly authorizationCode?: OAuthFlowObject;
  /** Of OpenAPI 3.2. */
  readonly deviceAuthorization?: OAuthFlowObject;
}

/** One OAuth 2.0 flow. */
export interface OAuthFlowObject extends JsonObject {
  readonly authorizationUrl?: string;
  /** Of OpenAPI 3.2. */
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  /** Descriptions of scopes, by name; null without a description. */
  readonly scopes: Named<string | null>;
}

/** A schema: an object, or `true` (anything) or `false` (nothing). */
type SchemaOrBoolean = SchemaObject | boolean;

/** The names a schema's `type` can have. */
type SchemaType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

/** The property whose value selects a schema of a union. */
interface DiscriminatorObject extends JsonObject {
  readonly propertyName: string;
  /** By the value of the property: a reference to a schema, or its name in `components.schemas`. */
  readonly mapping?: Named<string>;
  /** Since OpenAPI 3.2: the schema for other values, in the form of a value of `mapping`. */
  readonly defaultMapping?: string;
}

/** A JSON Schema 2020-12 with OpenAPI's additions; `$ref` may have siblings, which apply too. */
export interface SchemaObject
  extends
    JsonObject,
    CoreKeywords<SchemaOrBoolean>,
    StringRules,
    NumberRules,
    ArrayKeywords<SchemaOrBoolean>,
    ObjectKeywords<SchemaOrBoolean>,
    Combinators<SchemaOrBoolean>,
    Annotations<SchemaOrBoolean> {
  readonly type?: SchemaType | readonly SchemaType[];
  readonly enum?: readonly Json[];
  readonly properties?: Named<SchemaOrBoolean>;
  readonly discriminator?: DiscriminatorObject;
  readonly externalDocs?: JsonObject;
}
