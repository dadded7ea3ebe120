import type { Engine } from '../../world/engine.js';
import type { Exchange } from '../../plan/exchange.js';
import { respondOptions } from '../../respond/respond.js';
import { responseModes, serveAuthorize, servePushed } from './authorize-endpoint.js';
import { clientAlgorithms, requiredClient } from './clients.js';
import { startDevice } from './device-codes.js';
import { errorFields, OAuthError, sendSecret } from './oauth-error.js';
import { readForm } from './read-form.js';
import { addressOf, issuerOf, openidScopes, type Scene } from './pages/scene.js';
import { type FoundEndpoint, signInPlanOf } from './sign-in-plan.js';
import { signingKeys } from './signing-keys.js';
import { grantTypes, serveToken } from './token-endpoint.js';
import { serveIntrospect, serveRevoke, serveUserInfo } from './token-endpoints.js';
import { serveVerify } from './verify-endpoint.js';

/** An endpoint and the methods that it takes. */
interface Endpoint {
  readonly methods: readonly string[];
  readonly serve: (scene: Scene) => Promise<Response> | Response;
}

const read = ['GET', 'HEAD'];

const endpoints: Readonly<Record<FoundEndpoint['kind'], Endpoint>> = {
  authorize: { methods: [...read, 'POST'], serve: serveAuthorize },
  verify: { methods: [...read, 'POST'], serve: serveVerify },
  token: { methods: ['POST'], serve: serveToken },
  par: { methods: ['POST'], serve: servePushed },
  device: { methods: ['POST'], serve: serveDevice },
  revoke: { methods: ['POST'], serve: serveRevoke },
  introspect: { methods: ['POST'], serve: serveIntrospect },
  userinfo: { methods: [...read, 'POST'], serve: serveUserInfo },
  keys: { methods: read, serve: async () => share({ keys: [(await signingKeys()).jwk] }) },
  certs: {
    methods: read,
    serve: async () => {
      const { id, pem } = await signingKeys();
      return share({ [id]: pem });
    },
  },
  configuration: { methods: read, serve: (scene) => share(configurationOf(scene)) },
};

/** Responds to requests to the endpoints of OAuth 2.0 and OpenID Connect; undefined for all others. */
export async function serveSignIn(engine: Engine, exchange: Exchange): Promise<Response | undefined> {
  const plan = signInPlanOf(engine.plan);
  const found = plan?.find(exchange.url.pathname);
  if (plan === undefined || found === undefined) return undefined;
  const { request } = exchange;
  const { methods, serve } = endpoints[found.kind];
  if (request.method === 'OPTIONS') return respondOptions(request, methods);
  // What these respond with is fixed by standards, which leave no freedom.
  delete exchange.hostility;
  const scene = { engine, exchange, plan, options: engine.options.signIn ?? {}, issuerPath: found.issuer };
  try {
    if (!methods.includes(request.method))
      throw new OAuthError('invalid_request', `This takes ${methods.join(', ')}, not ${request.method}.`, {
        status: 405,
        headers: { allow: methods.join(', ') },
      });
    return withoutBody(request, await serve(scene));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const fields = errorFields(error);
    exchange.responseBody = { ...fields };
    return sendSecret(error.status, fields, error.headers);
  }
}

function withoutBody({ method }: Request, response: Response): Response {
  return method === 'HEAD' ? new Response(null, response) : response;
}

async function serveDevice(scene: Scene): Promise<Response> {
  const form = await readForm(scene.exchange.request);
  return sendSecret(200, startDevice(scene, await requiredClient(scene, form), form));
}

function share(body: object): Response {
  return sendSecret(200, body);
}

/** What clients have to know (RFC 8414, OpenID Connect Discovery). */
function configurationOf(scene: Scene): object {
  const proofs = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt'];
  const methods = [...proofs, 'none'];
  return {
    issuer: issuerOf(scene),
    authorization_endpoint: addressOf(scene, 'authorize'),
    token_endpoint: addressOf(scene, 'token'),
    userinfo_endpoint: addressOf(scene, 'userinfo'),
    jwks_uri: addressOf(scene, 'keys'),
    revocation_endpoint: addressOf(scene, 'revoke'),
    introspection_endpoint: addressOf(scene, 'introspect'),
    device_authorization_endpoint: addressOf(scene, 'device'),
    pushed_authorization_request_endpoint: addressOf(scene, 'par'),
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
