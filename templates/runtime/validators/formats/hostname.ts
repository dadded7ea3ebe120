import { areOrdered, isUnicodeLabel, readAsciiLabel } from './idna.js';
import { isPlainLabel } from './network.js';

/** Tests if a string is a host name of RFC 1123: labels of letters, digits and inner hyphens, 253 characters at most. */
export function isHostname(value: string): boolean {
  return value.length <= 253 && areLabels(value.split('.'), isPlainLabel);
}

/** Tests if a string is a host name of RFC 1123 or an internationalised one of RFC 5890. */
export function isIdnHostname(value: string): boolean {
  return value.length <= 253 && areLabels(value.split(/[.\u3002\uff0e\uff61]/), isEitherLabel);
}

function isEitherLabel(value: string): boolean {
  return isPlainLabel(value) || isUnicodeLabel(value);
}

/** Two hyphens in third and fourth position are reserved for `xn--` names, which are read. */
function areLabels(labels: readonly string[], isLabel: (value: string) => boolean): boolean {
  const read = labels.map((one) => (/^..--/.test(one) && isPlainLabel(one) ? readReserved(one) : one));
  return labels.every(isLabel) && read.every((one) => one !== undefined) && areOrdered(read);
}

function readReserved(value: string): string | undefined {
  return /^xn--/i.test(value) ? readAsciiLabel(value) : undefined;
}
