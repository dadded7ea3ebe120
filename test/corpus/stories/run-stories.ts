import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CorpusSpec } from '../sample.js';
import { findCollections } from './collections.js';
import type { JsonObject } from './document.js';
import { runStory, type StoryResult } from './run-story.js';

const command = fileURLToPath(new URL('../../../dist/generator/bin.js', import.meta.url));

/** Milliseconds that an emulator may take to start. */
const startLimit = 180_000;

/** Results of the stories of a document. */
export interface DocumentStories {
  readonly name: string;
  readonly verdicts: readonly StoryResult[];
  /** Reason why the emulator did not start. */
  readonly failure?: string;
}

/** Starts the emulator of a document, and runs the stories of all its collections over HTTP. */
export async function runStories({ name, file }: CorpusSpec, document: JsonObject): Promise<DocumentStories> {
  const child = spawn(process.execPath, [command, 'mock', file, '--port', '0', '--no-control'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill(), startLimit);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  try {
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
    clearTimeout(timer);
    const baseUrl = /https?:\/\/\S+/.exec(String(line))?.[0];
    if (baseUrl === undefined)
      return { name, verdicts: [], failure: errors.split('\n')[0] ?? 'the emulator did not start' };
    const service = { baseUrl: baseUrl.replace(/\/$/, ''), fetch: (request: Request) => fetch(request) };
    const verdicts: StoryResult[] = [];
    for (const collection of findCollections(document)) verdicts.push(await runStory(service, document, collection));
    return { name, verdicts };
  } finally {
    clearTimeout(timer);
    child.kill();
    await ended;
  }
}
