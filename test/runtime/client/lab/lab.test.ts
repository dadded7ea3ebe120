import { describe, expect, test } from 'vitest';
import { ours } from './ours.js';
import { readYaml } from '../../../rows.js';
import { listScenarios } from './scenarios/index.js';

const scenarios = listScenarios(readYaml(new URL('scenarios.yaml', import.meta.url)));

describe.each(Object.entries(scenarios))('%s', (_, group) => {
  test.concurrent.each(group.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, { run, want }) => {
    expect(await run(ours)).toEqual(want);
  });
});
