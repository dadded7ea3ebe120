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

type SchemaKind = Extract<KindName, 'schema' | 'property' | 'discriminator' | 'xml'>;

const typeName = textAmong('null', 'boolean', 'object', 'array', 'number', 'integer', 'string');

/** The rule for the values of each kind that a keyword can take. */
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

/** Returns the rule for the value of a keyword, if it is known. */
export function ruleOfKeyword(name: string): Rule | undefined {
  const keyword = keywords.get(name);
  return keyword && rules[keyword.takes];
}

const schemaKind: Kind = {
  label: 'a schema',
  // `dependencies` is refused by no version of OpenAPI, and means nothing there.
  fields: Object.fromEntries(
    [...keywords.values()]
      .filter(({ takes }) => takes !== 'dependencies')
      .map(({ name, takes }) => [name, rules[takes]] as const),
  ),
  older: { nullable: flag },
  open: true,
};

/** JSON Schema 2020-12 with the keywords that OpenAPI adds. */
const schemaKinds: Readonly<Record<SchemaKind, Kind>> = {
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
    fields: { name: text, namespace: text, prefix: text, attribute: flag, wrapped: flag },
    newer: ['nodeType'],
  },
};

const operation = object('operation');
const security = list(object('securityRequirement'));
const servers = list(object('server'));
const parameters = list(orReference('parameter'));

const described: Readonly<Record<string, Rule>> = { summary: text, description: text };

const styles = ['matrix', 'label', 'form', 'simple', 'spaceDelimited', 'pipeDelimited', 'deepObject'];
const style = textAmong(...styles);
const positions = ['query', 'header', 'path', 'cookie'];
const examples = map(orReference('example'));
const content = map(orReference('mediaType'));

const header: Readonly<Record<string, Rule>> = {
  description: text,
  required: flag,
  deprecated: flag,
  style,
  explode: flag,
  schema,
  content,
  example: any,
  examples,
};

const flow = object('oauthFlow');

/** The description of a scope: in YAML, `read:books:` without a text is null. */
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
      ...described,
      title: text,
      version: text,
      termsOfService: text,
      contact: object('contact'),
      license: object('license'),
    },
  },
  contact: { label: 'a contact', fields: { name: text, url: text, email: text } },
  license: { label: 'a license', required: ['name'], fields: { name: text, identifier: text, url: text } },
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
  externalDocs: { label: 'a link to external docs', required: ['url'], fields: { url: text, description: text } },
  tag: {
    label: 'a tag',
    required: ['name'],
    fields: { name: text, description: text, externalDocs: object('externalDocs') },
    later: { summary: text, parent: text, kind: text },
  },
  components: {
    label: 'the components object',
    fields: {
      schemas: map(schema),
      responses: map(orReference('response')),
      parameters: map(orReference('parameter')),
      examples: map(orReference('example')),
      requestBodies: map(orReference('requestBody')),
      headers: map(orReference('header')),
      securitySchemes: map(orReference('securityScheme')),
      links: map(orReference('link')),
      callbacks: map(orReference('callback')),
      pathItems: map(object('pathItem')),
    },
    later: { mediaTypes: map(orReference('mediaType')) },
  },
  paths: { label: 'the paths object', fields: {}, names: object('pathItem') },
  pathItem: {
    label: 'a path item',
    fields: {
      $ref: text,
      ...described,
      get: operation,
      put: operation,
      post: operation,
      delete: operation,
      options: operation,
      head: operation,
      patch: operation,
      trace: operation,
      servers,
      parameters,
    },
    later: { query: operation, additionalOperations: map(operation) },
  },
  operation: {
    label: 'an operation',
    fields: {
      tags: list(text),
      ...described,
      externalDocs: object('externalDocs'),
      operationId: text,
      parameters,
      requestBody: orReference('requestBody'),
      responses: object('responses'),
      callbacks: map(orReference('callback')),
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
      name: text,
      in: textAmong(...positions),
      allowEmptyValue: flag,
      allowReserved: flag,
    },
    later: { in: textAmong(...positions, 'querystring'), style: textAmong(...styles, 'cookie') },
  },
  header: { label: 'a header', fields: { ...header, allowEmptyValue: flag, allowReserved: flag } },
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
    fields: { contentType: text, headers: map(orReference('header')), style, explode: flag, allowReserved: flag },
    newer: ['encoding', 'prefixEncoding', 'itemEncoding'],
  },
  responses: {
    label: 'the responses of an operation',
    fields: { default: orReference('response') },
    names: orReference('response'),
  },
  response: {
    label: 'a response',
    fields: { description: text, headers: map(orReference('header')), content, links: map(orReference('link')) },
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
      operationRef: text,
      operationId: text,
      parameters: map(any),
      requestBody: any,
      description: text,
      server: object('server'),
    },
  },
  ...schemaKinds,
  securityScheme: {
    label: 'a security scheme',
    required: ['type'],
    fields: {
      type: textAmong('apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'),
      description: text,
      name: text,
      in: textAmong('query', 'header', 'cookie'),
      scheme: text,
      bearerFormat: text,
      flows: object('oauthFlows'),
      openIdConnectUrl: text,
    },
    later: { oauth2MetadataUrl: text, deprecated: flag },
  },
  oauthFlows: {
    label: 'the OAuth flows',
    fields: { implicit: flow, password: flow, clientCredentials: flow, authorizationCode: flow },
    later: { deviceAuthorization: flow },
  },
  oauthFlow: {
    label: 'an OAuth flow',
    required: ['scopes'],
    defaults: { scopes: {} },
    fields: { authorizationUrl: text, tokenUrl: text, refreshUrl: text, scopes: map(scopeText) },
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
