import { inlineCode } from '../../api/docs/inline-code.js';

/** How sentences write what comes from the spec: doc comments and pages differ in what has to be escaped. */
export interface Words {
  /** A name or a value. */
  code(text: string): string;
  /** Prose of the spec, on one line. */
  text(text: string): string;
}

/** Words of a doc comment; what could end it is taken care of where comments are printed. */
export const docWords: Words = {
  code: (text) => inlineCode(oneLine(text)),
  text: oneLine,
};

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
