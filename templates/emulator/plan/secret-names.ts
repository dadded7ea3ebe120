import { expandParameters, type Json, type JsonObject, type SecretNames } from '@speccast/runtime';
import { credentialParameters, findKeyHeader, toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan } from './plan.js';
import { readOnce } from './read-once.js';

/** Matches members and parameters that hold credentials, by their names without dashes and underscores: `userpassword`. */
const secretMember =
  /^(?:accesskey|apitoken|assertion|authorization|bearer|bearertoken|clientassertion|codeverifier|credential|csrftoken|devicecode|idtoken|jwt|otp|passwd|proxyauthorization|pwd|secretaccesskey|secretkey|securitytoken|session|sid|signature|subjecttoken|token|tokens|xsrftoken)$|(?:password|passphrase|secret|apikey|accesstoken|refreshtoken|authtoken|privatekey|sessionid|sessiontoken)$/;

/** Matches parameters of a sign-in that are credentials, unless an operation declares a parameter of that name. */
const signInParameter = /^(?:code|idtokenhint|samlresponse|ticket|usercode)$/;

/** Matches headers that carry credentials. */
const secretHeader =
  /^(?:proxy-)?authorization$|(?:^|-)(?:api-?key|auth-?token|access-?token|auth-?key|secret|password|csrf-?token|xsrf-?token|session-?token|security-?token)$|^x-(?:token|auth|session|csrf)$/;

/** Tests for names that carry credentials: names that the document of a service declares, and usual ones. */
export interface CredentialNames extends SecretNames {
  /** Tests cookies that identify the caller. */
  readonly isCredentialCookie: (name: string) => boolean;
}

/** Returns the names of a service whose values recordings, the journal and deliveries do not show. */
export const readSecretNames: (plan: EmulatorPlan) => CredentialNames = readOnce(
  ({ service, document = {}, operations }) => {
    const schemes = Object.values(service.security);
    const keys = schemes.filter((one) => one.kind === 'apiKey');
    const headers = new Set([
      ...keys.flatMap((one) => (one.in === 'header' ? one.name.toLowerCase() : [])),
      ...schemes.flatMap((one) => findKeyHeader(one)?.toLowerCase() ?? []),
    ]);
    const cookies = new Set(keys.flatMap((one) => (one.in === 'cookie' ? one.name : [])));
    const queries = new Set([...credentialParameters(service)].map((name) => name.toLowerCase()));
    const taken = new Set(operations.flatMap(({ operation }) => expandParameters(operation).map(({ name }) => name)));
    const isDeclared = (name: string) => listPasswords(document).has(name);
    const isMember = (name: string) => secretMember.test(stripSeparators(name)) || isDeclared(name);
    const isHeader = (name: string) =>
      headers.has(name.toLowerCase()) || secretHeader.test(name.toLowerCase()) || isDeclared(name);
    return {
      isHeader,
      isMember,
      isQuery: (name) =>
        queries.has(name.toLowerCase()) ||
        isMember(name) ||
        (signInParameter.test(stripSeparators(name)) && !taken.has(name)),
      isCredentialCookie: (name) => cookies.has(name) || /sess|sid$|auth|token|jwt/i.test(name),
    };
  },
);

/** Returns a name in lower case without separators: `Access-Token` → `accesstoken`. */
function stripSeparators(name: string) {
  return name.toLowerCase().replace(/[-_.]/g, '');
}

/** Lists the names of properties and parameters with `format: password`. */
const listPasswords = readOnce((document: JsonObject) => {
  const names = new Set<string>();
  const seen = new Set<object>();
  const open: Json[] = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const { name, schema = null, properties } = toJsonObject(value);
    const schemas = Object.entries(toJsonObject(properties));
    if (typeof name === 'string') schemas.push([name, schema]);
    for (const [key, one] of schemas) if (toJsonObject(one)['format'] === 'password') names.add(key);
    open.push(...Object.values(value));
  }
  return names;
});
