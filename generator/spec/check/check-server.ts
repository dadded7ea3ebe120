import { type CheckContext, itemsOf } from './check-context.js';
import { isJsonObject, type JsonObject } from '../read/json.js';
import { didYouMean } from '../suggest.js';

/** Judges a server: each variable in its address is declared, and each default is one of the values allowed. */
export function checkServer(context: CheckContext, server: JsonObject): void {
  const { url, variables } = server;
  const declared = isJsonObject(variables) ? Object.keys(variables) : [];
  for (const [, name = ''] of typeof url === 'string' ? url.matchAll(/\{([^{}]*)\}/g) : []) {
    if (declared.includes(name)) continue;
    const message = `"{${name}}" of the address is not declared under "variables"${didYouMean(name, declared)}`;
    context.diagnostics.warning('undeclared-server-variable', message, context.places.ofValue(server, 'url'));
  }
}

/** Judges a variable of a server's address. */
export function checkServerVariable({ places, diagnostics }: CheckContext, variable: JsonObject): void {
  const { default: value } = variable;
  const allowed = itemsOf(variable['enum']);
  if (typeof value !== 'string' || allowed.length === 0 || allowed.includes(value)) return;
  const message = `the default ${JSON.stringify(value)} is not among the values of "enum"`;
  diagnostics.warning('impossible-default', message, places.ofValue(variable, 'default'));
}
