import { isIpv6 } from './network.js';

const uriParts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/;
/** Without a scheme, a colon in the first segment would make one. */
const firstSegment = /^[^/]*:/;
const scheme = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const pathText = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
const queryText = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/;
const userInfo = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*$/;
const hostText = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
const futureAddress = /^v[0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/i;
const variable = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9][0-9]{0,3}|\*)?$/;
// oxlint-disable-next-line no-control-regex -- RFC 6570 excludes control characters
const literalText = /^(?:[^\u0000-\u0020"%<>\\^`{|}\u007f-\u009f]|%[0-9A-Fa-f]{2})*$/;

/** Whether a text is a URI of RFC 3986: it names its scheme. */
export function isUri(text: string): boolean {
  return uriParts.exec(text)?.[1] !== undefined && isUriReference(text);
}

/** Whether a text is a URI or a relative reference of RFC 3986. */
export function isUriReference(text: string): boolean {
  const found = uriParts.exec(text);
  if (found === null) return false;
  const [, name, authority, path = '', query = '', fragment = ''] = found;
  if (name !== undefined && !scheme.test(name)) return false;
  if (authority !== undefined && !isAuthority(authority)) return false;
  if (name === undefined && authority === undefined && firstSegment.test(path)) return false;
  return pathText.test(path) && queryText.test(query) && queryText.test(fragment);
}

/** Whether a text is a template of RFC 6570: `/videos/{id}{?part*}`. */
export function isUriTemplate(text: string): boolean {
  const pieces = text.split(/\{([^{}]*)\}/);
  return pieces.every((piece, index) => (index % 2 === 0 ? literalText.test(piece) : isExpression(piece)));
}

function isExpression(text: string): boolean {
  const variables = text.replace(/^[+#./;?&=,!@|]/, '').split(',');
  return variables.every((one) => variable.test(one));
}

function isAuthority(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [host, port] = splitPort(text.slice(at + 1));
  return userInfo.test(text.slice(0, Math.max(at, 0))) && /^[0-9]*$/.test(port) && isHost(host);
}

function splitPort(text: string): readonly [string, string] {
  const colon = text.indexOf(':', text.lastIndexOf(']') + 1);
  return colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
}

function isHost(text: string): boolean {
  if (!text.startsWith('[')) return hostText.test(text);
  const address = text.slice(1, -1);
  return text.endsWith(']') && (isIpv6(address) || futureAddress.test(address));
}
