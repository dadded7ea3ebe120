import { isDomainName, isIpv4, isIpv6 } from './network.js';

const dotAtom = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

/** Tests if a string is a mailbox of RFC 5321: `local@domain`, the domain a host name or an address in brackets. */
export function isEmail(value: string): boolean {
  return isMailbox(value, isDomainName);
}

/** Tests if a string is a mailbox whose domain is an address in brackets or a name that the function accepts. */
export function isMailbox(value: string, isName: (value: string) => boolean): boolean {
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at);
  if (at < 1 || !(dotAtom.test(local) || quoted.test(local))) return false;
  const domain = value.slice(at + 1);
  if (!domain.startsWith('[')) return isName(domain);
  const address = domain.slice(1, -1);
  return domain.endsWith(']') && (address.startsWith('IPv6:') ? isIpv6(address.slice(5)) : isIpv4(address));
}
