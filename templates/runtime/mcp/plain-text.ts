import { oneLine } from '../printable.js';

/** Puts text of a spec or a service into one line for an agent, without tags, which could be part of a prompt: `<b>` → `‹b›`. */
export function toPlainText(text: string, most: number): string {
  return oneLine(
    text.replace(/<([A-Za-z/!?|][^<>]*)>/g, '\u2039$1\u203A').replace(/<(?=[A-Za-z/!?|])/g, '\u2039'),
    most,
  );
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Returns the first sentence of a text, in any language: `Lists pets, e.g. cats. Needs a key.` → `Lists pets, e.g. cats.` */
export function readFirstSentence(text: string): string {
  // In one line, because the segmenter ends a sentence at a line break.
  return sentences.segment(oneLine(text, 500)).containing(0)?.segment.trim() ?? '';
}
