import { headerOf, type WebhookInput } from './read-webhook.js';
import type { VerifiedWebhook, VerifyWebhook, VerifyWebhookOptions } from './verify-webhook.js';
import type { Validator } from '../validators/check/validator.js';
import { WebhookError } from './webhook-error.js';
import type { WebhookScheme } from './webhook-scheme.js';

/** The rule by which a webhook is recognized: the values of a header or of a member of the body. */
export interface WebhookRule {
  readonly header?: string;
  /** Name of the member, if there is no `header`. Default: `type`. */
  readonly member?: string;
  /** Values of the header or member. Default: the name of the webhook. */
  readonly values?: readonly string[];
  /** Scheme of its own, which only `createSchemedUnwrap` uses. */
  readonly scheme?: WebhookScheme;
}

/** Options of the generated function `unwrapWebhook`. */
export interface UnwrapWebhookOptions<Name extends string = string> extends VerifyWebhookOptions {
  /** Name of the webhook, if it is known, for example by its address. Default: recognized by the body or a header. */
  readonly name?: Name;
  /** Validators of bodies: `webhookValidators` of the same module. Default: none. */
  readonly validators?: { readonly [One in Name]?: { readonly check: (value: unknown) => readonly unknown[] } };
}

/** The members of a webhook besides its name and body. */
export interface WebhookEnvelope extends Pick<VerifiedWebhook, 'id' | 'time'> {
  /** The bytes of the body. */
  readonly raw: Uint8Array;
}

/** A webhook that the spec does not declare. */
export interface UnknownWebhook extends WebhookEnvelope {
  readonly name: undefined;
  readonly body: unknown;
}

/** A webhook with any name. */
type AnyWebhook = WebhookEnvelope & { readonly name: string | undefined; readonly body: unknown };

/** A declared webhook: a union of names, each with the type of its body. */
export type WebhookOf<Bodies> = {
  readonly [Name in keyof Bodies]: WebhookEnvelope & { readonly name: Name; readonly body: Bodies[Name] };
}[keyof Bodies];

/** Validators of bodies on the wire, by name of the webhook. */
export type WebhookValidators<Bodies> = { readonly [Name in keyof Bodies]?: Validator<Bodies[Name], unknown> };

/** Verifies a webhook, and reads and validates its body. Rejects with a `WebhookError`. */
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

/** The webhooks of a service. */
export interface WebhookService {
  readonly scheme: WebhookScheme;
  /** The declared webhooks by name. */
  readonly rules: Readonly<Record<string, WebhookRule>>;
  readonly verify: VerifyWebhook;
}

/** Creates the function that verifies and reads the webhooks of a service. */
export function createUnwrap<Bodies>(service: WebhookService): UnwrapWebhook<Bodies> {
  // `as`: rules and options have only names of the bodies.
  return ((input: WebhookInput, options: UnwrapWebhookOptions) =>
    unwrapWebhook(service, input, options)) as UnwrapWebhook<Bodies>;
}

/**
 * Creates the function that verifies and reads the webhooks of a service with several schemes. It uses the scheme of the option `name`, or
 * else the one whose header the request has. A public key is never used as the secret of an HMAC, even if the headers, which the sender
 * chooses, ask for it.
 */
export function createSchemedUnwrap<Bodies>(service: WebhookService): UnwrapWebhook<Bodies> {
  const findScheme = (name = ''): WebhookScheme => service.rules[name]?.scheme ?? service.scheme;
  const unwrap = async (input: WebhookInput, options: UnwrapWebhookOptions): Promise<AnyWebhook> => {
    if (options.scheme) return unwrapWebhook(service, input, options);
    const { name } = options;
    const known = name ? [] : Object.keys(service.rules).map(findScheme);
    const scheme = known.find(({ header }) => headerOf(input.headers, header)) ?? findScheme(name);
    const isShared = !scheme.algorithm || scheme.algorithm.startsWith('hmac');
    const all = [options.secret].flat();
    const own = all.filter((one) => {
      // Bytes are a shared secret: `String` converts them to numbers, which do not match.
      const isPublic = /^whpk_|-----/.test(String(one));
      return isPublic !== isShared || (!scheme.algorithm && String(one).startsWith('whpk_'));
    });
    // A webhook that is named has one algorithm: its key needs no prefix.
    const secret = name && !isShared && !own.length ? all : own;
    const found = await unwrapWebhook({ ...service, scheme }, input, { ...options, secret });
    // The scheme of the recognized webhook has to be the one that was verified.
    if (findScheme(found.name).header === scheme.header) return found;
    throw new WebhookError('wrongSignature', found.name);
  };
  // `as`: rules and options have only names of the bodies.
  return unwrap as UnwrapWebhook<Bodies>;
}

async function unwrapWebhook(
  { rules, scheme, verify }: WebhookService,
  input: WebhookInput,
  options: UnwrapWebhookOptions,
): Promise<AnyWebhook> {
  const { body: raw, ...verified } = await verify(input, { scheme, ...options });
  const body = parseBody(raw, headerOf(input.headers, 'content-type'));
  const { validators = {} } = options;
  const entries = Object.entries(rules);
  // By the rules of the spec (default: the member `type`, as in Standard Webhooks), or because there is only one webhook.
  const found =
    entries.find(([one, { header, member = 'type', values = [one] }]) =>
      values.includes(String(header ? headerOf(input.headers, header) : Object(body)[member])),
    ) ?? entries.find(([, { values }]) => entries.length === 1 && !values);
  let name = options.name ?? found?.[0];
  if (name === undefined) {
    const [valid, other] = Object.keys(validators).filter((one) => validators[one]?.check(body).length === 0);
    name = other ? undefined : valid;
  }
  const issues = validators[name ?? '']?.check(body) ?? [];
  if (issues.length) throw new WebhookError('invalidBody', name, issues);
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
