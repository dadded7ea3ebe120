import type { Annotations, CoreKeywords } from '../../keywords/annotations.js';
import type { ArrayKeywords } from '../../keywords/arrays.js';
import type { NumberRules } from '../../keywords/numbers.js';
import type { ObjectKeywords } from '../../keywords/objects.js';
import type { StringRules } from '../../keywords/strings.js';
import type { Combinators } from '../../keywords/values.js';
import type { Json, JsonObject } from '../read/json.js';

/** A JSON object whose own keys are names chosen by the spec, with one type of value. */
interface Named<T extends Json> extends JsonObject {
  readonly [name: string]: T;
}

/** A `$ref` in the place of an object; `summary` and `description` override those of the target. */
export interface Reference extends JsonObject {
  readonly $ref: string;
  readonly summary?: string;
  readonly description?: string;
}

/** The root of an OpenAPI 3.1 document. */
export interface OpenApiDocument extends JsonObject {
  readonly openapi: string;
  readonly info: InfoObject;
  readonly jsonSchemaDialect?: string;
  readonly servers?: readonly ServerObject[];
  readonly paths?: Named<PathItemObject>;
  readonly webhooks?: Named<PathItemObject>;
  readonly components?: ComponentsObject;
  readonly security?: readonly SecurityRequirement[];
  readonly tags?: readonly TagObject[];
  readonly externalDocs?: ExternalDocsObject;
}

