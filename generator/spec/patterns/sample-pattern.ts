import { type PatternNode, readPattern, UnreadablePattern } from './read-pattern.js';

/** Longest sample. */
const longest = 200;

/** Characters that a reader knows, those that say least about a value first. */
const characters = [
  ...'abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'-_./: @#+=,;!?*&%$()[]{}<>|^~`\'"\\',
];

/**
 * Samples a short string, of a length in characters between two, that a pattern matches: `[a-z]+-\d` → `a-1`; `undefined` where none
 * of the characters that it is made of fits, or where the pattern looks around or back.
 */
export function samplePattern(
  pattern: string,
  { least = 0, most = longest }: { readonly least?: number; readonly most?: number } = {},
): string | undefined {
  let tree: PatternNode;
  try {
    tree = readPattern(pattern, 'u');
  } catch (error) {
    if (error instanceof UnreadablePattern || error instanceof SyntaxError) return undefined;
    throw error;
  }
  // Repetitions grow until the string is long enough.
  for (let more = 0; more <= longest; more = more * 2 + 1) {
    const sample = write(tree, { more, index: 0, known: new Map() });
    if (sample === undefined || sample.length > Math.min(most, longest)) return undefined;
    if (sample.length >= least) return sample;
  }
  return undefined;
}

interface Writing {
  /** Repetitions beyond those that have to be. */
  readonly more: number;
  /** Characters written so far: each takes the next letter, so that a sample is `abc` and not `aaa`. */
  index: number;
  /** Characters by the source of their set. */
  readonly known: Map<string, readonly string[]>;
}

function write(node: PatternNode, writing: Writing): string | undefined {
  switch (node.kind) {
    case 'set':
      return pickCharacter(node.source, writing);
    case 'sequence':
      return joined(node.parts, writing);
    case 'choice':
      return node.parts.reduce<string | undefined>((found, part) => found ?? write(part, writing), undefined);
    case 'repeat': {
      const count = Math.min(node.most, Math.max(node.least + writing.more, Math.min(node.most, 1)));
      if (count > longest) return undefined;
      return joined(
        Array.from({ length: count }, () => node.of),
        writing,
      );
    }
    case 'anchor':
    case 'boundary':
      return '';
    case 'look':
    case 'backreference':
      return undefined;
  }
}

function joined(parts: readonly PatternNode[], writing: Writing): string | undefined {
  let text = '';
  for (const part of parts) {
    const written = write(part, writing);
    if (written === undefined || text.length > longest) return undefined;
    text += written;
  }
  return text;
}

function pickCharacter(source: string, writing: Writing): string | undefined {
  const { known } = writing;
  const found = known.get(source) ?? matching(source);
  known.set(source, found);
  const one = found[writing.index % Math.max(1, Math.min(found.length, 10))];
  if (found.length > 1) writing.index += 1;
  return one;
}

/** Lists the characters that match: those of the first kind, letters or digits or capitals, or one that is none of them. */
function matching(source: string): readonly string[] {
  const set = new RegExp(`^(?:${source})$`, 'u');
  const all = characters.filter((one) => set.test(one));
  const [first = ''] = all;
  if (first === '') return [...source].length === 1 ? [source] : [];
  const kind = [/[a-z]/, /\d/, /[A-Z]/].find((one) => one.test(first));
  return kind === undefined ? [first] : all.filter((one) => kind.test(one));
}
