import type { Received } from '../../plan/plan.js';
import { respondOptions } from '../../respond/respond.js';
import type { Engine } from '../../world/engine.js';
import { responseModes, serveAuthorize, servePushed } from './authorize-endpoint.js';
import { requireClient } from './clients.js';
import { serveVerify, startDevice } from './device-codes.js';
import { serveIntrospect, serveRevoke, serveUserInfo } from './issued-tokens.js';
import { errorFields, OAuthError, sendSecret } from './oauth-error.js';
import { sendMessage } from './pages/pages.js';
import { type Parameters, readFields, readForm } from './read-form.js';
import { getAddress, getIssuer, openidScopes, type Scene } from './scene.js';
import { type EndpointKind, type FoundEndpoint, getSignInPlan } from './sign-in-plan.js';
import { clientAlgorithms, getSigningKeys } from './signing-keys.js';
import { grantTypes, serveToken } from './token-endpoint.js';

/** An endpoint: the methods that it takes, and a function that returns its response, or the JSON of it. */
interface Endpoint {
  readonly methods: readonly string[];
  readonly serve: (scene: Scene) => Promise<object> | object;
}

const read = ['GET', 'HEAD'];

/** Makes an endpoint for people, whose errors are pages, too. */
const page = (serve: (scene: Scene, fields: URLSearchParams) => Response): Endpoint => ({
  methods: [...read, 'POST'],
  serve: async (scene) => {
    const { request, url } = scene.exchange;
    try {
      return serve(scene, request.method === 'POST' ? await readFields(request) : url.searchParams);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return sendMessage(error.status, 'This sign-in cannot work', error.message);
    }
  },
});

const form = (serve: (scene: Scene, form: Parameters) => Promise<object>): Endpoint => ({
  methods: ['POST'],
  serve: async (scene) => serve(scene, await readForm(scene.exchange.request)),
});

const endpoints: Readonly<Record<FoundEndpoint['kind'], Endpoint>> = {
  authorize: page(serveAuthorize),
  verify: page(serveVerify),
  token: form(serveToken),
  par: form(servePushed),
  device: form(async (scene, form) => startDevice(scene, await requireClient(scene, form), form)),
  revoke: { methods: ['POST'], serve: serveRevoke },
  introspect: form(serveIntrospect),
  userinfo: { methods: [...read, 'POST'], serve: serveUserInfo },
  keys: { methods: read, serve: async () => ({ keys: [(await getSigningKeys()).jwk] }) },
  certs: {
    methods: read,
    serve: async () => {
      const { id, pem } = await getSigningKeys();
      return { [id]: pem };
    },
  },
  configuration: { methods: read, serve: describeServer },
};

/** Responds to requests to the endpoints of OAuth 2.0 and OpenID Connect; undefined for all others. */
export async function serveSignIn(engine: Engine, exchange: Received): Promise<Response | undefined> {
  const plan = getSignInPlan(engine.plan);
  const found = plan?.find(exchange.url.pathname);
  if (plan === undefined || found === undefined) return undefined;
  const { request } = exchange;
  const { methods, serve } = endpoints[found.kind];
  const allow = methods.join(', ');
  if (request.method === 'OPTIONS') return respondOptions(request, methods);
  // Standards fix these responses, and leave no freedom.
  delete exchange.hostility;
  try {
    if (!methods.includes(request.method))
      throw new OAuthError('invalid_request', `This takes ${allow}, not ${request.method}.`, 405, { allow });
    const result = await serve({
      engine,
      exchange,
      plan,
      options: engine.options.signIn ?? {},
      issuerPath: found.issuer,
    });
    const response = result instanceof Response ? result : sendSecret(result);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const fields = errorFields(error);
    exchange.responseBody = { ...fields };
    return sendSecret(fields, error.status, error.headers);
  }
}

/** Describes the endpoints and what they support (RFC 8414, OpenID Connect Discovery). */
function describeServer(scene: Scene): object {
  const at = (kind: EndpointKind): string => getAddress(scene, kind);
  const proofs = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt'];
  const methods = [...proofs, 'none'];
  return {
    issuer: getIssuer(scene),
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    userinfo_endpoint: at('userinfo'),
    jwks_uri: at('keys'),
    revocation_endpoint: at('revoke'),
    introspection_endpoint: at('introspect'),
    device_authorization_endpoint: at('device'),
    pushed_authorization_request_endpoint: at('par'),
    scopes_supported: [...new Set([...scene.plan.scopes.keys(), ...Object.keys(openidScopes)])],
    response_types_supported: ['code'],
    response_modes_supported: responseModes,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    grant_types_supported: Object.keys(grantTypes),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: proofs,
    token_endpoint_auth_signing_alg_values_supported: clientAlgorithms,
    revocation_endpoint_auth_signing_alg_values_supported: clientAlgorithms,
    introspection_endpoint_auth_signing_alg_values_supported: clientAlgorithms,
    code_challenge_methods_supported: ['S256', 'plain'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    authorization_response_iss_parameter_supported: true,
    claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'name', 'email', 'email_verified'],
  };
}
