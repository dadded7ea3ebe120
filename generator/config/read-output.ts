import {
  ARGUMENT_STYLES,
  DEFAULT_OUTPUT,
  IMPORT_EXTENSIONS,
  PARTS,
  type OutputSettings,
  type Part,
} from '../emit/emit-context.js';
import { didYouMean } from '../spec/suggest.js';
import type { ListMessages, Mapping } from './mapping.js';
import { readChosen } from './read-chosen.js';
import { readSurfaces } from './read-surfaces.js';

const PARTS_MESSAGES: ListMessages = [
  '`parts` must be a list of client, validators and emulator',
  'a part is client, validators or emulator',
  'the part',
];

/** Reads `output`, `parts`, `surfaces`, `importExtension` and `argumentStyle` of a service; `packageKeys` are those that only a package.json has a use for. */
export function readOutput(service: Mapping, packageKeys: readonly string[]): OutputSettings {
  const output = readChoice(service, 'output', ['package', 'source']) ?? DEFAULT_OUTPUT.output;
  const importExtension = readChoice(service, 'importExtension', IMPORT_EXTENSIONS);
  if (importExtension !== undefined && output === 'package')
    service.report('importExtension', '`importExtension` goes with `output: source`; packages import `.js`');
  for (const key of packageKeys.filter((one) => output === 'source' && service.value(one) !== undefined))
    service.report(key, `\`${key}\` goes with packages; \`output: source\` has no package.json`);
  const argumentStyle = readChoice(service, 'argumentStyle', ARGUMENT_STYLES);
  const parts = readParts(service);
  return {
    output,
    parts,
    ...readSurfaces(service, { parts, output }),
    importExtension: importExtension ?? DEFAULT_OUTPUT.importExtension,
    ...(argumentStyle !== undefined && { argumentStyle, argumentStyleAt: service.at('argumentStyle') }),
  };
}

function readChoice<T extends string>(service: Mapping, key: string, choices: readonly T[]): T | undefined {
  const text = service.string(key, (value) =>
    choices.some((one) => one === value)
      ? undefined
      : `\`${key}\` is ${choices.join(' or ')}, not ${JSON.stringify(value)}${didYouMean(value, choices)}`,
  );
  return choices.find((one) => one === text);
}

function readParts(service: Mapping): readonly Part[] {
  const rules = { describe: describeWrongParts, isWrong: (text: string) => !isPart(text) };
  const texts = readChosen(service, 'parts', PARTS_MESSAGES, rules);
  return texts === undefined ? PARTS : sortParts(texts);
}

/** What is wrong with a choice of parts, if anything is. */
export function describeWrongParts(texts: readonly string[]): string | undefined {
  const wrong = texts.find((text) => !isPart(text));
  if (wrong !== undefined)
    return `there is no part ${JSON.stringify(wrong)}${didYouMean(wrong, PARTS) || `; there are ${PARTS.join(', ')}`}`;
  const twice = texts.find((text, index) => texts.indexOf(text) < index);
  if (twice !== undefined) return `the part ${JSON.stringify(twice)} is listed twice`;
  if (texts.length === 0) return `at least one part is needed: ${PARTS.join(', ')}`;
  const lacks = texts.includes('emulator') && !texts.includes('validators');
  return lacks ? 'the part "emulator" validates requests with "validators"; list that, too' : undefined;
}

/** Parts by their names, in the order of `PARTS`. */
export function sortParts(texts: readonly string[]): readonly Part[] {
  return PARTS.filter((part) => texts.includes(part));
}

function isPart(text: string): boolean {
  return PARTS.some((part) => part === text);
}
