import type { Engine } from '../../../world/engine.js';
import type { Exchange } from '../../../plan/exchange.js';
import { OAuthError } from '../oauth-error.js';
import type { SignInOptions } from '../sign-in-options.js';
import { type EndpointKind, type SignInPlan, scopeForm } from '../sign-in-plan.js';

/** A request to an endpoint, and what it is about. */
export interface Scene {
  readonly engine: Engine;
  readonly exchange: Exchange;
  readonly plan: SignInPlan;
  readonly options: SignInOptions;
  /** Path of the issuer. */
  readonly issuerPath: string;
}

/** The origin of a request with the name of the world. */
export function baseOf({ engine, exchange }: Scene): string {
  return exchange.url.origin + engine.prefix;
}

/** The issuer of ID tokens. */
export function issuerOf(scene: Scene): string {
  return baseOf(scene) + scene.issuerPath;
}

/** The address of an endpoint. */
export function addressOf(scene: Scene, kind: EndpointKind): string {
  return baseOf(scene) + scene.plan.pathOf(kind, scene.issuerPath);
}

/** Scopes that OpenID Connect gives a meaning to. */
export const openidScopes: Readonly<Record<string, string>> = {
  openid: 'Know who you are.',
  profile: 'See your name and your picture.',
  email: 'See your email address.',
  address: 'See your postal address.',
  phone: 'See your phone number.',
  offline_access: 'Do this also while you are away.',
};

/** The scopes that a request asks for; those of the spec if it names none. Rejects (`invalid_scope`) unknown ones. */
export function scopesAsked({ plan }: Pick<Scene, 'plan'>, text: string | undefined): readonly string[] {
  if (text === undefined) return [...plan.scopes.keys()];
  const asked = [...new Set(text.split(' ').filter((one) => one !== ''))];
  const wrong = asked.find((one) => !scopeForm.test(one) || (plan.scopes.size > 0 && !isKnown(plan, one)));
  if (wrong !== undefined) throw new OAuthError('invalid_scope', `There is no scope ${wrong}.`);
  return asked;
}

function isKnown({ scopes }: SignInPlan, scope: string): boolean {
  return scopes.has(scope) || Object.hasOwn(openidScopes, scope);
}

/** What a scope gives access to, in the words of the spec. */
export function describeScope({ scopes }: SignInPlan, scope: string): string {
  const stated = scopes.get(scope);
  return stated === undefined || stated === ''
    ? Object.hasOwn(openidScopes, scope)
      ? (openidScopes[scope] ?? '')
      : ''
    : stated;
}

/** Whether a string can name a user. */
export function isUser(text: string): boolean {
  return text.trim() !== '' && text.length <= 255 && !/\p{Cc}/u.test(text);
}

/** The claims of a user: those of the options, and what can be made of the name. */
export function claimsOf(
  { options }: Scene,
  user: string,
  scopes: readonly string[],
): Readonly<Record<string, unknown>> {
  const { users = {} } = options;
  const stated = Object.hasOwn(users, user) ? (users[user] ?? {}) : {};
  const name = user.replace(/@.*$/, '');
  return {
    ...(scopes.includes('profile') && { name, preferred_username: user }),
    ...(scopes.includes('email') && {
      email: user.includes('@') ? user : `${encodeURIComponent(user)}@example.com`,
      email_verified: true,
    }),
    ...stated,
    sub: user,
  };
}
