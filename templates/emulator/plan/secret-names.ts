import { expandParameters, isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { credentialParameters } from '@speccast/runtime/requests';
import type { EmulatorPlan } from './plan.js';
import { findKeyHeader } from '@speccast/runtime/requests';

/** Names, without dashes and underscores, of members and parameters that hold credentials. */
const wellKnown: ReadonlySet<string> = new Set([
  'accesskey',
  'accesstoken',
  'apikey',
  'apitoken',
  'assertion',
  'authorization',
  'authtoken',
  'bearer',
  'bearertoken',
  'clientassertion',
  'clientsecret',
  'codeverifier',
  'credential',
  'csrftoken',
  'devicecode',
  'idtoken',
  'jwt',
  'otp',
  'passphrase',
  'passwd',
  'password',
  'privatekey',
  'proxyauthorization',
  'pwd',
  'refreshtoken',
  'secret',
  'secretaccesskey',
  'secretkey',
  'securitytoken',
  'session',
  'sessionid',
  'sessiontoken',
  'sid',
  'signature',
  'subjecttoken',
  'token',
  'tokens',
  'xsrftoken',
]);

/** Longer names end so. */
const endings =
  /(?:password|passphrase|secret|apikey|accesstoken|refreshtoken|authtoken|privatekey|sessionid|sessiontoken)$/;

/** Parameters of a sign-in that let others in, unless the document says that an operation takes them for something else. */
const ofSignIn: ReadonlySet<string> = new Set(['code', 'idtokenhint', 'samlresponse', 'ticket', 'usercode']);

/** Headers that carry nothing but credentials. */
const secretHeader =
  /^(?:proxy-)?authorization$|(?:^|-)(?:api-?key|auth-?token|access-?token|auth-?key|secret|password|csrf-?token|xsrf-?token|session-?token|security-?token)$|^x-(?:token|auth|session|csrf)$/;

/** Tells which names carry credentials, by the document of a service and by what is usual. */
export interface SecretNames {
  readonly isHeader: (name: string) => boolean;
  /** Of members of bodies, fields of forms and parameters in the query. */
  readonly isMember: (name: string) => boolean;
  readonly isQuery: (name: string) => boolean;
  /** Whether a header, a parameter or a cookie says who calls. */
  readonly isCredentialHeader: (name: string) => boolean;
  readonly isCredentialCookie: (name: string) => boolean;
}

const namesBy = new WeakMap<EmulatorPlan, SecretNames>();

/** The names of a service: what recordings, the journal and deliveries keep to themselves. */
export function secretNamesOf(plan: EmulatorPlan): SecretNames {
  const known = namesBy.get(plan) ?? findNames(plan);
  namesBy.set(plan, known);
  return known;
}

function findNames({ service, document = {}, operations }: EmulatorPlan): SecretNames {
  const schemes = Object.values(service.security);
  const keys = schemes.flatMap((one) => (one.kind === 'apiKey' ? [one] : []));
  const headers = new Set([
    ...keys.flatMap((one) => (one.in === 'header' ? one.name.toLowerCase() : [])),
    ...schemes.flatMap((one) => findKeyHeader(one)?.toLowerCase() ?? []),
  ]);
  const cookies = new Set(keys.flatMap((one) => (one.in === 'cookie' ? one.name : [])));
  const queries = new Set([...credentialParameters(service)].map((name) => name.toLowerCase()));
  const taken = new Set(operations.flatMap(({ operation }) => expandParameters(operation).map(({ name }) => name)));
  let found: ReadonlySet<string> | undefined;
  const isDeclared = (name: string): boolean => (found ??= passwordsIn(document)).has(name);
  const isMember = (name: string): boolean => {
    const plain = plainName(name);
    return wellKnown.has(plain) || endings.test(plain) || isDeclared(name);
  };
  const isHeader = (name: string): boolean =>
    headers.has(name.toLowerCase()) || secretHeader.test(name.toLowerCase()) || isDeclared(name);
  return {
    isHeader,
    isMember,
    isQuery: (name) =>
      queries.has(name.toLowerCase()) || isMember(name) || (ofSignIn.has(plainName(name)) && !taken.has(name)),
    isCredentialHeader: (name) => name.toLowerCase() !== 'proxy-authorization' && isHeader(name),
    isCredentialCookie: (name) => cookies.has(name) || /sess|sid$|auth|token|jwt/i.test(name),
  };
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_.]/g, '');
}

/** Names of properties and parameters with `format: password`. */
function passwordsIn(document: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<object>();
  const open: Json[] = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isJsonObject(value)) addPasswords(value, names);
    open.push(...(isJsonObject(value) ? Object.values(value) : value));
  }
  return names;
}

function addPasswords({ name, schema, properties }: JsonObject, names: Set<string>): void {
  if (typeof name === 'string' && isPassword(schema)) names.add(name);
  if (!isJsonObject(properties)) return;
  for (const [key, property] of Object.entries(properties)) if (isPassword(property)) names.add(key);
}

function isPassword(schema: Json | undefined): boolean {
  return isJsonObject(schema) && schema['format'] === 'password';
}
