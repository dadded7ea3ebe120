import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/** The names of the objects of OpenAPI 3.1; a `property` is a schema under `properties`. */
export type KindName =
  | 'openapi'
  | 'info'
  | 'contact'
  | 'license'
  | 'server'
  | 'serverVariable'
  | 'externalDocs'
  | 'tag'
  | 'components'
  | 'paths'
  | 'pathItem'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'mediaType'
  | 'encoding'
  | 'responses'
  | 'response'
  | 'example'
  | 'link'
  | 'schema'
  | 'property'
  | 'discriminator'
  | 'xml'
  | 'securityScheme'
  | 'oauthFlows'
  | 'oauthFlow'
  | 'securityRequirement';

/** The rule for a value of a spec. */
export type Rule =
  /** Any JSON; its content is not checked. */
  | { readonly is: 'any' }
  | { readonly is: 'string'; readonly of?: readonly string[]; readonly regex?: boolean; readonly nullable?: boolean }
  | { readonly is: 'boolean' }
  | { readonly is: 'number'; readonly whole?: boolean; readonly least?: number; readonly above?: number }
  | { readonly is: 'list'; readonly of: Rule; readonly filled?: boolean; readonly unique?: boolean }
  | { readonly is: 'map'; readonly of: Rule }
  /** An object of a kind; with `reference`, a `$ref` to one is allowed, too. */
  | { readonly is: 'object'; readonly kind: KindName; readonly reference?: boolean }
  /** A schema: an object, `true` or `false`. */
  | { readonly is: 'schema'; readonly kind: 'schema' | 'property' }
  /** One of two rules: the one that matches the JSON type of the value. */
  | { readonly is: 'either'; readonly one: Rule; readonly other: Rule };

/** The fields of one kind of OpenAPI object. */
export interface Kind {
  /** Name in messages: `an operation`. */
  readonly label: string;
  readonly fields: Readonly<Record<string, Rule>>;
  readonly required?: readonly string[];
  /** Values in place of required fields that are missing. Without such a value, the whole object is left out. */
  readonly defaults?: Readonly<Record<string, Json>>;
  /** Rule of the keys that are names chosen by the spec: paths, status codes, callbacks. */
  readonly names?: Rule;
  /** Fields that only OpenAPI 3.2 has, or that allow more values there. */
  readonly later?: Readonly<Record<string, Rule>>;
  /** Fields of OpenAPI 3.2 that are allowed there but not supported: they have no effect. */
  readonly newer?: readonly string[];
  /** Fields that only OpenAPI 3.0 has. The upgrade removes them if their value is valid. */
  readonly older?: Readonly<Record<string, Rule>>;
  /** True if the standard allows unknown keys; they only cause a warning. */
  readonly open?: boolean;
  /** True if `x-` keys are names like any other, not extensions. */
  readonly bare?: boolean;
}

/** Any JSON. */
export const any: Rule = { is: 'any' };

/** Any string. */
export const text: Rule = { is: 'string' };

/** True or false. */
export const flag: Rule = { is: 'boolean' };

/** A schema or boolean schema. */
export const schema: Rule = { is: 'schema', kind: 'schema' };

/** A schema of a property. */
export const property: Rule = { is: 'schema', kind: 'property' };

/** Makes the rule for a string that must be one of some words. */
export function textAmong(...words: readonly string[]): Rule {
  return { is: 'string', of: words };
}

/** Makes the rule for an array. */
export function list(of: Rule): Rule {
  return { is: 'list', of };
}

/** Makes the rule for an object whose keys are free names. */
export function map(of: Rule): Rule {
  return { is: 'map', of };
}

/** Makes the rule for an object of a kind. */
export function object(kind: KindName): Rule {
  return { is: 'object', kind };
}

/** Makes the rule for an object of a kind, or a reference to one. */
export function orReference(kind: KindName): Rule {
  return { is: 'object', kind, reference: true };
}

/** Returns whether a kind is that of schemas, under `properties` or elsewhere. */
export function isSchemaKind(kind: KindName | undefined): boolean {
  return kind === 'schema' || kind === 'property';
}

/** Returns whether a value is an object with a `$ref`. */
export function hasRef(value: Json | undefined): value is JsonObject & { readonly $ref: string } {
  return isJsonObject(value) && typeof value['$ref'] === 'string';
}

/** Returns whether a value has the JSON type of a rule. */
export function hasType(value: Json, rule: Rule): boolean {
  switch (rule.is) {
    case 'any':
      return true;
    case 'list':
      return Array.isArray(value);
    case 'map':
    case 'object':
      return isJsonObject(value);
    case 'schema':
      return isJsonObject(value) || typeof value === 'boolean';
    case 'either':
      return hasType(value, rule.one) || hasType(value, rule.other);
    case 'string':
      return typeof value === 'string' || (value === null && rule.nullable === true);
    default:
      return typeof value === rule.is;
  }
}
