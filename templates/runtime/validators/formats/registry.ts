import { isDateTime, isTime } from './date-time.js';
import { isIpv4, isIpv6 } from './network.js';

const decimalText = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const languageTag =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[0-9a-wyz](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?|x(?:-[a-z0-9]{1,8})+)$/i;
const httpDate =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), ([0-9]{2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) ([0-9]{4}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) GMT$/;
const prefixLength = /^(?:0|[1-9][0-9]{0,2})$/;

/** Returns whether a number is a whole number that double precision represents exactly. */
export function isDoubleInt(value: number): boolean {
  return Number.isSafeInteger(value);
}

/** Returns whether a string is one Unicode code point. */
export function isCharacter(value: string): boolean {
  return /^[^]$/u.test(value);
}

/** Returns whether a string is a decimal number of any size: `-12.50`. */
export function isDecimal(value: string): boolean {
  return decimalText.test(value);
}

/** Returns whether a string is a date and time of RFC 3339 without offset: `2024-02-29T12:30:00`. */
export function isLocalDateTime(value: string): boolean {
  return isDateTime(`${value}Z`);
}

/** Returns whether a string is a time of day of RFC 3339 without offset: `12:30:00`. */
export function isLocalTime(value: string): boolean {
  return isTime(`${value}Z`);
}

/** Returns whether a string is a date of HTTP in the preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`. */
export function isHttpDate(value: string): boolean {
  const found = httpDate.exec(value);
  if (found === null) return false;
  const [, day = '', month = '', year = '', time = ''] = found;
  const at = new Date(`${day} ${month} ${year} 00:00:00 GMT`);
  return isTime(`${time}Z`) && at.toUTCString().startsWith(value.slice(0, 16));
}

/** Returns whether a string is a language tag of RFC 5646: `de-CH`. */
export function isLanguage(value: string): boolean {
  return languageTag.test(value);
}

/** Returns whether a string is a block of IPv4 addresses: `192.0.2.0/24`. */
export function isIpv4Block(value: string): boolean {
  return isBlock(value, 32, isIpv4);
}

/** Returns whether a string is a block of IPv6 addresses: `2001:db8::/32`. */
export function isIpv6Block(value: string): boolean {
  return isBlock(value, 128, isIpv6);
}

function isBlock(value: string, bits: number, isAddress: (value: string) => boolean) {
  const slash = value.lastIndexOf('/');
  const size = value.slice(slash + 1);
  return slash > 0 && prefixLength.test(size) && Number(size) <= bits && isAddress(value.slice(0, slash));
}