/** What the API is called and who stands behind it. */
interface InfoObject extends JsonObject {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
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

/** A link to documentation elsewhere. */
interface ExternalDocsObject extends JsonObject {
  readonly url: string;
  readonly description?: string;
}

/** A group of operations as the docs name it. */
interface TagObject extends JsonObject {
  readonly name: string;
  readonly description?: string;
  readonly externalDocs?: ExternalDocsObject;
}

/** The reusable objects of a document. */
interface ComponentsObject extends JsonObject {
  readonly schemas?: Named<SchemaOrBoolean>;
  readonly responses?: Named<ResponseObject | Reference>;
  readonly parameters?: Named<ParameterObject | Reference>;
  readonly examples?: Named<ExampleObject | Reference>;
  readonly requestBodies?: Named<RequestBodyObject | Reference>;
  readonly headers?: Named<HeaderObject | Reference>;
  readonly securitySchemes?: Named<SecuritySchemeObject | Reference>;
  readonly links?: Named<LinkObject | Reference>;
  readonly callbacks?: Named<CallbackObject | Reference>;
  /** Of OpenAPI 3.2. */
  readonly mediaTypes?: Named<MediaTypeObject | Reference>;
  readonly pathItems?: Named<PathItemObject>;
}

/** The HTTP methods a path item can have, in the order of the OpenAPI specification. */
export type PathItemMethod = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace' | 'query';

/** The operations of one path; it may hold a `$ref` beside its other fields. */
export interface PathItemObject extends JsonObject {
  readonly $ref?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly get?: OperationObject;
  readonly put?: OperationObject;
  readonly post?: OperationObject;
  readonly delete?: OperationObject;
  readonly options?: OperationObject;
  readonly head?: OperationObject;
  readonly patch?: OperationObject;
  readonly trace?: OperationObject;
  /** Of OpenAPI 3.2. */
  readonly query?: OperationObject;
  /** Operations by further methods, of OpenAPI 3.2. */
  readonly additionalOperations?: Named<OperationObject>;
  readonly servers?: readonly ServerObject[];
  readonly parameters?: readonly (ParameterObject | Reference)[];
}

/** One call of the API. */
export interface OperationObject extends JsonObject {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly externalDocs?: ExternalDocsObject;
  readonly operationId?: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: RequestBodyObject | Reference;
  readonly responses?: Named<ResponseObject | Reference>;
  readonly callbacks?: Named<CallbackObject | Reference>;
  readonly deprecated?: boolean;
  readonly security?: readonly SecurityRequirement[];
  readonly servers?: readonly ServerObject[];
}

/** Where a parameter travels. */
type ParameterIn = 'query' | 'header' | 'path' | 'cookie' | 'querystring';

/** How a parameter or form field is written. */
type ParameterStyle =
  'matrix' | 'label' | 'form' | 'simple' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'cookie';

/** What a parameter and a header have in common. */
export interface HeaderObject extends JsonObject {
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly schema?: SchemaOrBoolean;
  /** Exactly one media type, instead of `schema`. */
  readonly content?: Named<MediaTypeObject>;
  readonly example?: Json;
  readonly examples?: Named<ExampleObject | Reference>;
}

/** One parameter of an operation or path item. */
export interface ParameterObject extends HeaderObject {
  readonly name: string;
  readonly in: ParameterIn;
  readonly allowEmptyValue?: boolean;
  readonly allowReserved?: boolean;
}

/** A request body by media type. */
export interface RequestBodyObject extends JsonObject {
  readonly description?: string;
  readonly content: Named<MediaTypeObject>;
  readonly required?: boolean;
}

/** One media type of a body. */
export interface MediaTypeObject extends JsonObject {
  readonly schema?: SchemaOrBoolean;
  /** Of OpenAPI 3.2: what comes again and again. */
  readonly itemSchema?: SchemaOrBoolean;
  readonly example?: Json;
  readonly examples?: Named<ExampleObject | Reference>;
  readonly encoding?: Named<EncodingObject>;
}

/** How one property of a form or multipart body is written. */
export interface EncodingObject extends JsonObject {
  readonly contentType?: string;
  readonly headers?: Named<HeaderObject | Reference>;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

/** One response of an operation. */
export interface ResponseObject extends JsonObject {
  readonly description?: string;
  readonly headers?: Named<HeaderObject | Reference>;
  readonly content?: Named<MediaTypeObject>;
  readonly links?: Named<LinkObject | Reference>;
}

/** A sample value. */
interface ExampleObject extends JsonObject {
  readonly summary?: string;
  readonly description?: string;
  readonly value?: Json;
  readonly externalValue?: string;
}

/** How a response leads to another operation. */
interface LinkObject extends JsonObject {
  readonly operationRef?: string;
  readonly operationId?: string;
  readonly parameters?: Named<Json>;
  readonly requestBody?: Json;
  readonly description?: string;
  readonly server?: ServerObject;
}

/** Requests the service makes, by runtime expression of the address. */
export type CallbackObject = Named<PathItemObject>;

/** Scheme name -> scopes; all of its schemes are needed together. */
export type SecurityRequirement = Named<readonly string[]>;

/** One way to authenticate; `type` says which fields count. */
export interface SecuritySchemeObject extends JsonObject {
  readonly type: 'apiKey' | 'http' | 'mutualTLS' | 'oauth2' | 'openIdConnect';
  readonly description?: string;
  /** Of `apiKey`. */
  readonly name?: string;
  /** Of `apiKey`. */
  readonly in?: 'query' | 'header' | 'cookie';
  /** Of `http`: `basic`, `bearer`, ... in any case. */
  readonly scheme?: string;
  readonly bearerFormat?: string;
  /** Of `oauth2`. */
  readonly flows?: OAuthFlowsObject;
  /** Of `openIdConnect`. */
  readonly openIdConnectUrl?: string;
  /** Of OpenAPI 3.2. */
  readonly deprecated?: boolean;
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
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  /** Scope -> what it allows. */
  readonly scopes: Named<string>;
}

/** A schema as it stands: an object, or `true` (anything) or `false` (nothing). */
type SchemaOrBoolean = SchemaObject | boolean;

/** The names a schema's `type` can have. */
type SchemaType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

/** Which schema of a union a value belongs to. */
interface DiscriminatorObject extends JsonObject {
  readonly propertyName: string;
  /** Value -> `$ref` or bare name of a schema in `components.schemas`. */
  readonly mapping?: Named<string>;
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
  readonly const?: Json;
  readonly properties?: Named<SchemaOrBoolean>;
  readonly required?: readonly string[];
  readonly patternProperties?: Named<SchemaOrBoolean>;
  readonly dependentRequired?: Named<readonly string[]>;
  readonly dependentSchemas?: Named<SchemaOrBoolean>;
  readonly discriminator?: DiscriminatorObject;
  readonly externalDocs?: ExternalDocsObject;
}
