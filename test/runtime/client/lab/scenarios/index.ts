import { toScenario, type LabRow } from '../lab-row.js';
import type { Scenario } from '../scenario.js';
import { aborts } from './aborts.js';
import { answers } from './answers.js';
import { credentials } from './credentials.js';
import { paths } from './paths.js';
import { retries } from './retries.js';
import { uploads } from './uploads.js';

/** Scenarios that take more than a row. */
const others: Readonly<Record<string, readonly Scenario[]>> = {
  Retries: retries,
  Timeouts: [],
  Abort: aborts,
  Credentials: credentials,
  'Unexpected content': [],
  'Ids in the path': paths,
  Answers: answers,
  Uploads: uploads,
};

/** Lists all scenarios by what they are about; `rows` are those of `scenarios.yaml`. */
export function listScenarios(
  rows: Readonly<Record<string, readonly LabRow[]>>,
): Readonly<Record<string, readonly Scenario[]>> {
  const entries = Object.entries(others).map(([group, more]) => [
    group,
    [...(rows[group] ?? []).map(toScenario), ...more],
  ]);
  return Object.fromEntries(entries);
}
