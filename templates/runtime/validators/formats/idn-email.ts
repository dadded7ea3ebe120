import { isMailbox } from './email.js';
import { isIdnHostname } from './hostname.js';

/** Returns whether a string is a mailbox of RFC 6531, which may have characters beyond ASCII on both sides: `jürgen@bücher.test`. */
export function isIdnEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at).replace(/[^\0-\x7f]/g, 'a');
  return isMailbox(local + value.slice(at).normalize('NFC'), isIdnHostname);
}
