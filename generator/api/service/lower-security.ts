import type {
  OperationObject,
  ParameterObject,
  SecurityRequirement,
  SecuritySchemeObject,
} from '../../spec/openapi/openapi.js';
import { type Json, compact } from '../../json.js';
import { undescribedScheme } from '../../spec/repair/repair-value.js';
import type { Operation } from '../api.js';
import type { SecurityScheme, SignInAddresses } from '../types/service.js';
import { lowerDoc } from '../schemas/doc.js';
import { dereference, type Lowering, namedEntries } from '../schemas/lowering.js';
import { defaultAddress, lowerServers } from './servers.js';

/** Lowers the security schemes of the components, in the order of the spec. */
export function lowerSecuritySchemes(lowering: Lowering): readonly SecurityScheme[] {
  const schemes = namedEntries(lowering.root.components?.securitySchemes);
  return schemes.map(([name, node]) => lowerScheme(lowering, name, dereference<SecuritySchemeObject>(lowering, node)));
}

/** Says of a parameter that carries a credential who passes it. */
export type ReadCarried = (parameter: ParameterObject) => 'client' | 'caller' | undefined;

/** The credentials that an operation needs, and a function that finds parameters which the client's `auth` sends for that. */
export interface OperationSecurity {
  readonly needs: Operation['security'];
  readonly readCarried: ReadCarried;
}

/**
 * Returns a function that lowers what an operation needs: its own list, else that of the document; `{}` alone means nothing. In a
 * document that declares schemes and requires none anywhere, an operation that says nothing takes each of them and needs none:
 * `[[], [key], [token]]`. Where an operation cannot be called without a credential, parameters that carry it are not the caller's.
 */
export function lowerSecurity(
  lowering: Lowering,
  schemes: readonly SecurityScheme[],
  operations: readonly OperationObject[],
): (operation: OperationObject) => OperationSecurity {
  const { root } = lowering;
  const lower = (stated: readonly SecurityRequirement[] = []): Operation['security'] => {
    const alternatives = stated.map((requirement) =>
      Object.entries(requirement).map(([scheme, scopes]) => ({ scheme, scopes: scopes.filter((one) => one !== '') })),
    );
    return alternatives.every((needs) => needs.length === 0) ? [] : alternatives;
  };
  const takesAny = schemes.length > 0 && [root, ...operations].every(({ security }) => lower(security).length === 0);
  const usual = takesAny ? [[], ...schemes.map(({ name }) => [{ scheme: name, scopes: [] }])] : lower(root.security);
  const told = new Set<string>();
  return ({ security }) => {
    const needs = security === undefined ? usual : lower(security);
    const required = needs.every((one) => one.length > 0) ? needs.flat().map(({ scheme }) => scheme) : [];
    const sent = schemes.filter(({ name }) => required.includes(name));
    const readCarried: ReadCarried = (parameter) => {
      const carried = sent.find((scheme) => carries(scheme, parameter));
      if (isAuthorization(parameter)) warnOfAuthorization(lowering, parameter, carried, told);
      if (carried !== undefined) return 'client';
      const isCarrier = isAuthorization(parameter) || schemes.some((scheme) => carries(scheme, parameter));
      return isCarrier ? 'caller' : undefined;
    };
    return { needs, readCarried };
  };
}

/** Says what becomes of a header that OpenAPI has ignored; once for each, though operations share it. */
function warnOfAuthorization(
  { document, diagnostics }: Lowering,
  parameter: ParameterObject,
  carried: SecurityScheme | undefined,
  told: Set<string>,
): void {
  const does =
    carried === undefined
      ? 'it stays a parameter here'
      : `the client sends it from "auth", as the security scheme ${JSON.stringify(carried.name)} says`;
  const key = document.idOf(parameter) + does;
  if (told.has(key)) return;
  told.add(key);
  const message = `OpenAPI lets tools ignore the parameter ${JSON.stringify(parameter.name)}; ${does}`;
  diagnostics.warning('ignored-parameter', message, document.positions.ofValue(parameter, 'name'));
}

function isAuthorization({ name, in: location }: ParameterObject): boolean {
  return location === 'header' && name.toLowerCase() === 'authorization';
}

/** Returns true if the client's `auth` writes a credential of a scheme at the place of a parameter. */
function carries(scheme: SecurityScheme, parameter: ParameterObject): boolean {
  const { name, in: location } = parameter;
  if (scheme.kind === 'apiKey') {
    const isSame = (text: string): boolean =>
      location === 'header' ? text.toLowerCase() === name.toLowerCase() : text === name;
    return scheme.in === location && isSame(scheme.parameter);
  }
  if (location === 'query') return scheme.kind === 'bearer' && scheme.queryParameter === name;
  return isAuthorization(parameter) && (scheme.kind === 'bearer' || scheme.kind === 'basic');
}

function lowerScheme(lowering: Lowering, name: string, node: SecuritySchemeObject): SecurityScheme {
  const doc = lowerDoc(node);
  switch (node.type) {
    case 'apiKey':
      return lowerKeyScheme(lowering, name, node);
    case 'http':
      return lowerHttpScheme(lowering, name, node);
    case 'oauth2':
    case 'openIdConnect':
      return { ...bearerScheme(lowering, name, node), oauth2: true };
    case 'mutualTLS':
      warnOfScheme(
        lowering,
        node,
        'type',
        'a client certificate is the business of the `fetch` that a client is given',
      );
      return { kind: 'mutualTLS', name, doc };
  }
}

