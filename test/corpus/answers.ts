import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generate, type TextFile } from 'speccast';
import type { Emulator, EmulatorOptions } from '@speccast/emulator';
import { call, type Answer } from './stories/caller.js';
import { plainPath } from './stories/collections.js';
import { idOf, itemsIn } from './stories/tell-story.js';
import { bodyOf, isObject, type JsonObject, type Operation, operationsOf } from './stories/document.js';
import { sampleValue } from './stories/sample-value.js';

/** How an emulator answered one call of each operation. */
export interface Answers {
  readonly operations: number;
  /** With a success whose body the validators accept. */
  readonly succeeded: number;
  /** With an error of the caller: nothing has that id, or the made-up request is not valid. */
  readonly rejected: number;
  /** What else came: an error of the emulator, or a body that the validators reject. */
  readonly wrong: readonly string[];
}

/** Writes what was generated into a folder. */
export function writeGenerated(folder: string, files: readonly TextFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Generates the emulator of a spec into a folder, from which imports are found, and calls each operation once, with values that are made
 * up from the published document. The emulator validates its own responses.
 */
export async function callEach(file: string, folder: string): Promise<Answers> {
  const spec = { file, text: readFileSync(file, 'utf8') };
  const { files } = await generate({
    spec,
    packageName: '@corpus/emulator',
    parts: ['validators', 'emulator'],
    format: false,
  });
  writeGenerated(folder, files);
  // What was generated now, and its document.
  const { createEmulator } = (await import(/* @vite-ignore */ join(folder, 'src/mocks/index.ts'))) as {
    readonly createEmulator: (options: EmulatorOptions) => Emulator;
  };
  const service = createEmulator({ checkResponses: true });
  const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as JsonObject;
  const wrong: string[] = [];
  const counts = { succeeded: 0, rejected: 0 };
  // What is deleted is needed until then.
  const operations = [...operationsOf(document)].sort((left, right) => rankOf(left) - rankOf(right));
  const lists = new Map(operations.filter(({ method }) => method === 'get').map((one) => [plainPath(one.path), one]));
  for (const operation of operations) {
    const verdict = await judge({ service, document, lists }, operation);
    if (verdict === 'succeeded' || verdict === 'rejected') counts[verdict] += 1;
    else wrong.push(`${operation.method} ${operation.path}: ${verdict}`);
  }
  return { operations: operations.length, ...counts, wrong };
}

const order = ['get', 'post', 'put', 'patch', 'delete'];

function rankOf({ method }: Operation): number {
  return order.indexOf(method);
}

interface Caller {
  readonly service: Emulator;
  readonly document: JsonObject;
  /** Operations that read, by their paths without the names of variables. */
  readonly lists: ReadonlyMap<string, Operation>;
}

async function judge(caller: Caller, operation: Operation): Promise<string> {
  const { service, document } = caller;
  // A request of `fetch` that reads has no body.
  const content = operation.method === 'get' ? undefined : bodyOf(document, operation);
  const body = content === undefined ? undefined : sampleValue(document, content.schema, 'story');
  let answer: Answer;
  try {
    answer = await call(service, document, operation, { variables: await variablesOf(caller, operation), body });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (answer.status < 400) return 'succeeded';
  if (answer.status < 500) return 'rejected';
  return `${answer.status} ${JSON.stringify(answer.body)}`.slice(0, 300);
}

/** The first variables of a path, as far as lists tell them: for `/pets/{id}`, the id of the first of `/pets`. */
async function variablesOf({ service, document, lists }: Caller, { path }: Operation): Promise<readonly string[]> {
  const variables: string[] = [];
  for (const [, before = '', name = ''] of path.matchAll(/([^{}]*)\/\{([^}]*)\}/g)) {
    const above = path.slice(0, path.indexOf(`${before}/{${name}}`) + before.length);
    const list = lists.get(plainPath(above));
    if (list === undefined) return variables;
    const { body } = await call(service, document, list, { variables });
    const [first] = itemsIn(body) ?? [];
    const id = isObject(first) ? idOf(first, name, above) : undefined;
    if (id === undefined) return variables;
    variables.push(id);
  }
  return variables;
}
