import { isIpv6 } from './network.js';

const uriParts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/;
/** Matches a first segment with a colon, which would be read as a scheme. */
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

/** Returns whether a string is a URI of RFC 3986, with a scheme. */
export function isUri(value: string): boolean {
  return uriParts.exec(value)?.[1] !== undefined && isUriReference(value);
}

/** Returns whether a string is a URI or a relative reference of RFC 3986. */
export function isUriReference(value: string): boolean {
  const found = uriParts.exec(value);
  if (found === null) return false;
  const [, name, authority, path = '', query = '', fragment = ''] = found;
  if (name !== undefined && !scheme.test(name)) return false;
  if (authority !== undefined && !isAuthority(authority)) return false;
  if (name === undefined && authority === undefined && firstSegment.test(path)) return false;
  return pathText.test(path) && queryText.test(query) && queryText.test(fragment);
}

/** Returns whether a string is a template of RFC 6570: `/videos/{id}{?part*}`. */
export function isUriTemplate(value: string): boolean {
  return value.split(/\{([^{}]*)\}/).every((piece, index) => {
    if (index % 2 === 0) return literalText.test(piece);
    const variables = piece.replace(/^[+#./;?&=,!@|]/, '').split(',');
    return variables.every((one) => variable.test(one));
  });
}

/** Returns whether the part after `//` is valid: `user@[2001:db8::1]:80`. */
function isAuthority(value: string) {
  const at = value.lastIndexOf('@');
  const rest = value.slice(at + 1);
  const colon = rest.indexOf(':', rest.lastIndexOf(']') + 1);
  const [host, port] = colon < 0 ? [rest, ''] : [rest.slice(0, colon), rest.slice(colon + 1)];
  if (!userInfo.test(value.slice(0, Math.max(at, 0))) || !/^[0-9]*$/.test(port)) return false;
  if (!host.startsWith('[')) return hostText.test(host);
  const address = host.slice(1, -1);
  return host.endsWith(']') && (isIpv6(address) || futureAddress.test(address));
}
