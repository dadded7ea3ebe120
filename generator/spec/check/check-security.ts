import { undescribedScheme, undescribedDone } from '../repair/repair-value.js';
import { isJsonObject, type JsonObject, listOwnKeys, readInner, readMember, toArray, toStrings } from '../../json.js';
import { type SpecContext, readComponents, objectAt } from '../references/spec-context.js';
import { leaveOut, leaveOutNode, replace, reportFault, findSlot, type Repair, warnAtValue } from '../repair/repairs.js';
import { didYouMean } from '../suggest.js';

/** Checks a security requirement: its schemes exist, and so do its scopes. */
export function checkRequirement(context: SpecContext, requirement: JsonObject): void {
  const schemes = readComponents(context, 'securitySchemes');
  // A `$ref` here is reported elsewhere.
  const names = Object.keys(requirement).filter((name) => name !== '$ref' || typeof requirement[name] !== 'string');
  const unknown = names.filter((name) => !Object.hasOwn(schemes, name));
  const repair = unknown.length === names.length ? replaceRequirement(context, requirement) : undefined;
  for (const [index, name] of unknown.entries()) {
    const message = `there is no security scheme ${JSON.stringify(name)}${didYouMean(name, Object.keys(schemes))}`;
    const at = context.positions.ofKey(requirement, name);
    // The whole requirement is replaced only once, by the repair of the first fault.
    const rest = repair && { ...repair, edits: index === 0 ? repair.edits : [] };
    reportFault(context, { code: 'unknown-security-scheme', message, at }, rest ?? leaveOut(requirement, name));
  }
  for (const name of names) checkScopes(context, requirement, name);
}

function checkScopes(context: SpecContext, requirement: JsonObject, name: string): void {
  const { type, flows } = objectAt(context, readComponents(context, 'securitySchemes')[name]) ?? {};
  if (type !== 'oauth2' || !isJsonObject(flows)) return;
  const scopes = toArray(requirement[name]);
  const known = new Set(Object.values(flows).flatMap((flow) => Object.keys(readInner(flow, 'scopes'))));
  for (const [index, scope] of scopes.entries()) {
    if (typeof scope !== 'string' || scope === '' || known.has(scope)) continue;
    const message = `the security scheme ${JSON.stringify(name)} has no scope ${JSON.stringify(scope)}${didYouMean(scope, known)}`;
    warnAtValue(context, 'unknown-scope', message, [scopes, index]);
  }
}

/**
 * Replaces a requirement without a declared scheme: by the requirements of the root, or else by the declared schemes as alternatives.
 * If the document declares no scheme at all, the names are declared as `undescribedScheme`.
 */
function replaceRequirement(context: SpecContext, requirement: JsonObject): Repair | undefined {
  const { root, positions } = context;
  const schemes = readComponents(context, 'securitySchemes');
  const declared = Object.keys(schemes).filter(
    (name) => objectAt(context, schemes[name])?.['scheme'] !== undescribedScheme.scheme,
  );
  const isDeclared = (one: JsonObject): boolean =>
    Object.keys(one).length > 0 && Object.keys(one).every((name) => declared.includes(name));
  const required = toArray(root['security'])
    .filter(isJsonObject)
    .filter(isDeclared)
    .map((one): JsonObject => Object.fromEntries(Object.keys(one).map((name) => [name, toStrings(one[name])])));
  const substitutes = required.length > 0 ? required : declared.map((name): JsonObject => ({ [name]: [] }));
  if (substitutes.length === 0) return declareSchemes(root, Object.keys(requirement));
  const slot = findSlot(positions, requirement);
  const names = substitutes.map((one) =>
    Object.keys(one)
      .map((name) => JSON.stringify(name))
      .join(' and '),
  );
  const edits = substitutes.flatMap((value, index) => (slot ? { ...slot, ...(index > 0 && { key: '-' }), value } : []));
  return slot && { done: `${names.join(' or ')} is required instead`, edits };
}

function declareSchemes(root: JsonObject, names: readonly string[]): Repair {
  const schemes = readMember(root['components'], 'securitySchemes');
  const value = Object.fromEntries(names.map((name) => [name, undescribedScheme]));
  if (isJsonObject(schemes))
    return { done: undescribedDone, edits: names.map((key) => ({ owner: schemes, key, value: undescribedScheme })) };
  if (isJsonObject(root['components'])) return replace(root['components'], 'securitySchemes', value, undescribedDone);
  return replace(root, 'components', { securitySchemes: value }, undescribedDone);
}

/** The fields that each type of security scheme needs. */
const needs: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
};

/** Checks a security scheme by its type. */
export function checkScheme(context: SpecContext, scheme: JsonObject): void {
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

/** Checks that the OAuth flows of a scheme have the addresses that they need. */
export function checkFlows(context: SpecContext, flows: JsonObject): void {
  for (const [name, fields] of Object.entries(addresses)) {
    const flow = flows[name];
    if (isJsonObject(flow)) reportAbsent(context, flow, fields, `the OAuth flow "${name}"`);
  }
}

function reportAbsent(context: SpecContext, node: JsonObject, fields: readonly string[], label: string): void {
  const { positions } = context;
  for (const field of fields) {
    if (field in node) continue;
    const fault = { code: 'missing-field', message: `${label} needs "${field}"`, at: positions.of(node) } as const;
    reportFault(context, fault, leaveOutNode(positions, node, label));
  }
}

/** Checks that each variable in the address of a server is declared. */
export function checkServer(context: SpecContext, server: JsonObject): void {
  const { url, variables } = server;
  const declared = listOwnKeys(variables);
  for (const [, name = ''] of typeof url === 'string' ? url.matchAll(/\{([^{}]*)\}/g) : []) {
    if (declared.includes(name)) continue;
    const message = `"{${name}}" of the address is not declared under "variables"${didYouMean(name, declared)}`;
    warnAtValue(context, 'undeclared-server-variable', message, [server, 'url']);
  }
}

/** Checks that the default of a server variable is one of its values. */
export function checkServerVariable(context: SpecContext, variable: JsonObject): void {
  const { default: value } = variable;
  const allowed = toArray(variable['enum']);
  if (typeof value !== 'string' || allowed.length === 0 || allowed.includes(value)) return;
  const message = `the default ${JSON.stringify(value)} is not among the values of "enum"`;
  warnAtValue(context, 'invalid-server-default', message, [variable, 'default']);
}
