import { SURFACES, type OutputSettings, type Part, type Surface } from '../emit/emit-context.js';
import { didYouMean } from '../spec/suggest.js';
import type { ListMessages, Mapping } from './mapping.js';
import { readChosen } from './read-chosen.js';

const MESSAGES: ListMessages = [
  `\`surfaces\` must be a list of ${SURFACES.join(', ')}`,
  `a surface is one of ${SURFACES.join(', ')}`,
  'the surface',
];

/** The parts of a package that a surface is made of. */
const NEEDED: Readonly<Record<Surface, readonly Part[]>> = {
  tanstack: ['client'],
  cli: ['client', 'validators'],
  mcp: ['client', 'validators'],
};

/** Reads `surfaces` of a service that has some parts. */
export function readSurfaces(service: Mapping, parts: readonly Part[]): Pick<OutputSettings, 'surfaces'> {
  const texts = readChosen(service, 'surfaces', MESSAGES, {
    describe: (names) => describeWrongSurfaces(names, parts),
    isWrong: (text) => !isSurface(text) || lackOf(text, parts) !== undefined,
  });
  return texts === undefined ? {} : { surfaces: sortSurfaces(texts) };
}

/** What is wrong with a choice of surfaces for a package of some parts, if anything is. */
export function describeWrongSurfaces(texts: readonly string[], parts: readonly string[]): string | undefined {
  for (const text of texts) {
    if (!isSurface(text)) {
      const hint = didYouMean(text, SURFACES) || `; there are ${SURFACES.join(', ')}`;
      return `there is no surface ${JSON.stringify(text)}${hint}`;
    }
    const lack = lackOf(text, parts);
    if (lack !== undefined) return `the surface "${text}" needs the part "${lack}"; list that, too`;
  }
  const twice = texts.find((text, index) => texts.indexOf(text) < index);
  return twice === undefined ? undefined : `the surface ${JSON.stringify(twice)} is listed twice`;
}

/** Surfaces by their names, in the order of `SURFACES`. */
export function sortSurfaces(texts: readonly string[]): readonly Surface[] {
  return SURFACES.filter((one) => texts.includes(one));
}

/** The first part that a surface needs and that a package does not have. */
function lackOf(surface: Surface, parts: readonly string[]): Part | undefined {
  return NEEDED[surface].find((part) => !parts.includes(part));
}

function isSurface(text: string): text is Surface {
  return SURFACES.some((one) => one === text);
}
