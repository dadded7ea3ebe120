import { printDiagnostic } from 'speccast';
import type { Json } from 'speccast/emitter';
import { Diagnostics } from '../../generator/diagnostics.js';
import type { Migrated, Tool } from '../../generator/migrate/migration.js';
import { readMigration } from '../../generator/migrate/read-migration.js';
import { SpecFacts } from '../../generator/migrate/spec-facts.js';

/** What became of a configuration, with all that was said in lines. */
export interface MigratedText {
  readonly tool?: Tool;
  /** Names, documents and results of its services. */
  readonly services: readonly (Omit<Migrated, 'keys' | 'leftovers'> & {
    readonly name?: string;
    readonly spec?: string;
    readonly keys: { readonly [key: string]: Json };
    /** `line:column key: message`. */
    readonly leftovers: readonly string[];
  })[];
  readonly said: readonly string[];
}

/** A document with two tags and four operations, one of which is deprecated. */
export const shopDocument: Json = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example/v1' }],
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        tags: ['orders'],
        parameters: [
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
        ],
        responses: {
          '200': {
            description: 'All.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/OrderPage' } } },
          },
        },
      },
      post: { operationId: 'createOrder', tags: ['orders'], responses: { '200': { description: 'Created.' } } },
    },
    '/orders/{order_id}': {
      get: {
        operationId: 'getOrder',
        tags: ['orders'],
        parameters: [{ name: 'order_id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { '200': { description: 'One.' } },
      },
    },
    '/stock': {
      get: {
        operationId: 'getStock',
        tags: ['stock'],
        deprecated: true,
        responses: { '200': { description: 'All.' } },
      },
    },
  },
  components: {
    schemas: {
      OrderPage: {
        type: 'object',
        properties: { data: { type: 'array', items: { type: 'object' } }, next_cursor: { type: 'string' } },
      },
    },
  },
};

/** Reads a configuration and compares it with a document. */
export function migrateText(file: string, text: string, document: Json = shopDocument): MigratedText {
  const diagnostics = new Diagnostics({ strict: true });
  const read = readMigration({ file, text }, undefined, diagnostics);
  const services = (read?.services ?? []).map(({ name, spec, migrate }) => {
    const { keys, leftovers, ...rest } = migrate(new SpecFacts(document));
    return {
      ...rest,
      ...(name !== undefined && { name }),
      ...(spec !== undefined && { spec: spec.text }),
      keys: Object.fromEntries(keys),
      leftovers: leftovers.map(({ key, message, at }) => `${at.line}:${at.column} ${key}: ${message}`),
    };
  });
  return { ...(read !== undefined && { tool: read.tool }), services, said: diagnostics.list.map(printDiagnostic) };
}
