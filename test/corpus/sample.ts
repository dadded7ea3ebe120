import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A spec of the corpus. */
export interface CorpusSpec {
  /** Short path in its package: `stripe.com`, `azure.com/monitor`. */
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

/** The part of the corpus that a run tries; a list has the names of specs. */
export type Extent = 'sample' | 'all' | readonly string[];

/** Well-known specs, which are part of the sample and come first in every run. */
const first = ['github', 'stripe.com', 'kubernetes.io', 'microsoft.com/graph'];

/** Number of the largest specs that belong to the sample. */
const largest = 25;

/** One spec in six belongs to the sample, by the hash of its name: further specs in the corpus do not change the choice. */
const oneIn = 6;

/** Lists all specs below a folder, sorted by name. `prefix` is put before each name. */
export function listSpecs(folder: string, prefix: string = ''): readonly CorpusSpec[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:json|yaml)$/.test(path))
    .map((path) => toSpec(prefix + path.replaceAll('\\', '/').replace(/\.\w+$/, ''), join(folder, path)))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Describes a spec file by a name, its path and its size. */
export function toSpec(name: string, file: string): CorpusSpec {
  return { name, file, bytes: statSync(file).size };
}

/** Returns the specs of a run: the well-known ones first, then the largest first, so that no slow spec starts last. */
export function chooseSpecs(specs: readonly CorpusSpec[], extent: Extent): readonly CorpusSpec[] {
  const bySize = [...specs].sort((left, right) => right.bytes - left.bytes);
  const large = new Set(bySize.slice(0, largest));
  const isChosen = (one: CorpusSpec): boolean => {
    if (extent === 'all') return true;
    if (extent !== 'sample') return extent.includes(one.name);
    return first.includes(one.name) || large.has(one) || isDrawn(one.name);
  };
  const rank = ({ name }: CorpusSpec): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return bySize.filter(isChosen).sort((left, right) => rank(left) - rank(right));
}

function isDrawn(name: string): boolean {
  return createHash('sha256').update(name).digest().readUInt32BE() % oneIn === 0;
}
