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
  agents: ['client'],
  'server-types': ['client', 'validators'],
};

/** Surfaces that are files of a package. */
const OF_PACKAGES: ReadonlySet<Surface> = new Set<Surface>(['agents']);

/** What surfaces are chosen for. */
type Chosen = Readonly<{ parts: readonly string[]; output: OutputSettings['output'] }>;

/** Reads `surfaces` of a service that has some parts. */
export function readSurfaces(service: Mapping, chosen: Chosen): Pick<OutputSettings, 'surfaces'> {
  const texts = readChosen(service, 'surfaces', MESSAGES, {
    describe: (names) => describeWrongSurfaces(names, chosen),
    isWrong: (text) => !isSurface(text) || wrongWith(text, chosen) !== undefined,
  });
  return texts === undefined ? {} : { surfaces: sortSurfaces(texts) };
}

/** What is wrong with a choice of surfaces, if anything is. */
export function describeWrongSurfaces(texts: readonly string[], chosen: Chosen): string | undefined {
  for (const text of texts) {
    if (!isSurface(text)) {
      const hint = didYouMean(text, SURFACES) || `; there are ${SURFACES.join(', ')}`;
      return `there is no surface ${JSON.stringify(text)}${hint}`;
    }
    const wrong = wrongWith(text, chosen);
    if (wrong !== undefined) return `the surface "${text}" ${wrong}`;
  }
  const twice = texts.find((text, index) => texts.indexOf(text) < index);
  return twice === undefined ? undefined : `the surface ${JSON.stringify(twice)} is listed twice`;
}

/** Surfaces by their names, in the order of `SURFACES`. */
export function sortSurfaces(texts: readonly string[]): readonly Surface[] {
  return SURFACES.filter((one) => texts.includes(one));
}

/** Why a surface cannot be had: a part that it needs is not there, or there is no package. */
function wrongWith(surface: Surface, { parts, output }: Chosen): string | undefined {
  if (output === 'source' && OF_PACKAGES.has(surface)) return 'is made of pages of a package; plain source has none';
  const lack = NEEDED[surface].find((part) => !parts.includes(part));
  return lack && `needs the part "${lack}"; list that, too`;
}

function isSurface(text: string): text is Surface {
  return SURFACES.some((one) => one === text);
}
