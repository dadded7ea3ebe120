import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generate, type TextFile } from 'speccast';
import type { Emulator, EmulatorOptions } from '@speccast/emulator';
import { call, type StoryResponse } from './stories/caller.js';
import { plainPath } from './stories/collections.js';
import { findId, findItems } from './stories/run-story.js';
import { findBody, isObject, type JsonObject, type Operation, listOperations } from './stories/document.js';
import { sampleValue } from './stories/sample-value.js';

/** Results of an emulator that was called once for each operation. */
export interface CallScore {
  readonly operations: number;
  /** Number of calls with a success whose body the validators accept. */
  readonly succeeded: number;
  /** Number of calls with status 4xx: no row has the id, or the sampled request is invalid. */
  readonly rejected: number;
  /** All other results, `get /pets: 500 …`: an error of the emulator, or a body that the validators reject. */
  readonly wrong: readonly string[];
}

/** Writes generated files into a folder. */
export function writeGenerated(folder: string, files: readonly TextFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Generates the emulator of a spec into a folder that can import its packages, and calls each operation once with sampled values. The
 * emulator validates its own responses.
 */
export async function callOperations(file: string, folder: string): Promise<CallScore> {
  const spec = { file, text: readFileSync(file, 'utf8') };
  const { files } = await generate({
    spec,
    packageName: '@corpus/emulator',
    parts: ['validators', 'emulator'],
    format: false,
  });
  writeGenerated(folder, files);
  // `as`: both files were generated just now.
  const { createEmulator } = (await import(/* @vite-ignore */ join(folder, 'src/mocks/index.ts'))) as {
    readonly createEmulator: (options: EmulatorOptions) => Emulator;
  };
  const service = createEmulator({ checkResponses: true });
  const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as JsonObject;
  const wrong: string[] = [];
  const counts = { succeeded: 0, rejected: 0 };
  // Deletes come last: other operations need the rows.
  const operations = [...listOperations(document)].sort(
    (left, right) => order.indexOf(left.method) - order.indexOf(right.method),
  );
  const lists = new Map(operations.filter(({ method }) => method === 'get').map((one) => [plainPath(one.path), one]));
  for (const operation of operations) {
    const verdict = await judge({ service, document, lists }, operation);
    if (verdict === 'succeeded' || verdict === 'rejected') counts[verdict] += 1;
    else wrong.push(`${operation.method} ${operation.path}: ${verdict}`);
  }
  return { operations: operations.length, ...counts, wrong };
}

const order = ['get', 'post', 'put', 'patch', 'delete'];

interface Caller {
  readonly service: Emulator;
  readonly document: JsonObject;
  /** GET operations by their plain paths: see `plainPath`. */
  readonly lists: ReadonlyMap<string, Operation>;
}

async function judge(caller: Caller, operation: Operation): Promise<string> {
  const { service, document } = caller;
  // `fetch` allows no body in a GET request.
  const content = operation.method === 'get' ? undefined : findBody(document, operation);
  const body = content === undefined ? undefined : sampleValue(document, content.schema, 'story');
  let response: StoryResponse;
  try {
    response = await call(service, document, operation, { variables: await findVariables(caller, operation), body });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (response.status < 400) return 'succeeded';
  if (response.status < 500) return 'rejected';
  return `${response.status} ${JSON.stringify(response.body)}`.slice(0, 300);
}

/** Finds values for the variables of a path, as long as there are lists: for `/pets/{id}`, the id of the first item of `/pets`. */
async function findVariables({ service, document, lists }: Caller, { path }: Operation): Promise<readonly string[]> {
  const variables: string[] = [];
  for (const [, before = '', name = ''] of path.matchAll(/([^{}]*)\/\{([^}]*)\}/g)) {
    const above = path.slice(0, path.indexOf(`${before}/{${name}}`) + before.length);
    const list = lists.get(plainPath(above));
    if (list === undefined) return variables;
    const { body } = await call(service, document, list, { variables });
    const [first] = findItems(body) ?? [];
    const id = isObject(first) ? findId(first, name, above) : undefined;
    if (id === undefined) return variables;
    variables.push(id);
  }
  return variables;
}
