import type { Takes } from '../../keywords/keyword.js';
import { keywords } from '../../keywords/keywords.js';
import {
  any,
  flag,
  type Kind,
  type KindName,
  list,
  map,
  object,
  textAmong,
  orReference,
  type Rule,
  schema,
  text,
  property,
} from './rules.js';

const typeName = textAmong('null', 'boolean', 'object', 'array', 'number', 'integer', 'string');

/** The rules for values of keywords, by the kind of value. */
const rules: Readonly<Record<Takes, Rule>> = {
  any,
  flag,
  flags: map(flag),
  text,
  regex: { is: 'string', regex: true },
  number: { is: 'number' },
  positive: { is: 'number', above: 0 },
  count: { is: 'number', whole: true, least: 0 },
  list: list(any),
  texts: list(text),
  textLists: map(list(text)),
  types: { is: 'either', one: typeName, other: { is: 'list', of: typeName, filled: true, unique: true } },
  schema,
  schemas: { is: 'list', of: schema, filled: true },
  namedSchemas: map(schema),
  namedProperties: map(property),
  dependencies: map({ is: 'either', one: schema, other: list(text) }),
  discriminator: object('discriminator'),
  externalDocs: object('externalDocs'),
  xml: object('xml'),
};

/** Returns the rule for the value of a keyword; `undefined` for an unknown keyword. */
export function ruleOfKeyword(name: string): Rule | undefined {
  const keyword = keywords.get(name);
  return keyword && rules[keyword.takes];
}

/** JSON Schema 2020-12 with the keywords that OpenAPI adds. */
const schemaKind: Kind = {
  label: 'a schema',
  // `dependencies` of older drafts is left out: it is allowed in all versions of OpenAPI, but has no effect.
  fields: Object.fromEntries(
    [...keywords.values()].flatMap(({ name, takes }) => (takes === 'dependencies' ? [] : [[name, rules[takes]]])),
  ),
  older: { nullable: flag },
  open: true,
};

const operation = object('operation');
const security = list(object('securityRequirement'));
const servers = list(object('server'));
const parameters = list(orReference('parameter'));

/** Returns fields with the same rule. */
function each(rule: Rule, ...names: readonly string[]): Readonly<Record<string, Rule>> {
  return Object.fromEntries(names.map((name) => [name, rule]));
}

/** Returns the rule for a map of names to objects of a kind, or references to them. */
function named(kind: KindName): Rule {
  return map(orReference(kind));
}

const styles = ['matrix', 'label', 'form', 'simple', 'spaceDelimited', 'pipeDelimited', 'deepObject'];
const style = textAmong(...styles);
const positions = ['query', 'header', 'path', 'cookie'];
const examples = named('example');
const content = named('mediaType');

const header: Readonly<Record<string, Rule>> = {
  description: text,
  ...each(flag, 'required', 'deprecated', 'explode'),
  style,
  schema,
  content,
  example: any,
  examples,
};

const flow = object('oauthFlow');

/** The description of a scope. It may be null, because in YAML `read:books:` without a text is null. */
const scopeText: Rule = { is: 'string', nullable: true };

