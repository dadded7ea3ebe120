import type { Api, SecurityScheme, Server } from '../../api/api.js';
import type { Json, JsonObject } from '../../spec/json.js';

/** What is the same for all operations, as data (`Service` of the runtime). */
export function serviceValue(api: Api): JsonObject {
  const address = baseUrl(api.servers);
  return {
    name: api.name,
    version: api.version,
    ...(address === undefined ? {} : { baseUrl: address }),
    security: Object.fromEntries(api.securitySchemes.map((scheme) => [scheme.name, schemeValue(scheme)])),
  };
}

/** The first address that can be called as it stands, variables at their defaults. */
function baseUrl(servers: readonly Server[]): string | undefined {
  return servers.map(fillVariables).find(isAbsolute)?.replace(/\/+$/, '');
}

function fillVariables({ url, variables }: Server): string {
  const defaults = new Map(variables.map((variable) => [variable.name, variable.default]));
  return url.replace(/\{([^{}]*)\}/g, (found, name: string) => defaults.get(name) ?? found);
}

function isAbsolute(url: string): boolean {
  return /^https?:\/\/[^/{}]+/i.test(url) && !/[{}]/.test(url) && URL.canParse(url);
}

function schemeValue(scheme: SecurityScheme): Json {
  switch (scheme.kind) {
    case 'apiKey':
      return { kind: 'apiKey', in: scheme.in, name: scheme.parameter };
    case 'bearer':
      return {
        kind: 'bearer',
        ...(scheme.oauth2 ? { oauth2: true } : {}),
        ...(scheme.queryParameter === undefined ? {} : { queryParameter: scheme.queryParameter }),
      };
    default:
      return { kind: scheme.kind };
  }
}
