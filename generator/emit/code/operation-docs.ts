import type { Api, Operation, SecurityNeed } from '../../api/api.js';
import type { DocLine } from './doc-comments.js';
import { docLines } from './doc-lines.js';
import { extensionNotes } from './extension-notes.js';

/** `` `POST /playlists` `` */
export function requestLine(operation: Operation): string {
  return `\`${operation.method} ${operation.path}\``;
}

/** Doc of the free function: `` `POST /playlists`: creates … `` and `@deprecated`. */
export function shortOperationDocs(operation: Operation): readonly DocLine[] {
  const { summary, description, deprecated } = operation.doc;
  const [first = ''] = (summary ?? description ?? '').trim().split('\n', 1);
  const line = first === '' ? requestLine(operation) : `${requestLine(operation)}: ${lowerFirst(first)}`;
  return docLines(deprecated === true ? { summary: line, deprecated } : { summary: line });
}

/** Doc of the method: texts of the spec, further facts, then request line, credentials and source. */
export function fullOperationDocs(api: Api, operation: Operation): readonly DocLine[] {
  return docLines(operation.doc, [requestSentence(api, operation)], extensionNotes(operation.extensions));
}

/** `` `POST /playlists`, needs an OAuth 2.0 token. `` */
function requestSentence(api: Api, operation: Operation): string {
  const need = credentialSentence(api, operation);
  return need === undefined ? `${requestLine(operation)}.` : `${requestLine(operation)}, ${lowerFirst(need)}`;
}

/** `Needs an OAuth 2.0 token.`, `Needs an API key or an OAuth 2.0 token.`; nothing where no credential is needed. */
function credentialSentence(api: Api, operation: Operation): string | undefined {
  const alternatives = operation.security.filter((needs) => needs.length > 0);
  if (alternatives.length === 0) return undefined;
  const words = [...new Set(alternatives.map((needs) => needs.map((need) => credential(api, need)).join(' and ')))];
  const verb = alternatives.length < operation.security.length ? 'Takes' : 'Needs';
  return `${verb} ${words.join(' or ')}.`;
}

function credential(api: Api, need: SecurityNeed): string {
  const scheme = api.securitySchemes.find((one) => one.name === need.scheme);
  switch (scheme?.kind) {
    case 'apiKey':
      return 'an API key';
    case 'basic':
      return 'a user name and password';
    case 'bearer':
      return `${isOauth2(scheme) ? 'an OAuth 2.0 token' : 'a bearer token'}${scopes(need)}`;
    default:
      return `the credential \`${need.scheme}\``;
  }
}

/** A spec that does not know the flows cannot say `type: oauth2`: it has to say `bearer`, and is taken by its name. */
function isOauth2({ oauth2, name }: { readonly oauth2: boolean; readonly name: string }): boolean {
  return oauth2 || /^oauth/i.test(name);
}

function scopes(need: SecurityNeed): string {
  return need.scopes.length === 0 ? '' : ` with ${need.scopes.map((scope) => `\`${scope}\``).join(', ')}`;
}

/** Leaves words such as `OAuth` and `ID` as they are. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]+\b/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
