import { availableParallelism } from 'node:os';
import { printTable } from '../bench/report.js';
import { cacheFolder, installCorpus } from './install-corpus.js';
import { chooseDocuments, readDocument, type ChosenDocument } from './stories/choose-documents.js';
import { runStories, type DocumentStories } from './stories/run-stories.js';
import type { StoryResult } from './stories/run-story.js';

/*
 * `npm run corpus -- emulator [<name>...]`: starts the emulator of each of fifty public documents, and runs a story on each of its
 * collections: create, read, list, change, delete. Fails if less than nine in ten stories are right, or if a change was acknowledged
 * and lost. Details: test/corpus/README.md.
 */

/** Share of stories that have to be right. */
const leastRight = 0.9;

/** Runs the stories of the chosen documents, or of the documents with these names. Returns the exit code. */
export async function scoreEmulator(names: readonly string[]): Promise<number> {
  const specs = installCorpus(cacheFolder('speccast-corpus'));
  const chosen =
    names.length === 0
      ? chooseDocuments(specs)
      : specs
          .filter(({ name }) => names.includes(name))
          .flatMap((spec) => {
            const document = readDocument(spec);
            return document === undefined ? [] : [{ spec, document }];
          });
  const all = await runAll(chosen);
  for (const { name, verdicts, failure } of all) {
    if (failure !== undefined) console.log(`${name}: ${failure}`);
    for (const { path, state, reason } of verdicts)
      if (state !== 'right') console.log(`${name} ${path}: ${state}: ${reason}`);
  }
  const rows = all.map(({ name, verdicts, failure }) =>
    failure === undefined ? [name, ...count(verdicts)] : [name, 'not started', '', '', '', ''],
  );
  const total = count(all.flatMap(({ verdicts }) => verdicts));
  const head = ['Document', 'Collections', 'Right', 'Said so', 'Lost', 'Wrong'];
  console.log(`\n${printTable([head, ...rows, ['**All**', ...total]])}`);
  const [collections = 0, right = 0, , lost = 0] = total;
  return lost === 0 && right >= leastRight * collections ? 0 : 1;
}

/** Counts stories: all, then those with each state. */
function count(verdicts: readonly StoryResult[]): readonly number[] {
  const states = ['right', 'sample', 'lost', 'wrong'].map(
    (name) => verdicts.filter(({ state }) => state === name).length,
  );
  return [verdicts.length, ...states];
}

async function runAll(chosen: readonly ChosenDocument[]): Promise<readonly DocumentStories[]> {
  const results = new Map<string, DocumentStories>();
  const waiting = chosen.values();
  const work = async (): Promise<void> => {
    for (const { spec, document } of waiting) {
      results.set(spec.name, await runStories(spec, document));
      console.error(`${results.size}/${chosen.length} ${spec.name}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return chosen.flatMap(({ spec }) => results.get(spec.name) ?? []);
}
