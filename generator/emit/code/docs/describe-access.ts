import type { Api, Operation } from '../../../api/api.js';
import type { SecurityNeed } from '../../../api/service/service.js';
import { joinWords } from '../../../api/docs/sentence.js';
import type { Words } from './operation-sentences.js';

/** `Needs an OAuth 2.0 token.`, `Needs an API key or an OAuth 2.0 token.`; nothing where no credential is needed. */
export function credentialSentence(api: Api, { security }: Operation, words: Words): string | undefined {
  const alternatives = security.filter((needs) => needs.length > 0);
  if (alternatives.length === 0) return undefined;
  const credentials = alternatives.map((needs) =>
    joinWords([...new Set(needs.map((need) => credential(api, need, words)))], 'and'),
  );
  const verb = alternatives.length < security.length ? 'Takes' : 'Needs';
  return `${verb} ${joinWords([...new Set(credentials)], 'or')}.`;
}

/** `Scopes, any one of: …` as far as the operation names some; of addresses that begin alike, the last steps. */
export function scopeSentences({ security }: Operation, words: Words): readonly string[] {
  const sets = security.map((needs) => needs.flatMap((need) => need.scopes)).filter((scopes) => scopes.length > 0);
  if (sets.length === 0) return [];
  const start = commonStart(sets.flat());
  const texts = sets.map((scopes) =>
    joinWords(
      scopes.map((scope) => words.code(scope.slice(start.length))),
      'and',
    ),
  );
  const after = start === '' ? '' : ` (each after ${words.code(start)})`;
  const [only = '', ...others] = new Set(texts);
  return [
    others.length === 0 ? `Scope: ${only}${after}.` : `Scopes, any one of: ${[only, ...others].join(', ')}${after}.`,
  ];
}

/** The address that several scopes begin with, up to the last slash; empty where they have none in common. */
function commonStart(scopes: readonly string[]): string {
  const starts = new Set(scopes.map((scope) => /^https?:\/\/.*\/(?=[^/]+$)/.exec(scope)?.[0] ?? ''));
  const [start = '', ...others] = starts;
  return new Set(scopes).size > 1 && others.length === 0 ? start : '';
}

function credential(api: Api, need: SecurityNeed, words: Words): string {
  const scheme = api.securitySchemes.find((one) => one.name === need.scheme);
  switch (scheme?.kind) {
    case 'apiKey':
      return 'an API key';
    case 'basic':
      return 'a user name and password';
    case 'bearer':
      return isOauth2(scheme) ? 'an OAuth 2.0 token' : 'a bearer token';
    default:
      return `the credential ${words.code(need.scheme)}`;
  }
}

/** A spec that does not know the flows cannot say `type: oauth2`: it has to say `bearer`, and is taken by its name. */
function isOauth2({ oauth2, name }: { readonly oauth2: boolean; readonly name: string }): boolean {
  return oauth2 || /^oauth/i.test(name);
}
