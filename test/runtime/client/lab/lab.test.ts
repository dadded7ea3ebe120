import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { toScenario, type LabRow } from './lab-row.js';
import { ours } from './ours.js';

const groups = readYaml<Readonly<Record<string, readonly LabRow[]>>>(new URL('scenarios.yaml', import.meta.url));

describe.each(Object.entries(groups))('%s', (_, rows) => {
  test.concurrent.each(rows.map(toScenario))('$name', async ({ run, want }) => {
    expect(await run(ours)).toEqual(want);
  });
});
