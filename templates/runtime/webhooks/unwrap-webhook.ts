import { headerOf, type WebhookInput } from './read-webhook.js';
import type { VerifiedWebhook, VerifyWebhook, VerifyWebhookOptions } from './verify-webhook.js';
import type { Validator } from '../validators/check/validator.js';
import { WebhookError } from './webhook-error.js';
import type { WebhookScheme } from './webhook-scheme.js';

/** How the requests of a webhook are told from those of others: by a member of the body or a header, and its values. */
export interface WebhookRule {
  /** The header that tells; else the member does. */
  readonly header?: string;
  /** The member of the body that tells. */
  readonly member?: string;
  /** Its values. Absent where nothing tells. */
  readonly values?: readonly string[];
  /** How it is signed, where it is not as the others are; `createSchemedUnwrap` heeds it. */
  readonly scheme?: WebhookScheme;
}

/** Validates the body of a webhook: a validator of a generated package. */
interface BodyValidator {
  readonly check: (value: unknown) => readonly unknown[];
}

/** Options of the generated function `unwrapWebhook`. */
export interface UnwrapWebhookOptions<Name extends string = string> extends VerifyWebhookOptions {
  /** The webhook that it is, where its address tells. Default: what the body or a header says. */
  readonly name?: Name;
  /** Validates the body: `webhookValidators` of the same module. Default: it is not validated. */
  readonly validators?: { readonly [One in Name]?: BodyValidator };
}

/** What is known of a webhook besides its name and body. */
export interface WebhookEnvelope extends Pick<VerifiedWebhook, 'id' | 'time'> {
  /** The body as it came. */
  readonly raw: Uint8Array;
}

/** A webhook that the spec does not declare. */
export interface UnknownWebhook extends WebhookEnvelope {
  readonly name: undefined;
  readonly body: unknown;
}

/** A webhook of any name. */
type AnyWebhook = WebhookEnvelope & { readonly name: string | undefined; readonly body: unknown };

/** A webhook of one of some names, with the body of that. */
export type WebhookOf<Bodies> = {
  readonly [Name in keyof Bodies]: WebhookEnvelope & { readonly name: Name; readonly body: Bodies[Name] };
}[keyof Bodies];

/** Validators of bodies by the names of webhooks, as these are on the wire. */
export type WebhookValidators<Bodies> = { readonly [Name in keyof Bodies]?: Validator<Bodies[Name], unknown> };

/** Verifies a webhook and reads its body. */
export interface UnwrapWebhook<Bodies> {
  <Name extends keyof Bodies & string>(
    input: WebhookInput,
    options: UnwrapWebhookOptions<keyof Bodies & string> & { readonly name: Name },
  ): Promise<WebhookOf<Pick<Bodies, Name>>>;
  (
    input: WebhookInput,
    options: UnwrapWebhookOptions<keyof Bodies & string>,
  ): Promise<WebhookOf<Bodies> | UnknownWebhook>;
}

/** How a service sends webhooks. */
export interface WebhookService {
  readonly scheme: WebhookScheme;
  /** The declared webhooks by name. */
  readonly rules: Readonly<Record<string, WebhookRule>>;
  readonly verify: VerifyWebhook;
}

/** Makes the function that verifies and reads the webhooks of a service. */
export function createUnwrap<Bodies>(service: WebhookService): UnwrapWebhook<Bodies> {
  // The rules find no other names than those of the bodies, and a name that is given is one of them.
  return ((input: WebhookInput, options: UnwrapWebhookOptions) =>
    unwrapWebhook(service, input, options)) as UnwrapWebhook<Bodies>;
}

/** Whether a key says of itself that it is a public one. */
function isPublic(secret: string): boolean {
  return /^whpk_|-----/.test(secret);
}

/**
 * Makes the same function for a service that signs some webhooks in a way of their own: the one of the option `name`, or whose
 * header is there. Each of several secrets is used for the algorithms that it is made for: whoever sends a request chooses its
 * headers, and must not make a public key the secret of an HMAC.
 */
export function createSchemedUnwrap<Bodies>(service: WebhookService): UnwrapWebhook<Bodies> {
  const { rules } = service;
  const schemeOf = (name = ''): WebhookScheme => rules[name]?.scheme ?? service.scheme;
  const unwrap = async (input: WebhookInput, options: UnwrapWebhookOptions): Promise<AnyWebhook> => {
    if (options.scheme) return unwrapWebhook(service, input, options);
    const { name } = options;
    const known = name ? [] : Object.keys(rules).map(schemeOf);
    const scheme = known.find(({ header }) => headerOf(input.headers, header)) ?? schemeOf(name);
    const isShared = !scheme.algorithm || scheme.algorithm.startsWith('hmac');
    const all = [options.secret].flat();
    // Bytes are a shared secret: their numbers look like no public key.
    const own = all.filter(
      (one) => isPublic(String(one)) !== isShared || (!scheme.algorithm && String(one).startsWith('whpk_')),
    );
    // A named webhook has one algorithm, so that its key may be a bare one.
    const secret = name && !isShared && own.length === 0 ? all : own;
    const found = await unwrapWebhook({ ...service, scheme }, input, { ...options, secret });
    // A signature of another way proves nothing about this webhook.
    if (schemeOf(found.name).header === scheme.header) return found;
    throw new WebhookError('wrongSignature', found.name);
  };
  // As above.
  return unwrap as UnwrapWebhook<Bodies>;
}

async function unwrapWebhook(
  { rules, scheme, verify }: WebhookService,
  input: WebhookInput,
  options: UnwrapWebhookOptions,
): Promise<AnyWebhook> {
  const { body: raw, ...verified } = await verify(input, { scheme, ...options });
  const body = parseBody(raw, headerOf(input.headers, 'content-type'));
  const { validators } = options;
  const name = options.name ?? nameOf(rules, body, input) ?? matchOf(validators, body);
  const issues = validators?.[name ?? '']?.check(body) ?? [];
  if (issues.length > 0) throw new WebhookError('invalidBody', name, issues);
  return { ...verified, name, body, raw };
}

function parseBody(bytes: Uint8Array, type: string): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text) return undefined;
    if (/form-urlencoded/i.test(type)) return Object.fromEntries(new URLSearchParams(text));
    return type === '' || /json/i.test(type) ? JSON.parse(text) : text;
  } catch {
    throw new WebhookError('invalidBody', 'syntax');
  }
}

/** By what the spec says; else by the member `type`, as Standard Webhooks advises; else it is the only one. */
function nameOf(rules: Readonly<Record<string, WebhookRule>>, body: unknown, input: WebhookInput): string | undefined {
  const members = new Map(Object.entries(typeof body === 'object' && body ? body : {}));
  const entries = Object.entries(rules);
  const found = entries.find(([name, { header, member = 'type', values = [name] }]) =>
    values.includes(String(header ? headerOf(input.headers, header) : members.get(member))),
  );
  const [only, other] = entries;
  return (found ?? (other || only?.[1].values ? undefined : only))?.[0];
}

/** The only webhook whose validator takes the body. */
function matchOf(validators: UnwrapWebhookOptions['validators'] = {}, body: unknown): string | undefined {
  const [one, other] = Object.keys(validators).filter((name) => validators[name]?.check(body).length === 0);
  return other ? undefined : one;
}
