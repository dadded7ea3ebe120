import { oneLine } from '../printable.js';

/** Puts a text of a spec or a service into one line for an agent, with no tags that a prompt could take for its own: `<b>` → `‹b›`. */
export function toPlainText(text: string, most: number): string {
  return oneLine(
    text.replace(/<([A-Za-z/!?|][^<>]*)>/g, '\u2039$1\u203A').replace(/<(?=[A-Za-z/!?|])/g, '\u2039'),
    most,
  );
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Returns the first sentence of a text, in any language: `Lists pets, e.g. cats. Needs a key.` → `Lists pets, e.g. cats.` */
export function readFirstSentence(text: string): string {
  // A longer sentence is cut anyway. A line break inside one would end it.
  return sentences.segment(oneLine(text, 500)).containing(0)?.segment.trim() ?? '';
}
