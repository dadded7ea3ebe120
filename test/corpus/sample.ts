import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A spec of the corpus. */
export interface CorpusSpec {
  /** Its path in the package that it comes from, without what is the same for all: `stripe.com`, `azure.com/monitor`. */
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

/** How much of the corpus is gone through. */
export type Extent = 'sample' | 'all' | readonly string[];

/** Specs that stand first in every run, as they are what other generators are tried on. */
const first = ['github', 'stripe.com', 'kubernetes.io', 'microsoft.com/graph'];

/** How many of the largest specs belong to the sample. */
const largest = 25;

/** One spec in so many belongs to the sample, chosen by the hash of its name: additions do not change the others. */
const oneIn = 6;

/** All specs below a folder, by name; the names may begin with that of their package. */
export function listSpecs(folder: string, prefix: string = ''): readonly CorpusSpec[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:json|yaml)$/.test(path))
    .map((path) => toSpec(prefix + path.replaceAll('\\', '/').replace(/\.\w+$/, ''), join(folder, path)))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** A spec file under the name that the corpus knows it by. */
export function toSpec(name: string, file: string): CorpusSpec {
  return { name, file, bytes: statSync(file).size };
}

/** The specs of a run, largest first, so that none that takes long is begun last; those that others are tried on lead. */
export function chooseSpecs(specs: readonly CorpusSpec[], extent: Extent): readonly CorpusSpec[] {
  const bySize = [...specs].sort((left, right) => right.bytes - left.bytes);
  const large = new Set(bySize.slice(0, largest));
  const wanted = (one: CorpusSpec): boolean => {
    if (extent === 'all') return true;
    if (extent !== 'sample') return extent.includes(one.name);
    return first.includes(one.name) || large.has(one) || isDrawn(one.name);
  };
  const rank = ({ name }: CorpusSpec): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return bySize.filter(wanted).sort((left, right) => rank(left) - rank(right));
}

function isDrawn(name: string): boolean {
  return createHash('sha256').update(name).digest().readUInt32BE() % oneIn === 0;
}
