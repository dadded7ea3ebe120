import { isMailbox } from './email.js';
import { isIdnHostname } from './hostname.js';

/** Whether a text is a mailbox of RFC 6531: an email address whose both sides may go beyond ASCII, in any form of Unicode. */
export function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at).replace(/[^\0-\x7f]/g, 'a');
  return isMailbox(local + text.slice(at).normalize('NFC'), isIdnHostname);
}
