import type {
  OAuthFlowObject,
  OAuthFlowsObject,
  OperationObject,
  SecurityRequirement,
  SecuritySchemeObject,
} from '../spec/openapi.js';
import type { Operation, Scope, SecurityNeed, SecurityScheme } from './api.js';
import { lowerDoc } from './doc.js';
import type { Lowering } from './lowering.js';
import { dereference, namedEntries } from './lowering.js';

/** The security schemes of the components, in the order of the spec. */
export function lowerSecuritySchemes(lowering: Lowering): readonly SecurityScheme[] {
  const schemes = namedEntries(lowering.root.components?.securitySchemes);
  return schemes.map(([name, node]) => lowerScheme(name, dereference<SecuritySchemeObject>(lowering, node)));
}

/** What an operation needs: its own list, else that of the document; `{}` alone means nothing. */
export function lowerSecurity(lowering: Lowering, operation: OperationObject): Operation['security'] {
  const alternatives = (operation.security ?? lowering.root.security ?? []).map(lowerNeeds);
  return alternatives.every((needs) => needs.length === 0) ? [] : alternatives;
}

function lowerNeeds(requirement: SecurityRequirement): readonly SecurityNeed[] {
  return Object.entries(requirement).map(([scheme, scopes]) => ({ scheme, scopes }));
}

function lowerScheme(name: string, node: SecuritySchemeObject): SecurityScheme {
  const doc = lowerDoc(node);
  switch (node.type) {
    case 'apiKey':
      return { kind: 'apiKey', name, in: node.in ?? 'header', parameter: node.name ?? name, doc };
    case 'http':
      return lowerHttpScheme(name, node);
    case 'oauth2':
    case 'openIdConnect':
      return { ...bearerScheme(name, node), oauth2: true };
    default:
      return { kind: 'other', name, doc };
  }
}

function lowerHttpScheme(name: string, node: SecuritySchemeObject): SecurityScheme {
  const doc = lowerDoc(node);
  switch (node.scheme?.toLowerCase()) {
    case 'basic':
      return { kind: 'basic', name, doc };
    case 'bearer':
      return bearerScheme(name, node);
    default:
      return { kind: 'other', name, doc };
  }
}

function bearerScheme(name: string, node: SecuritySchemeObject): SecurityScheme & { readonly kind: 'bearer' } {
  const queryParameter = node['x-query-parameter'];
  const tokenUrl = tokenUrlOf(node.flows);
  return {
    kind: 'bearer',
    name,
    oauth2: false,
    ...(typeof queryParameter === 'string' && { queryParameter }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    scopes: scopesOf(node.flows),
    doc: lowerDoc(node),
  };
}

/** The address for refresh tokens of the first flow that has a whole one. */
function tokenUrlOf({ authorizationCode, password, clientCredentials }: OAuthFlowsObject = {}): string | undefined {
  return [authorizationCode, password, clientCredentials]
    .map((flow) => flow?.refreshUrl ?? flow?.tokenUrl)
    .find((url) => url !== undefined && URL.canParse(url) && /^https?:/i.test(url));
}

/** The scopes of all flows, each once: with the first description that says something. */
function scopesOf(flows: OAuthFlowsObject = {}): readonly Scope[] {
  const { implicit, password, clientCredentials, authorizationCode } = flows;
  const all: readonly (OAuthFlowObject | undefined)[] = [implicit, password, clientCredentials, authorizationCode];
  const scopes = new Map<string, string>();
  for (const [name, text] of all.flatMap((flow) => Object.entries(flow?.scopes ?? {}))) {
    scopes.set(name, scopes.get(name) || text.trim());
  }
  return [...scopes].map(([name, description]) => (description === '' ? { name } : { name, description }));
}
