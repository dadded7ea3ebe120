import type { Json } from '../../spec/read/json.js';
import { isJsonObject } from '../../spec/read/json.js';
import { inlineCode } from '../docs/inline-code.js';
import { joinWords } from '../docs/sentence.js';

/** What a call sends that leaves the parameter out, in a sentence (`x-part`). */
export function partNotes(part: Json | undefined): readonly string[] {
  if (!isJsonObject(part)) return [];
  const { default: parts } = part;
  if (parts === 'body') return ['Left out, the parts that the body holds are sent.'];
  if (!Array.isArray(parts)) return [];
  const names = parts.filter((name): name is string => typeof name === 'string').map(inlineCode);
  return names.length === 0 ? [] : [`Left out, ${joinWords(names, 'and')} ${names.length === 1 ? 'is' : 'are'} sent.`];
}
