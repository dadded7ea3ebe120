import { isLicense } from '../../emit/license.js';
import type { Console } from '../terminal/console.js';
import type { OpenedProject } from './open-project.js';

/** Replies to the questions of `init`; none without a terminal. */
export interface Replies {
  /** Folder for plain source; absent: a package. */
  readonly source?: string;
  readonly author?: string;
  readonly license?: string;
}

/** Facts that make questions superfluous. */
export interface Known {
  /** Whether a flag chooses between package and source. */
  readonly isChosen: boolean;
  readonly project: OpenedProject;
}

/** Asks what neither flags nor package.json say; an empty line takes what is in brackets. */
export async function askQuestions({ ask }: Console, { isChosen, project }: Known): Promise<Replies> {
  if (ask === undefined) return {};
  const source = isChosen ? undefined : await askForSource(ask);
  if (source !== undefined) return { source };
  const of = (key: string): unknown => project.packageJson?.value[key];
  if (project.config !== undefined) return {};
  const author = of('author') ? '' : await ask('Author of the package, such as `You <you@example.com>` [none]: ');
  const license = of('license') ? '' : await askForLicense(ask);
  return { ...(author !== '' && { author }), ...(license !== '' && { license }) };
}

/** Asks one question, and gives what was typed, without spaces around it. */
type Ask = NonNullable<Console['ask']>;

async function askForSource(ask: Ask): Promise<string | undefined> {
  const kind = await ask('A package to publish or share, or plain source for this application? [package]/source: ');
  if (!/^s(?:ource)?$/i.test(kind)) return undefined;
  return (await ask('Folder of the source [src/api]: ')) || 'src/api';
}

async function askForLicense(ask: Ask): Promise<string> {
  for (;;) {
    const license = await ask('Licence, such as MIT or Apache-2.0 [UNLICENSED]: ');
    if (license === '' || isLicense(license)) return license;
  }
}
