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
  return at > 0 && (dotAtom.test(local) || quoted.test(local)) && isDomain(value.slice(at + 1), isName);
}

function isDomain(value: string, isName: (value: string) => boolean): boolean {
  if (!value.startsWith('[')) return isName(value);
  if (!value.endsWith(']')) return false;
  const address = value.slice(1, -1);
  return address.startsWith('IPv6:') ? isIpv6(address.slice(5)) : isIpv4(address);
}
