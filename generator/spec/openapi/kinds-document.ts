import type { Kind, KindName, Rule } from './kinds.js';
import { flag, list, map, object, orReference, schema, text } from './rules.js';

type DocumentKind = Extract<
  KindName,
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
>;

const operation = object('operation');
const security = list(object('securityRequirement'));
const servers = list(object('server'));
const parameters = list(orReference('parameter'));

const described: Readonly<Record<string, Rule>> = { summary: text, description: text };

/** The frame of a document: everything around parameters, bodies and schemas. */
export const documentKinds: Readonly<Record<DocumentKind, Kind>> = {
  openapi: {
    label: 'an OpenAPI document',
    required: ['openapi', 'info'],
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
};