/** Returns true if a string can be the name of a header or of a cookie: a token of HTTP. */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Lowers a scheme with a key. One whose name cannot be that of a header or cookie would be rejected by every `fetch`. */
function lowerKeyScheme(lowering: Lowering, name: string, node: SecuritySchemeObject): SecurityScheme {
  const { in: location = 'header', name: parameter = name } = node;
  const doc = lowerDoc(node);
  if (location === 'query' || isToken(parameter)) return { kind: 'apiKey', name, in: location, parameter, doc };
  const message = `${JSON.stringify(parameter)} cannot be the name of a ${location}, so clients do not send this key`;
  warnOfScheme(lowering, node, 'name', message);
  return { kind: 'other', name, doc };
}

function lowerHttpScheme(lowering: Lowering, name: string, node: SecuritySchemeObject): SecurityScheme {
  const doc = lowerDoc(node);
  switch (node.scheme?.toLowerCase()) {
    case 'basic':
      return { kind: 'basic', name, doc };
    case 'bearer':
      return bearerScheme(lowering, name, node);
    // That the document does not describe it was reported at the requirement.
    case undescribedScheme.scheme:
      return { kind: 'other', name, doc };
    default: {
      const scheme = JSON.stringify(node.scheme ?? '');
      const message = `clients do not sign with the HTTP scheme ${scheme}; a middleware can set the header "Authorization"`;
      warnOfScheme(lowering, node, 'scheme', message);
      return { kind: 'other', name, doc };
    }
  }
}

function warnOfScheme(
  { document, diagnostics }: Lowering,
  node: SecuritySchemeObject,
  key: string,
  message: string,
): void {
  diagnostics.warning('unsupported-security-scheme', message, document.positions.ofValue(node, key));
}

function bearerScheme({ root }: Lowering, name: string, node: SecuritySchemeObject): BearerScheme {
  const queryParameter = node['x-query-parameter'];
  const service = defaultAddress(lowerServers(root.servers));
  // An address without a host is below that of the service, as FastAPI means `token`.
  const complete: Complete = (url) => {
    const base = service && `${service}/`;
    if (typeof url !== 'string' || url === '' || !URL.canParse(url, base)) return undefined;
    const { protocol, href } = new URL(url, base);
    if (!/^https?:$/.test(protocol)) return undefined;
    return URL.canParse(url) ? url : href;
  };
  const { flows = {} } = node;
  // Refresh tokens go to the address of the first flow that has one.
  const tokenUrl = (['authorizationCode', 'password', 'clientCredentials', 'deviceAuthorization'] as const)
    .map((flow) => complete(flows[flow]?.refreshUrl ?? flows[flow]?.tokenUrl))
    .find((url) => url !== undefined);
  // Flows repeat scopes: the first description that says something counts.
  const scopes = new Map<string, string>();
  for (const [scope, text] of flowNames.flatMap((flow) => Object.entries(flows[flow]?.scopes ?? {})))
    scopes.set(scope, scopes.get(scope) || (text ?? '').trim());
  return compact({
    kind: 'bearer' as const,
    name,
    oauth2: false,
    queryParameter: typeof queryParameter === 'string' ? queryParameter : undefined,
    tokenUrl,
    signIn: lowerSignIn(node, complete),
    clientCredentials: lowerClientCredentials(node, complete, tokenUrl),
    scopes: [...scopes].map(([scope, text]) => (text === '' ? { name: scope } : { name: scope, description: text })),
    doc: lowerDoc(node),
  });
}

type BearerScheme = SecurityScheme & { readonly kind: 'bearer' };

/** Completes an address; undefined where it is none. */
type Complete = (url: Json | undefined) => string | undefined;

/** Lowers what the document says about the tokens of programs. */
function lowerClientCredentials(
  { flows }: SecuritySchemeObject,
  complete: Complete,
  usual: string | undefined,
): BearerScheme['clientCredentials'] {
  const flow = flows?.clientCredentials;
  if (flow === undefined) return undefined;
  const tokenUrl = complete(flow.tokenUrl);
  const scopes = Object.keys(flow.scopes).filter((name) => name !== '');
  const isOther = tokenUrl !== undefined && tokenUrl !== usual;
  return { ...(isOther && { tokenUrl }), ...(scopes.length > 0 && { scopes }) };
}

/** Lowers the addresses for users: those of the flows with a code or a device, or the configuration that has them. */
function lowerSignIn(
  { flows = {}, openIdConnectUrl }: SecuritySchemeObject,
  complete: Complete,
): SignInAddresses | undefined {
  const { authorizationCode, deviceAuthorization } = flows;
  const known = compact({
    authorizationUrl: complete(authorizationCode?.authorizationUrl),
    tokenUrl: complete(authorizationCode?.tokenUrl ?? deviceAuthorization?.tokenUrl),
    deviceAuthorizationUrl: complete(deviceAuthorization?.deviceAuthorizationUrl),
    openIdConnectUrl: complete(openIdConnectUrl),
  });
  return Object.keys(known).some((name) => name !== 'tokenUrl') ? known : undefined;
}

const flowNames = ['implicit', 'password', 'clientCredentials', 'authorizationCode', 'deviceAuthorization'] as const;
