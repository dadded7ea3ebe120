import { expect } from 'vitest';
import { checkJson, checkText, type Expected } from './expected.js';
import { startMock } from './run-command.js';
import { insertValues, insertNames, type Stage } from './stage.js';
import { call } from './upstream/pets.js';

/** An action on a mock (start, call, stop), and its expected result. */
export interface MockStep {
  /** Arguments of a `mock` that is started. */
  readonly mock?: string;
  /** `POST /pets`: a path below the base URL of the mock, or below its origin if it begins with `//`. */
  readonly call?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status?: number;
  /** Expected headers of the response. */
  readonly has?: Readonly<Record<string, unknown>>;
  readonly text?: Expected;
  readonly json?: unknown;
  /** Members of the JSON whose values later steps insert: `id` for `<id>`. */
  readonly keep?: readonly string[];
  /** Expected exit code when the mock is stopped. */
  readonly stop?: number;
  readonly out?: Expected;
  readonly err?: Expected;
  /** Expected JSON in each line of the output, without the first line. */
  readonly outLines?: readonly unknown[];
  /** All expected violations in the output. */
  readonly violations?: readonly unknown[];
}

/** Starts, calls or stops a mock. */
export async function playMock(stage: Stage, step: MockStep): Promise<void> {
  if (step.mock !== undefined) stage.mock = await startMock(stage.cwd, ...insertValues(stage, step.mock).split(' '));
  if (step.call !== undefined) await checkResponse(stage, step, step.call);
  if (step.stop !== undefined) expect(await stage.mock?.stop()).toMatchObject({ code: step.stop });
  const { out = '', err = '' } = stage.mock?.written ?? {};
  if (step.out !== undefined) checkText(insertNames(stage, out), step.out);
  if (step.err !== undefined) checkText(insertNames(stage, err), step.err);
  const [, ...lines] = out.trim().split('\n');
  if (step.outLines !== undefined)
    checkJson(
      lines.map((line) => JSON.parse(line) as unknown),
      step.outLines,
    );
  const violations = err.split('\n').filter((line) => /^(?:error|warning):/.test(line));
  if (step.violations !== undefined) checkJson(violations, step.violations);
}

async function checkResponse(stage: Stage, step: MockStep, request: string): Promise<void> {
  const [method = '', path = ''] = insertValues(stage, request).split(' ');
  const { url = '' } = stage.mock ?? {};
  const isOfPort = path.startsWith('//');
  const { body, headers } = step;
  const got = await call(isOfPort ? new URL(url).origin : url, method, isOfPort ? path.slice(1) : path, {
    headers: { ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? insertValues(stage, body) : body }),
  });
  if (step.status !== undefined) expect(got.status).toBe(step.status);
  for (const [name, want] of Object.entries(step.has ?? {})) {
    const value = name === 'set-cookie' ? got.headers.getSetCookie() : got.headers.get(name);
    checkJson({ [name]: typeof value === 'string' ? insertNames(stage, value) : value }, { [name]: want });
  }
  if (step.text !== undefined) checkText(insertNames(stage, got.text), step.text);
  if (step.json !== undefined) checkJson(JSON.parse(insertNames(stage, got.text)), step.json);
  for (const name of step.keep ?? []) stage.kept[name] = String(got.json[name]);
}
