import { samplePattern as sampleByStyle } from '../../../templates/runtime/samples/sample-pattern.js';
import { regexFlags } from './read-pattern.js';

/** Maximum length of a sample. */
const longest = 200;

/** Characters to try, the least surprising ones first. */
const characters = [
  ...'abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'-_./: @#+=,;!?*&%$()[]{}<>|^~`\'"\\',
];

/** Begins of lookaround and of back references. */
const uncertain = /\(\?<?[=!]|\\(?:[1-9]|k<)/;

/**
 * Samples a short string, of a length in characters between two, that a pattern matches: `[a-z]+-\d` → `a-1`; `undefined` if none of
 * the characters that it is made of fits, or if the pattern looks around or back.
 */
export function samplePattern(
  pattern: string,
  { least = 0, most = longest }: { readonly least?: number; readonly most?: number } = {},
): string | undefined {
  if (uncertain.test(pattern) || regexFlags(pattern) !== 'u') return undefined;
  const known = new Map<string, readonly string[]>();
  // Repetitions grow until the string is long enough.
  for (let more = 0; more <= longest; more = more * 2 + 1) {
    // Each character takes the next letter, so that a sample is `abc` and not `aaa`.
    let index = 0;
    let isPossible = true;
    const text = sampleByStyle(pattern, {
      pickAlternative: ([first]) => first,
      pickCharacter: (source) => {
        const found = known.get(source) ?? listMatching(source);
        known.set(source, found);
        isPossible &&= found.length > 0;
        const one = found[index % Math.max(1, Math.min(found.length, 10))] ?? '';
        if (found.length > 1) index += 1;
        return one;
      },
      repeat: (from, to) => Math.min(to, Math.max(from + more, Math.min(to, 1)), longest + 1),
    });
    if (text === undefined || !isPossible || text.length > Math.min(most, longest)) return undefined;
    if (text.length >= least) return text;
  }
  return undefined;
}

/** Lists the characters that match: those of the first kind, letters or digits or capitals, or one that is none of them. */
function listMatching(source: string): readonly string[] {
  const set = new RegExp(`^(?:${source})$`, 'u');
  const all = characters.filter((one) => set.test(one));
  const [first = ''] = all;
  if (first === '') return [...source].length === 1 ? [source] : [];
  const kind = [/[a-z]/, /\d/, /[A-Z]/].find((one) => one.test(first));
  return kind === undefined ? [first] : all.filter((one) => kind.test(one));
}
