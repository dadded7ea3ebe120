import type {
  OperationObject,
  ParameterObject,
  SecurityRequirement,
  SecuritySchemeObject,
} from '../../spec/openapi/openapi.js';
import { type Json, compact, nonEmpty } from '../../json.js';
import { undescribedScheme } from '../../spec/repair/repair-value.js';
import type { Operation } from '../api.js';
import type { SecurityScheme } from '../types/service.js';
import { lowerDoc } from '../schemas/doc.js';
import { dereference, type Lowering, namedEntries } from '../schemas/lowering.js';
import { defaultAddress, lowerServers } from './servers.js';

/** Lowers the security schemes of the components, in the order of the spec. */
export function lowerSecuritySchemes(lowering: Lowering): readonly SecurityScheme[] {
  const schemes = namedEntries(lowering.root.components?.securitySchemes);
  return schemes.map(([name, node]) => lowerScheme(lowering, name, dereference<SecuritySchemeObject>(lowering, node)));
}

/** Returns the side that passes a parameter with a credential, `client` (from `auth`) or `caller`; undefined for any other parameter. */
export type ReadCarried = (parameter: ParameterObject) => 'client' | 'caller' | undefined;

/** The credentials that an operation needs, and a function that recognizes parameters with a credential. */
export interface OperationSecurity {
  readonly needs: Operation['security'];
  readonly readCarried: ReadCarried;
}

/**
 * Returns a function that lowers the security of an operation: its own list, else that of the document. `[{}]` means that no
 * credential is needed. In a document that declares schemes but never requires one, an operation accepts each scheme and needs none:
 * `[[], [key], [token]]`. If an operation requires a credential, the client passes the parameters that carry it.
 */
export function lowerSecurity(
  { root, document, diagnostics }: Lowering,
  schemes: readonly SecurityScheme[],
  operations: readonly OperationObject[],
): (operation: OperationObject) => OperationSecurity {
  const lower = (stated: readonly SecurityRequirement[] = []): Operation['security'] => {
    const alternatives = stated.map((requirement) =>
      Object.entries(requirement).map(([scheme, scopes]) => ({ scheme, scopes: scopes.filter((one) => one !== '') })),
    );
    return alternatives.every((needs) => needs.length === 0) ? [] : alternatives;
  };
  const takesAny = schemes.length > 0 && [root, ...operations].every(({ security }) => lower(security).length === 0);
  const usual = takesAny ? [[], ...schemes.map(({ name }) => [{ scheme: name, scopes: [] }])] : lower(root.security);
  const { positions } = document;
  // Several operations can share the header `Authorization`, which is reported once.
  const reported = new Set<string>();
  return ({ security }) => {
    const needs = security === undefined ? usual : lower(security);
    const required = needs.every((one) => one.length > 0) ? needs.flat().map(({ scheme }) => scheme) : [];
    const sent = schemes.filter(({ name }) => required.includes(name));
    const readCarried: ReadCarried = (parameter) => {
      const place = printPlace(parameter.in, parameter.name);
      const isCarrier = (scheme: SecurityScheme): boolean => listPlaces(scheme).includes(place);
      const carried = sent.find(isCarrier);
      if (place === authorization) {
        const does = carried
          ? `the client sends it from "auth" for the security scheme ${JSON.stringify(carried.name)}`
          : 'speccast keeps it as a parameter';
        const key = document.idOf(parameter) + does;
        const message = `OpenAPI lets tools ignore the parameter ${JSON.stringify(parameter.name)}; ${does}`;
        if (!reported.has(key)) diagnostics.warning('ignored-parameter', message, positions.ofValue(parameter, 'name'));
        reported.add(key);
      }
      if (carried !== undefined) return 'client';
      return place === authorization || schemes.some(isCarrier) ? 'caller' : undefined;
    };
    return { needs, readCarried };
  };
}

/** Prints the place of a parameter or of a credential: `query key`, `header x-key`. */
function printPlace(location: string, name: string): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

const authorization = 'header authorization';

/** Lists the parameters in which the client's `auth` sends a credential of a scheme: `header authorization`. */
function listPlaces(scheme: SecurityScheme): readonly string[] {
  if (scheme.kind === 'apiKey') return [printPlace(scheme.in, scheme.parameter)];
  if (scheme.kind === 'basic') return [authorization];
  if (scheme.kind !== 'bearer') return [];
  return scheme.queryParameter === undefined ? [authorization] : [authorization, `query ${scheme.queryParameter}`];
}

