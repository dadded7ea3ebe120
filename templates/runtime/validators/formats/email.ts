import { isDomainName, isIpv4, isIpv6 } from './network.js';

const dotAtom = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

/** Whether a text is a mailbox of RFC 5321: `local@domain`, the domain a host name or an address in brackets. */
export function isEmail(text: string): boolean {
  return isMailbox(text, isDomainName);
}

/** Whether a text is a mailbox whose domain is an address in brackets or a name that the function accepts. */
export function isMailbox(text: string, isName: (text: string) => boolean): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  return at > 0 && (dotAtom.test(local) || quoted.test(local)) && isDomain(text.slice(at + 1), isName);
}

function isDomain(text: string, isName: (text: string) => boolean): boolean {
  if (!text.startsWith('[')) return isName(text);
  if (!text.endsWith(']')) return false;
  const address = text.slice(1, -1);
  return address.startsWith('IPv6:') ? isIpv6(address.slice(5)) : isIpv4(address);
}
