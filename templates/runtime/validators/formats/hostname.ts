import { areOrdered, isUnicodeLabel, readAsciiLabel } from './idna.js';
import { isPlainLabel } from './network.js';

/** Returns whether a string is a host name of RFC 1123: labels of letters, digits and inner hyphens, 253 characters at most. */
export function isHostname(value: string): boolean {
  return value.length <= 253 && areLabels(value.split('.'), isPlainLabel);
}

/** Returns whether a string is a host name of RFC 1123 or an internationalised one of RFC 5890. */
export function isIdnHostname(value: string): boolean {
  const labels = value.split(/[.\u3002\uff0e\uff61]/);
  return value.length <= 253 && areLabels(labels, (label) => isPlainLabel(label) || isUnicodeLabel(label));
}

function areLabels(labels: readonly string[], isLabel: (value: string) => boolean) {
  const read = labels.map((label) => {
    // Labels with hyphens in third and fourth position are reserved for encodings, of which only `xn--` is defined.
    if (!/^..--/.test(label) || !isPlainLabel(label)) return label;
    return /^xn--/i.test(label) ? readAsciiLabel(label) : undefined;
  });
  return labels.every(isLabel) && read.every((label) => label !== undefined) && areOrdered(read);
}
