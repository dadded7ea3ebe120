import { isJsonObject, type JsonObject } from '../read/json.js';
import { type CheckContext, componentsOf, itemsOf, keysOf, objectAt } from './check-context.js';
import { leaveOutNode, replace, reportFault, type Repair } from '../repair/repairs.js';
import { didYouMean } from '../suggest.js';

/** Checks a security requirement: its schemes exist, and so do its scopes. */
export function checkRequirement(context: CheckContext, requirement: JsonObject): void {
  const schemes = componentsOf(context, 'securitySchemes');
  for (const [name, scopes] of Object.entries(requirement)) {
    // That no reference is allowed here is reported elsewhere.
    if (name === '$ref' && typeof scopes === 'string') continue;
    if (!Object.hasOwn(schemes, name)) {
      const message = `no security scheme is called ${JSON.stringify(name)}${didYouMean(name, Object.keys(schemes))}`;
      const at = context.positions.ofKey(requirement, name);
      reportFault(context, { code: 'unknown-security-scheme', message, at }, repairScheme(context, name));
      continue;
    }
    const known = scopesOf(objectAt(context, schemes[name]));
    if (known === undefined || !Array.isArray(scopes)) continue;
    itemsOf(scopes).forEach((scope, index) => {
      if (typeof scope !== 'string' || known.has(scope)) return;
      const message = `the security scheme ${JSON.stringify(name)} has no scope ${JSON.stringify(scope)}${didYouMean(scope, known)}`;
      context.diagnostics.warning('unknown-scope', message, context.positions.ofValue(scopes, index));
    });
  }
}

/** What is protected stays so: clients sign for a scheme that nobody describes no more than for one that they do not know. */
function repairScheme({ root }: CheckContext, name: string): Repair {
  const { components } = root;
  const schemes = isJsonObject(components) ? components['securitySchemes'] : undefined;
  const scheme = { type: 'http', scheme: 'unknown' };
  const done = 'clients do not sign for it';
  if (isJsonObject(schemes)) return replace(schemes, name, scheme, done);
  if (isJsonObject(components)) return replace(components, 'securitySchemes', { [name]: scheme }, done);
  return replace(root, 'components', { securitySchemes: { [name]: scheme } }, done);
}

/** The scopes that a scheme's flows declare; `undefined` for a scheme that declares none. */
function scopesOf(scheme: JsonObject | undefined): ReadonlySet<string> | undefined {
  const flows = scheme?.['type'] === 'oauth2' ? scheme['flows'] : undefined;
  if (!isJsonObject(flows)) return undefined;
  return new Set(Object.values(flows).flatMap((flow) => (isJsonObject(flow) ? keysOf(flow['scopes']) : [])));
}

/** The fields that each type of security scheme needs. */
const needs: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
};

/** Checks a security scheme by its type. */
export function checkScheme(context: CheckContext, scheme: JsonObject): void {
  const { type } = scheme;
  if (typeof type !== 'string') return;
  const fields = Object.hasOwn(needs, type) ? needs[type] : undefined;
  reportAbsent(context, scheme, fields ?? [], `a security scheme of type "${type}"`);
}

/** The addresses that each OAuth flow needs. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
  clientCredentials: ['tokenUrl'],
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
  deviceAuthorization: ['deviceAuthorizationUrl', 'tokenUrl'],
};

/** Checks the OAuth flows of a scheme: each has the addresses it is about. */
export function checkFlows(context: CheckContext, flows: JsonObject): void {
  for (const [name, fields] of Object.entries(addresses)) {
    const flow = flows[name];
    if (isJsonObject(flow)) reportAbsent(context, flow, fields, `the OAuth flow "${name}"`);
  }
}

function reportAbsent(context: CheckContext, node: JsonObject, fields: readonly string[], label: string): void {
  const { positions } = context;
  for (const field of fields) {
    if (field in node) continue;
    const fault = { code: 'missing-field', message: `${label} needs "${field}"`, at: positions.of(node) } as const;
    reportFault(context, fault, leaveOutNode(positions, node, label));
  }
}

/** Checks a server: each variable in its address is declared, and each default is one of the values allowed. */
export function checkServer(context: CheckContext, server: JsonObject): void {
  const { url, variables } = server;
  const declared = keysOf(variables);
  for (const [, name = ''] of typeof url === 'string' ? url.matchAll(/\{([^{}]*)\}/g) : []) {
    if (declared.includes(name)) continue;
    const message = `"{${name}}" of the address is not declared under "variables"${didYouMean(name, declared)}`;
    context.diagnostics.warning('undeclared-server-variable', message, context.positions.ofValue(server, 'url'));
  }
}

/** Checks a variable of a server's address. */
export function checkServerVariable({ positions, diagnostics }: CheckContext, variable: JsonObject): void {
  const { default: value } = variable;
  const allowed = itemsOf(variable['enum']);
  if (typeof value !== 'string' || allowed.length === 0 || allowed.includes(value)) return;
  const message = `the default ${JSON.stringify(value)} is not among the values of "enum"`;
  diagnostics.warning('impossible-default', message, positions.ofValue(variable, 'default'));
}
