import type { Api, SecurityScheme } from '../../api/api.js';
import type { Json, JsonObject } from '../../spec/read/json.js';
import { SPECCAST_INTERFACE } from '../code/runtime-version.js';
import { parameterValue } from './descriptor-value.js';
import { serviceAddress } from '../../api/service/server-addresses.js';

/** What is the same for all operations, as data (`Service` of the runtime). */
export function serviceValue(api: Api): JsonObject {
  const address = serviceAddress(api);
  return {
    runtime: `@speccast/runtime@${SPECCAST_INTERFACE}`,
    name: api.name,
    version: api.version,
    ...(address === undefined ? {} : { baseUrl: address }),
    ...commonValues(api),
    ...reasonValues(api),
    security: Object.fromEntries(api.securitySchemes.map((scheme) => [scheme.name, schemeValue(scheme)])),
  };
}

/** Parameters that every operation takes are said here, once. */
function commonValues(api: Api): JsonObject {
  if (api.commonParameters === undefined) return {};
  return { parameters: api.commonParameters.parameters.map((parameter) => parameterValue(api, parameter)) };
}

/** Which reasons decide about sending again. */
function reasonValues({ errors = { typeName: '' } }: Api): JsonObject {
  const { retryReasons, finalReasons } = errors;
  return { ...(retryReasons && { retryReasons }), ...(finalReasons && { finalReasons }) };
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
        ...(scheme.tokenUrl === undefined ? {} : { tokenUrl: scheme.tokenUrl }),
      };
    default:
      return { kind: scheme.kind };
  }
}
