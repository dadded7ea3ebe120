import type { Told } from './tell-stories.js';
import type { Verdict } from './tell-story.js';

/** Counts of the stories of some documents. */
export interface Score {
  readonly collections: number;
  readonly right: number;
  readonly said: number;
  readonly lost: number;
  readonly wrong: number;
}

/** Counts the stories by how they ended. */
export function scoreOf(verdicts: readonly Verdict[]): Score {
  const count = (state: Verdict['state']): number => verdicts.filter((one) => one.state === state).length;
  return {
    collections: verdicts.length,
    right: count('right'),
    said: count('said'),
    lost: count('lost'),
    wrong: count('wrong'),
  };
}

/** The score as a table in Markdown, a row a document. */
export function printScore(all: readonly Told[]): string {
  const rows = all.map(({ name, verdicts, failure }) => {
    const { collections, right, said, lost, wrong } = scoreOf(verdicts);
    return failure === undefined
      ? `| ${name} | ${collections} | ${right} | ${said} | ${lost} | ${wrong} |`
      : `| ${name} | not started | | | | |`;
  });
  const { collections, right, said, lost, wrong } = scoreOf(all.flatMap(({ verdicts }) => verdicts));
  const head = [
    '| Document | Collections | Right | Said so | Lost | Wrong |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
  ];
  const total = `| **All** | ${collections} | ${right} | ${said} | ${lost} | ${wrong} |`;
  return [...head, ...rows, total].join('\n');
}
