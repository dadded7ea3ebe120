import type { JsonObject } from '@speccast/runtime';
import { controlSchemas } from './control-schemas.js';
import { statePaths } from './document/state-paths.js';
import { testPaths } from './document/test-paths.js';
import { tokenPaths } from './document/token-paths.js';
import { webhookPaths, webhookSchemas } from './webhook-operations.js';

/** The OpenAPI document of the control plane, which also defines its routes. */
export const controlDocument: JsonObject = {
  openapi: '3.1.0',
  info: {
    title: 'Emulator Control',
    version: 'v1',
    summary: 'State, time, faults, journal and coverage of a running emulator.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/__mock' }],
  security: [{}, { token: [] }],
  paths: { ...statePaths, ...tokenPaths, ...testPaths, ...webhookPaths },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token of the control plane.' } },
    parameters: {
      World: {
        name: 'x-mock-world',
        in: 'header',
        description: 'Name of the world that the request is for; absent: the base.',
        schema: { type: 'string' },
      },
    },
    schemas: { ...controlSchemas, ...webhookSchemas },
  },
};
