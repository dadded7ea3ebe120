import { isMailbox } from './email.js';
import { isIdnHostname } from './hostname.js';

/** Tests if a string is a mailbox of RFC 6531: an email address whose both sides may go beyond ASCII, in any form of Unicode. */
export function isIdnEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at).replace(/[^\0-\x7f]/g, 'a');
  return isMailbox(local + value.slice(at).normalize('NFC'), isIdnHostname);
}
