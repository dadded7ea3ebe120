import { oneLine } from '../printable.js';

/** Puts a text of a spec or a service into one line for an agent, with no tags that a prompt could take for its own: `<b>` → `‹b›`. */
export function plainText(text: string, most: number): string {
  return oneLine(
    text.replace(/<([A-Za-z/!?|][^<>]*)>/g, '\u2039$1\u203A').replace(/<(?=[A-Za-z/!?|])/g, '\u2039'),
    most,
  );
}
