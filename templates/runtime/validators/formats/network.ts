const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const octet = /^(?:0|[1-9][0-9]{0,2})$/;
const group = /^[0-9A-Fa-f]{1,4}$/;

/** Returns whether a string is a domain name of mail and URLs: labels of letters, digits and inner hyphens, 253 characters at most. */
export function isDomainName(value: string): boolean {
  return value.length <= 253 && value.split('.').every(isPlainLabel);
}

/** Returns whether a string is a label of letters, digits and inner hyphens, 63 characters at most. */
export function isPlainLabel(value: string): boolean {
  return label.test(value);
}

/** Returns whether a string is an IPv4 address of four decimal numbers without leading zeros. */
export function isIpv4(value: string): boolean {
  const parts = value.split('.');
  return parts.length === 4 && parts.every((part) => octet.test(part) && Number(part) <= 255);
}

/** Returns whether a string is an IPv6 address, without zone. */
export function isIpv6(value: string): boolean {
  const halves = value.split('::');
  if (halves.length > 2 || value.length > 45) return false;
  const sizes = halves.map((half, index) => countGroups(half, index === halves.length - 1));
  const size = sizes.reduce((left, right) => left + right, 0);
  return halves.length === 1 ? size === 8 : size <= 7;
}

/** Counts the groups in half of an address. An IPv4 address at its end counts as two. NaN if a group is malformed. */
function countGroups(half: string, isTail: boolean) {
  if (half === '') return 0;
  const parts = half.split(':');
  const last = parts[parts.length - 1] ?? '';
  const hasIpv4 = isTail && last.includes('.');
  const groups = hasIpv4 ? parts.slice(0, -1) : parts;
  if (hasIpv4 && !isIpv4(last)) return NaN;
  return groups.every((part) => group.test(part)) ? groups.length + (hasIpv4 ? 2 : 0) : NaN;
}
