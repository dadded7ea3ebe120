import { describe, expect, test } from 'vitest';
import { ours } from './ours.js';
import { scenarios } from './scenarios/index.js';

describe.each(Object.entries(scenarios))('%s', (_, group) => {
  test.concurrent.each(group.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, { run, want }) => {
    expect(await run(ours)).toEqual(want);
  });
});
