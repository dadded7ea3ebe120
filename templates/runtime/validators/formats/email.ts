import { isDomainName, isIpv4, isIpv6 } from './network.js';

const dotAtom = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

/** Returns whether a string is a mailbox of RFC 5321: `ann@pets.test` or `ann@[192.0.2.1]`. */
export function isEmail(value: string): boolean {
  return isMailbox(value, isDomainName);
}

/** Returns whether a string is a mailbox whose domain is an address in brackets, or a name that `isName` accepts. */
export function isMailbox(value: string, isName: (value: string) => boolean): boolean {
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at);
  if (at < 1 || !(dotAtom.test(local) || quoted.test(local))) return false;
  const domain = value.slice(at + 1);
  if (!domain.startsWith('[')) return isName(domain);
  const address = domain.slice(1, -1);
  return domain.endsWith(']') && (address.startsWith('IPv6:') ? isIpv6(address.slice(5)) : isIpv4(address));
}
