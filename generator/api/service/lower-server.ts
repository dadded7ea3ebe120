import type { ServerObject, ServerVariableObject } from '../../spec/openapi/openapi.js';
import type { Server, ServerVariable } from '../api.js';
import { namedEntries } from '../lowering.js';

/** Base addresses in the order of the spec; none where the spec names none. */
export function lowerServers(servers: readonly ServerObject[] = []): readonly Server[] {
  return servers.map(lowerServer);
}

function lowerServer({ url, name: ownName, description, variables }: ServerObject): Server {
  return {
    url,
    ...(ownName !== undefined && { name: ownName }),
    ...(description !== undefined && { description }),
    variables: namedEntries(variables).map(([name, variable]) => lowerVariable(name, variable)),
  };
}

function lowerVariable(name: string, variable: ServerVariableObject): ServerVariable {
  const { description } = variable;
  return {
    name,
    default: variable.default,
    values: variable.enum ?? [],
    ...(description !== undefined && { description }),
  };
}
