import type { Received } from '../../plan/plan.js';
import { HttpError } from '@speccast/runtime/requests';
import { checkMethod } from '../../respond/respond.js';
import type { Engine } from '../../world/engine.js';
import { responseModes, serveAuthorize, servePushed, serveVerify, startDevice } from './consent-endpoints.js';
import { sendMessage } from './pages.js';
import type { SignInEndpoint, SignInPlan } from './sign-in-plan.js';
import { clientAlgorithms, getSigningKeys } from './signing-keys.js';
import { grantTypes, serveIntrospect, serveRevoke, serveToken, serveUserInfo } from './token-endpoint.js';
import { errorFields, type Parameters, readFields, readForm, sendSecret, openidScopes, type Scene } from './scene.js';

/** An endpoint: the methods that it takes, and a function that returns its response, or the JSON of it. */
interface Endpoint {
  readonly methods: readonly string[];
  readonly serve: (scene: Scene) => Promise<object> | object;
}

const read = ['GET', 'HEAD'];

/** Creates an endpoint for browsers: its responses and its errors are pages. */
const page = (serve: (scene: Scene, fields: URLSearchParams) => Response): Endpoint => ({
  methods: [...read, 'POST'],
  serve: async (scene) => {
    const { request, url } = scene.received;
    try {
      return serve(scene, request.method === 'POST' ? await readFields(request) : url.searchParams);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return sendMessage(error.status, 'This sign-in cannot work', error.message);
    }
  },
});

const form = (serve: (scene: Scene, form: Parameters) => Promise<object>): Endpoint => ({
  methods: ['POST'],
  serve: async (scene) => serve(scene, await readForm(scene.received.request)),
});

const endpoints: Readonly<Record<SignInEndpoint['kind'], Endpoint>> = {
  authorize: page(serveAuthorize),
  verify: page(serveVerify),
  token: form(serveToken),
  par: form(servePushed),
  device: form(startDevice),
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

/** Responds to a request to an endpoint of OAuth 2.0 or OpenID Connect. */
export async function serveSignIn(
  engine: Engine,
  received: Received,
  plan: SignInPlan,
  { kind, issuer }: SignInEndpoint,
): Promise<Response> {
  const { request, url } = received;
  const { methods, serve } = endpoints[kind];
  // Standards define these responses, so the hostile mode must not vary them.
  delete received.hostility;
  try {
    const early = checkMethod(request, 'This', methods);
    if (early) return early;
    const base = url.origin + engine.prefix;
    const result = await serve({
      engine,
      received,
      plan,
      options: engine.options.signIn ?? {},
      base,
      issuer: base + issuer,
      now: engine.clock.now(),
      change: (work) => engine.change(work),
      locate: (kind) => base + (plan.endpoints.find((one) => one.kind === kind && one.issuer === issuer)?.path ?? ''),
    });
    const response = result instanceof Response ? result : sendSecret(result);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const fields = errorFields(error);
    received.responseBody = fields;
    return sendSecret(fields, error.status, error.details.headers);
  }
}

/** Describes the endpoints and what they support (RFC 8414, OpenID Connect Discovery). */
function describeServer({ issuer, locate, plan }: Scene): object {
  const proofs = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt'];
  const methods = [...proofs, 'none'];
  return {
    issuer,
    authorization_endpoint: locate('authorize'),
    token_endpoint: locate('token'),
    userinfo_endpoint: locate('userinfo'),
    jwks_uri: locate('keys'),
    revocation_endpoint: locate('revoke'),
    introspection_endpoint: locate('introspect'),
    device_authorization_endpoint: locate('device'),
    pushed_authorization_request_endpoint: locate('par'),
    scopes_supported: [...new Set([...plan.scopes.keys(), ...Object.keys(openidScopes)])],
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
