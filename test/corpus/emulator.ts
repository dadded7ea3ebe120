import { availableParallelism } from 'node:os';
import { printTable } from '../bench/report.js';
import { cacheFolder, installCorpus } from './install-corpus.js';
import { chooseDocuments, readDocument, type ChosenDocument } from './stories/choose-documents.js';
import { tellStories, type Told } from './stories/tell-stories.js';
import type { Verdict } from './stories/tell-story.js';

/*
 * `npm run corpus -- emulator [<name>...]`: for each of fifty public documents an emulator is started, and of each of its
 * collections the story is told that callers expect: create, read, list, change, delete. Rule, score and what a story is:
 * test/corpus/README.md. Fails where less than nine in ten stories are right, or a change was acknowledged and lost.
 */

/** Least share of stories that are right. */
const least = 0.9;

/** Tells the stories of the chosen documents, or of those with these names; gives the exit code. */
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
  const all = await tellAll(chosen);
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
  return lost === 0 && right >= least * collections ? 0 : 1;
}

/** Counts stories: all, and those that ended in each way. */
function count(verdicts: readonly Verdict[]): readonly number[] {
  const states = ['right', 'said', 'lost', 'wrong'].map(
    (name) => verdicts.filter(({ state }) => state === name).length,
  );
  return [verdicts.length, ...states];
}

async function tellAll(chosen: readonly ChosenDocument[]): Promise<readonly Told[]> {
  const told = new Map<string, Told>();
  const waiting = chosen.values();
  const work = async (): Promise<void> => {
    for (const { spec, document } of waiting) {
      told.set(spec.name, await tellStories(spec, document));
      console.error(`${told.size}/${chosen.length} ${spec.name}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return chosen.flatMap(({ spec }) => told.get(spec.name) ?? []);
}
