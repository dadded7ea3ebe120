import type { Scenario } from '../scenario.js';
import { aborts } from './aborts.js';
import { answers } from './answers.js';
import { contents } from './contents.js';
import { credentials } from './credentials.js';
import { paths } from './paths.js';
import { retries } from './retries.js';
import { times } from './times.js';
import { uploads } from './uploads.js';

/** All scenarios by what they are about. */
export const scenarios: Readonly<Record<string, readonly Scenario[]>> = {
  Retries: retries,
  Timeouts: times,
  Abort: aborts,
  Credentials: credentials,
  'Unexpected content': contents,
  'Ids in the path': paths,
  Answers: answers,
  Uploads: uploads,
};
