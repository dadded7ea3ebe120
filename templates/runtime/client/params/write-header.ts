import type { TextRules, WriteAny } from '../../operation.js';
import { textsOf, type Refuse } from './parameter-text.js';

/** Writes a header that is text or a list, in style `simple`. */
export const writeHeader: WriteAny = (_operation, { name }, value, { headers, refuse }) => {
  const texts = textsOf(value, headerText(refuse), refuse, ',');
  if (texts.length > 0) headers[name] = texts.join(',');
};

/** A header has no escapes: what it cannot carry as it stands is refused. */
export function headerText(refuse: Refuse): TextRules['encode'] {
  return (text, beside = '') => {
    if (/^[\t ]|[\t ]$|[^\t\u0020-\u007e\u0080-\u00ff]/.test(text)) throw refuse('holds what a header cannot carry');
    for (const delimiter of beside) {
      if (text.includes(delimiter)) throw refuse(`holds \`${delimiter}\`, which separates items`);
    }
    return text;
  };
}
