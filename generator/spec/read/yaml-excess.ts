import type { Code } from '../../diagnostics.js';
import type { YamlLibrary } from './load-yaml.js';
import { DEEPEST } from './tree.js';

/** What of a YAML file would take gigabytes to parse, and where. */
export interface YamlExcess {
  readonly code: Code;
  readonly message: string;
  readonly offset: number;
}

/** How many aliases a file may have: each takes some hundred bytes before it is even looked at. */
const MOST_ALIASES = 200_000;

/** How many documents are parsed before the second of them is refused. */
const MOST_DOCUMENTS = 100;

/** Lexemes that stand for no text; a scalar follows the last of them. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001F']);
const SCALAR = '\u001F';

/** Finds what a file has too much of from its lexemes alone, which are made one by one and kept by nobody. */
export function findExcess(yaml: YamlLibrary, text: string): YamlExcess | undefined {
  const counts = { depth: 0, aliases: 0, documents: 0 };
  let offset = 0;
  let before = '';
  for (const lexeme of new yaml.Lexer().lex(text)) {
    const excess = before === SCALAR ? undefined : count(counts, lexeme);
    if (excess !== undefined) return { ...excess, offset };
    if (!MARKS.has(lexeme)) offset += lexeme.length;
    before = lexeme;
  }
  return undefined;
}

interface Counts {
  depth: number;
  aliases: number;
  documents: number;
}

function count(counts: Counts, lexeme: string): Omit<YamlExcess, 'offset'> | undefined {
  if (lexeme === '[' || lexeme === '{') counts.depth++;
  if (lexeme === ']' || lexeme === '}') counts.depth--;
  if (lexeme.startsWith('*')) counts.aliases++;
  if (lexeme === '---') counts.documents++;
  if (counts.depth > DEEPEST)
    return { code: 'too-deep', message: `values are nested more than ${DEEPEST} levels deep` };
  if (counts.aliases > MOST_ALIASES)
    return { code: 'too-many-aliases', message: `a file of a spec has at most ${MOST_ALIASES} aliases` };
  if (counts.documents > MOST_DOCUMENTS)
    return { code: 'several-documents', message: 'a file of a spec is one YAML document' };
  return undefined;
}
