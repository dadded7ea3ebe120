import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CorpusSpec } from '../sample.js';
import { collectionsOf } from './collections.js';
import type { JsonObject } from './document.js';
import { tellStory, type Verdict } from './tell-story.js';

const command = fileURLToPath(new URL('../../../dist/generator/bin.js', import.meta.url));

/** Milliseconds after which an emulator that has not started is given up. */
const patience = 180_000;

/** The stories of one document. */
export interface Told {
  readonly name: string;
  readonly verdicts: readonly Verdict[];
  /** Why there are none. */
  readonly failure?: string;
}

/** Tells the stories of all collections of a document to its emulator, over HTTP. */
export async function tellStories({ name, file }: CorpusSpec, document: JsonObject): Promise<Told> {
  const child = spawn(process.execPath, [command, 'mock', file, '--port', '0', '--no-control'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill(), patience);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  try {
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
    clearTimeout(timer);
    const baseUrl = /https?:\/\/\S+/.exec(String(line))?.[0];
    if (baseUrl === undefined) return { name, verdicts: [], failure: errors.split('\n')[0] ?? 'it did not start' };
    const service = { baseUrl: baseUrl.replace(/\/$/, ''), fetch: (request: Request) => fetch(request) };
    const verdicts: Verdict[] = [];
    for (const collection of collectionsOf(document)) verdicts.push(await tellStory(service, document, collection));
    return { name, verdicts };
  } finally {
    clearTimeout(timer);
    child.kill();
    await ended;
  }
}