/** All objects of OpenAPI 3.1, by kind. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  openapi: {
    label: 'an OpenAPI document',
    required: ['openapi', 'info'],
    defaults: { info: { title: 'API', version: '0.0.0' } },
    fields: {
      openapi: text,
      info: object('info'),
      jsonSchemaDialect: text,
      servers,
      paths: object('paths'),
      webhooks: map(object('pathItem')),
      components: object('components'),
      security,
      tags: list(object('tag')),
      externalDocs: object('externalDocs'),
    },
    later: { $self: text },
  },
  info: {
    label: 'the info object',
    required: ['title', 'version'],
    defaults: { title: 'API', version: '0.0.0' },
    fields: {
      ...each(text, 'summary', 'description', 'title', 'version', 'termsOfService'),
      contact: object('contact'),
      license: object('license'),
    },
  },
  contact: { label: 'a contact', fields: each(text, 'name', 'url', 'email') },
  license: { label: 'a license', required: ['name'], fields: each(text, 'name', 'identifier', 'url') },
  server: {
    label: 'a server',
    required: ['url'],
    fields: { url: text, description: text, variables: map(object('serverVariable')) },
    later: { name: text },
  },
  serverVariable: {
    label: 'a server variable',
    required: ['default'],
    fields: { default: text, enum: { is: 'list', of: text, filled: true }, description: text },
  },
  externalDocs: { label: 'a link to external docs', required: ['url'], fields: each(text, 'url', 'description') },
  tag: {
    label: 'a tag',
    required: ['name'],
    fields: { name: text, description: text, externalDocs: object('externalDocs') },
    later: each(text, 'summary', 'parent', 'kind'),
  },
  components: {
    label: 'the components object',
    fields: {
      schemas: map(schema),
      responses: named('response'),
      parameters: named('parameter'),
      examples: named('example'),
      requestBodies: named('requestBody'),
      headers: named('header'),
      securitySchemes: named('securityScheme'),
      links: named('link'),
      callbacks: named('callback'),
      pathItems: map(object('pathItem')),
    },
    later: { mediaTypes: named('mediaType') },
  },
  paths: { label: 'the paths object', fields: {}, names: object('pathItem') },
  pathItem: {
    label: 'a path item',
    fields: {
      ...each(text, '$ref', 'summary', 'description'),
      ...each(operation, 'get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'),
      servers,
      parameters,
    },
    later: { query: operation, additionalOperations: map(operation) },
  },
  operation: {
    label: 'an operation',
    fields: {
      tags: list(text),
      ...each(text, 'summary', 'description', 'operationId'),
      externalDocs: object('externalDocs'),
      parameters,
      requestBody: orReference('requestBody'),
      responses: object('responses'),
      callbacks: named('callback'),
      deprecated: flag,
      security,
      servers,
    },
  },
  callback: { label: 'a callback', fields: {}, names: object('pathItem') },
  parameter: {
    label: 'a parameter',
    required: ['name', 'in'],
    fields: {
      ...header,
      ...each(flag, 'allowEmptyValue', 'allowReserved'),
      name: text,
      in: textAmong(...positions),
    },
    later: { in: textAmong(...positions, 'querystring'), style: textAmong(...styles, 'cookie') },
  },
  header: { label: 'a header', fields: { ...header, ...each(flag, 'allowEmptyValue', 'allowReserved') } },
  requestBody: {
    label: 'a request body',
    required: ['content'],
    fields: { description: text, content, required: flag },
  },
  mediaType: {
    label: 'a media type',
    fields: { schema, itemSchema: schema, example: any, examples, encoding: map(object('encoding')) },
    newer: ['prefixEncoding', 'itemEncoding', 'description'],
  },
  encoding: {
    label: 'an encoding',
    fields: { contentType: text, headers: named('header'), style, explode: flag, allowReserved: flag },
    newer: ['encoding', 'prefixEncoding', 'itemEncoding'],
  },
  responses: {
    label: 'the responses of an operation',
    fields: { default: orReference('response') },
    names: orReference('response'),
  },
  response: {
    label: 'a response',
    fields: { description: text, headers: named('header'), content, links: named('link') },
    later: { summary: text },
  },
  example: {
    label: 'an example',
    fields: { summary: text, description: text, value: any, externalValue: text },
    newer: ['dataValue', 'serializedValue'],
  },
  link: {
    label: 'a link',
    fields: {
      ...each(text, 'operationRef', 'operationId', 'description'),
      parameters: map(any),
      requestBody: any,
      server: object('server'),
    },
  },
  schema: schemaKind,
  property: schemaKind,
  discriminator: {
    label: 'a discriminator',
    required: ['propertyName'],
    fields: { propertyName: text, mapping: map(text) },
    later: { defaultMapping: text },
  },
  xml: {
    label: 'an xml object',
    fields: { ...each(text, 'name', 'namespace', 'prefix'), ...each(flag, 'attribute', 'wrapped') },
    newer: ['nodeType'],
  },
  securityScheme: {
    label: 'a security scheme',
    required: ['type'],
    fields: {
      type: textAmong('apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'),
      ...each(text, 'description', 'name', 'scheme', 'bearerFormat', 'openIdConnectUrl'),
      in: textAmong('query', 'header', 'cookie'),
      flows: object('oauthFlows'),
    },
    later: { oauth2MetadataUrl: text, deprecated: flag },
  },
  oauthFlows: {
    label: 'the OAuth flows',
    fields: each(flow, 'implicit', 'password', 'clientCredentials', 'authorizationCode'),
    later: { deviceAuthorization: flow },
  },
  oauthFlow: {
    label: 'an OAuth flow',
    required: ['scopes'],
    defaults: { scopes: {} },
    fields: { ...each(text, 'authorizationUrl', 'tokenUrl', 'refreshUrl'), scopes: map(scopeText) },
    later: { deviceAuthorizationUrl: text },
  },
  securityRequirement: { label: 'a security requirement', fields: {}, names: list(text), bare: true },
};

/** Finds the rule for a key of an object of a kind, in any version; `undefined` for extensions and unknown keys. */
export function findFieldRule(kind: KindName, key: string): Rule | undefined {
  const { fields, later = {}, names, bare } = kinds[kind];
  if (Object.hasOwn(fields, key)) return fields[key];
  if (Object.hasOwn(later, key)) return later[key];
  return bare || !key.startsWith('x-') ? names : undefined;
}

/** The kind of the objects in each section of `components`. */
export const componentKinds: ReadonlyMap<string, KindName> = new Map(
  Object.entries({ ...kinds.components.fields, ...kinds.components.later }).flatMap(([section, rule]) =>
    rule.is === 'map' && 'kind' in rule.of ? [[section, rule.of.kind] as const] : [],
  ),
);
