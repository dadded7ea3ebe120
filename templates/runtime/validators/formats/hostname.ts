import { areOrdered, isUnicodeLabel, readAsciiLabel } from './idna.js';
import { isPlainLabel } from './network.js';

/** Whether a text is a host name of RFC 1123: labels of letters, digits and inner hyphens, 253 characters at most. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && areLabels(text.split('.'), isPlainLabel);
}

/** Whether a text is a host name of RFC 1123 or an internationalised one of RFC 5890. */
export function isIdnHostname(text: string): boolean {
  return text.length <= 253 && areLabels(text.split(/[.\u3002\uff0e\uff61]/), isEitherLabel);
}

function isEitherLabel(text: string): boolean {
  return isPlainLabel(text) || isUnicodeLabel(text);
}

/** Two hyphens in third and fourth place are reserved for `xn--` names, which are read. */
function areLabels(labels: readonly string[], isLabel: (text: string) => boolean): boolean {
  const read = labels.map((one) => (/^..--/.test(one) && isPlainLabel(one) ? readReserved(one) : one));
  return labels.every(isLabel) && read.every((one) => one !== undefined) && areOrdered(read);
}

function readReserved(text: string): string | undefined {
  return /^xn--/i.test(text) ? readAsciiLabel(text) : undefined;
}
