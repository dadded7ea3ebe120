import { chooseCredentials } from '../auth/sign.js';
import type { SentBody } from '../body/sent-body.js';
import { readsJson } from '../response/response.js';
import { setHeaders } from './set-headers.js';
import { chooseBase, writeCall } from './url.js';
import type { Call, PreparedRequest } from '../options/options.js';

/** Prepares the request of a call; throws `InvalidParameterError` or `MissingCredentialError`. */
export function prepareRequest(call: Call): PreparedRequest | Promise<PreparedRequest> {
  const { operation, params } = call;
  const credentials = chooseCredentials(call);
  const body = operation.writeBody?.(operation, params);
  const prepare = (body: SentBody | undefined) => {
    const { headers: own, redactor } = call;
    const { url, headers } = writeCall(chooseBase(call), operation, params, body?.target);
    if (!own?.has('accept')) headers['accept'] = (operation.receive ?? readsJson).accept(call);
    own?.forEach((value, name) => {
      // The secret is `abc` of `Bearer abc`.
      if (/auth|cookie|key|secret|token/i.test(name)) redactor.add(value.replace(/^\w+ /, ''));
    });
    return { method: operation.method, url, headers: (own && setHeaders(own, headers)) ?? headers, body, credentials };
  };
  return body instanceof Promise ? body.then(prepare) : prepare(body);
}
