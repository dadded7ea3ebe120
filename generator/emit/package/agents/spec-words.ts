import type { Api } from '../../../api/api.js';
import { cutText } from '../../code/docs/doc-lines.js';
import type { Code } from '../../code/templates/templates.js';
import { markdownText } from '../markdown.js';

/** Words of the spec on a page for agents: one line without any markup, of so many characters at most. */
export function specWords(text: string, most: number): Code {
  const [paragraph = ''] = text
    .trim()
    .slice(0, MOST_READ)
    .split(/\n\s*\n/, 1);
  const line = paragraph.replace(/\s+/g, ' ').trim();
  return markdownText(line.length <= most ? line : `${cutText(line.slice(0, most))} …`);
}

/** A description may be as long as a book. */
const MOST_READ = 5000;

/** What the spec says of the service, in its own words; `false` where it says nothing. */
export function aboutService({ doc }: Api): Code | false {
  const words = specWords(doc.summary ?? doc.description ?? '', 300);
  return words.text === '' ? false : words;
}

/** The title of the service, for a line that others quote: letters, digits and few marks. */
export function plainTitle({ title }: Api): string {
  return title
    .replace(/[^\p{L}\p{N} '.,&()-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
    .trim();
}
