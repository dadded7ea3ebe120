import { createRequire } from 'node:module';
import type { CST, Document } from 'yaml';
import { DEEPEST, type TreeContext } from './tree.js';

/** What the `yaml` library exports. */
export type YamlLibrary = typeof import('yaml');

/** How many aliases a file may have: each takes some hundred bytes before it is even looked at. */
const MOST_ALIASES = 200_000;

/** Lexeme that says that the next one is a plain scalar, whatever it looks like. */
const SCALAR = '\u001F';

/** A YAML document, and whether it has aliases. */
export interface ParsedYaml {
  readonly yaml: YamlLibrary;
  readonly document: Document.Parsed;
  readonly hasAliases: boolean;
}

/** Parses a file of one YAML document; `undefined` where a mistake was reported. */
export function parseYaml(context: TreeContext): ParsedYaml | undefined {
  // Loaded by the first file in YAML: nobody else needs it.
  const yaml: YamlLibrary = createRequire(import.meta.url)('yaml');
  const parsed = parseTokens(context, yaml);
  if (parsed === undefined) return undefined;
  const { tokens, aliases } = parsed;
  const composer = new yaml.Composer({ schema: 'core', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const documents = [...composer.compose(tokens, true, context.source.text.length)];
  if (reportErrors(context, documents, tokens)) return undefined;
  const [document, second] = documents;
  if (document === undefined) throw new Error('the YAML composer was told to make a document');
  if (second === undefined) return { yaml, document, hasAliases: aliases > 0 };
  const message = 'a file of a spec is one YAML document; a second one starts here';
  const offset = second.contents?.range[0] ?? second.range[0];
  context.diagnostics.error('several-documents', message, context.source.position(offset));
  return undefined;
}

/** The tokens up to the end of a second document; reports a file that would take gigabytes as soon as that is sure. */
function parseTokens(
  { source, diagnostics }: TreeContext,
  yaml: YamlLibrary,
): { readonly tokens: readonly CST.Token[]; readonly aliases: number } | undefined {
  const parser = new yaml.Parser();
  const tokens: CST.Token[] = [];
  let [documents, aliases, before] = [0, 0, ''];
  for (const lexeme of new yaml.Lexer().lex(source.text)) {
    const { offset } = parser;
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'document' && ++documents === 2) return { tokens, aliases };
    }
    const deep = deepestOf(parser.stack);
    if (deep !== undefined) {
      diagnostics.error('too-deep', `values are nested more than ${DEEPEST} levels deep`, source.position(deep.offset));
      return undefined;
    }
    if (lexeme.startsWith('*') && before !== SCALAR && ++aliases > MOST_ALIASES) {
      const message = `a file of a spec has at most ${MOST_ALIASES} aliases`;
      diagnostics.error('too-many-aliases', message, source.position(offset));
      return undefined;
    }
    before = lexeme;
  }
  tokens.push(...parser.end());
  return { tokens, aliases };
}

/** The open collection that is one too many; the document itself is at the bottom of the stack. */
function deepestOf(stack: readonly CST.Token[]): CST.Token | undefined {
  if (stack.length <= DEEPEST + 1) return undefined;
  const token = stack[DEEPEST + 1];
  return token !== undefined && 'items' in token ? token : undefined;
}

function reportErrors(
  { source, diagnostics }: TreeContext,
  documents: readonly Document.Parsed[],
  tokens: readonly CST.Token[],
): boolean {
  const errors = documents.flatMap((document) => document.errors);
  // The parser notices at the end of the file what was opened anywhere before.
  const unclosed = errors.length === 0 ? [] : findUnclosed(tokens);
  for (const { offset, opening } of unclosed) {
    diagnostics.error('invalid-yaml', `nothing closes this ${opening}`, source.position(offset));
  }
  if (unclosed.length > 0) return true;
  for (const error of errors) diagnostics.error('invalid-yaml', error.message, source.position(error.pos[0]));
  return errors.length > 0;
}

/** A quote or bracket that nothing closes. */
interface Unclosed {
  readonly offset: number;
  /** The character: `'`, `"`, `[` or `{`. */
  readonly opening: string;
}

/** What is never closed: quotes, or else brackets. An open quote takes in whatever closes the brackets around it. */
function findUnclosed(tokens: readonly CST.Token[]): readonly Unclosed[] {
  const found: Unclosed[] = [];
  const pending = [...tokens];
  for (let token = pending.pop(); token !== undefined; token = pending.pop()) {
    const opening = openingOf(token);
    if (opening !== undefined) found.push({ offset: token.offset, opening });
    pending.push(...childrenOf(token));
  }
  const quotes = found.filter(({ opening }) => opening === "'" || opening === '"');
  return quotes.length > 0 ? quotes : found;
}

function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap((item) => [item.key, item.value].filter((one) => one !== undefined && one !== null));
}

function openingOf(token: CST.Token): string | undefined {
  switch (token.type) {
    case 'single-quoted-scalar':
      return /^'(?:[^']|'')*'$/.test(token.source) ? undefined : "'";
    case 'double-quoted-scalar':
      return /^"(?:[^"\\]|\\[^])*"$/.test(token.source) ? undefined : '"';
    case 'flow-collection':
      return token.end.some(({ type }) => type === 'flow-seq-end' || type === 'flow-map-end')
        ? undefined
        : token.start.source;
    default:
      return undefined;
  }
}