function lowerScheme(lowering: Lowering, name: string, node: SecuritySchemeObject): SecurityScheme {
  const { type, scheme = '', in: location = 'header', name: parameter = name } = node;
  const doc = lowerDoc(node);
  const warn = (key: string, message: string): void => {
    const { document, diagnostics } = lowering;
    diagnostics.warning('unsupported-security-scheme', message, document.positions.ofValue(node, key));
  };
  switch (type === 'http' ? `http ${scheme.toLowerCase()}` : type) {
    case 'apiKey':
      if (location === 'query' || isToken(parameter)) return { kind: 'apiKey', name, in: location, parameter, doc };
      // `fetch` rejects such a name.
      warn('name', `${JSON.stringify(parameter)} cannot be the name of a ${location}, so clients do not send this key`);
      break;
    case 'http basic':
      return { kind: 'basic', name, doc };
    case 'http bearer':
      return lowerBearerScheme(lowering, name, node);
    case 'oauth2':
    case 'openIdConnect':
      return { ...lowerBearerScheme(lowering, name, node), oauth2: true };
    case 'mutualTLS':
      warn('type', 'clients do not send a certificate; pass them a `fetch` that does');
      return { kind: 'mutualTLS', name, doc };
    // A scheme that the document does not describe was reported at the requirement that names it.
    case `http ${undescribedScheme.scheme}`:
      break;
    default:
      warn(
        'scheme',
        `clients do not support the HTTP scheme ${JSON.stringify(scheme)}; set the header "Authorization" in a middleware`,
      );
  }
  return { kind: 'other', name, doc };
}

/** Returns true if a string can be the name of a header or of a cookie: a token of HTTP. */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

function lowerBearerScheme(
  { root }: Lowering,
  name: string,
  node: SecuritySchemeObject,
): SecurityScheme & { readonly kind: 'bearer' } {
  const queryParameter = node['x-query-parameter'];
  const service = defaultAddress(lowerServers(root.servers));
  // An address without a host is relative to the service (FastAPI: `token`); undefined for an invalid address.
  const complete = (url: Json | undefined): string | undefined => {
    const base = service && `${service}/`;
    if (typeof url !== 'string' || url === '' || !URL.canParse(url, base)) return undefined;
    const { protocol, href } = new URL(url, base);
    if (!/^https?:$/.test(protocol)) return undefined;
    return URL.canParse(url) ? url : href;
  };
  const { flows = {} } = node;
  const { authorizationCode, deviceAuthorization, clientCredentials } = flows;
  // Tokens are refreshed at the address of the first flow that has one.
  const tokenUrl = [authorizationCode, flows.password, clientCredentials, deviceAuthorization]
    .map((flow) => complete(flow?.refreshUrl ?? flow?.tokenUrl))
    .find((url) => url !== undefined);
  // Several flows can have the same scope: its first description that is not empty counts.
  const scopes = new Map<string, string>();
  for (const [scope, text] of flowNames.flatMap((flow) => Object.entries(flows[flow]?.scopes ?? {})))
    scopes.set(scope, scopes.get(scope) || (text ?? '').trim());
  const signIn = compact({
    authorizationUrl: complete(authorizationCode?.authorizationUrl),
    tokenUrl: complete(authorizationCode?.tokenUrl ?? deviceAuthorization?.tokenUrl),
    deviceAuthorizationUrl: complete(deviceAuthorization?.deviceAuthorizationUrl),
    openIdConnectUrl: complete(node.openIdConnectUrl),
  });
  const ownUrl = complete(clientCredentials?.tokenUrl);
  const ownScopes = Object.keys(clientCredentials?.scopes ?? {}).filter((scope) => scope !== '');
  return compact({
    kind: 'bearer' as const,
    name,
    oauth2: false,
    queryParameter: typeof queryParameter === 'string' ? queryParameter : undefined,
    tokenUrl,
    // Users sign in at the addresses of the flows with a code or a device, or at those of the configuration.
    signIn: Object.keys(signIn).some((key) => key !== 'tokenUrl') ? signIn : undefined,
    clientCredentials:
      clientCredentials && compact({ tokenUrl: ownUrl === tokenUrl ? undefined : ownUrl, scopes: nonEmpty(ownScopes) }),
    scopes: [...scopes].map(([scope, text]) => (text === '' ? { name: scope } : { name: scope, description: text })),
    doc: lowerDoc(node),
  });
}

const flowNames = ['implicit', 'password', 'clientCredentials', 'authorizationCode', 'deviceAuthorization'] as const;
