import { expect } from 'vitest';
import { checkJson, checkText, type Expected } from './expected.js';
import { startMock } from './run-command.js';
import { fill, show, type Stage } from './stage.js';
import { call } from './upstream/pets.js';

/** What is done with a mock, and what it comes to. */
export interface MockStep {
  /** Arguments of a `mock` that starts. */
  readonly mock?: string;
  /** `POST /pets`: a path below the address of the mock or, with `//`, below its port. */
  readonly call?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status?: number;
  /** Headers of the response. */
  readonly has?: Readonly<Record<string, unknown>>;
  readonly text?: Expected;
  readonly json?: unknown;
  /** Members of the JSON that later steps name: `<id>`. */
  readonly keep?: readonly string[];
  /** The code that the mock ends with when it is stopped. */
  readonly stop?: number;
  readonly out?: Expected;
  readonly err?: Expected;
  /** JSON that the mock wrote in lines, without its first line. */
  readonly outLines?: readonly unknown[];
  /** All violations that the mock wrote. */
  readonly violations?: readonly unknown[];
}

/** Starts, calls or stops a mock. */
export async function playMock(stage: Stage, step: MockStep): Promise<void> {
  if (step.mock !== undefined) stage.mock = await startMock(stage.cwd, ...fill(stage, step.mock).split(' '));
  if (step.call !== undefined) await checkResponse(stage, step, step.call);
  if (step.stop !== undefined) expect(await stage.mock?.stop()).toMatchObject({ code: step.stop });
  const { out = '', err = '' } = stage.mock?.written ?? {};
  if (step.out !== undefined) checkText(show(stage, out), step.out);
  if (step.err !== undefined) checkText(show(stage, err), step.err);
  const [, ...lines] = out.trim().split('\n');
  if (step.outLines !== undefined)
    checkJson(
      lines.map((line) => JSON.parse(line) as unknown),
      step.outLines,
    );
  const violations = err.split('\n').filter((line) => /^(?:error|warning):/.test(line));
  if (step.violations !== undefined) checkJson(violations, step.violations);
}

async function checkResponse(stage: Stage, step: MockStep, asked: string): Promise<void> {
  const [method = '', path = ''] = fill(stage, asked).split(' ');
  const { url = '' } = stage.mock ?? {};
  const isOfPort = path.startsWith('//');
  const { body, headers } = step;
  const got = await call(isOfPort ? new URL(url).origin : url, method, isOfPort ? path.slice(1) : path, {
    headers: { ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? fill(stage, body) : body }),
  });
  if (step.status !== undefined) expect(got.status).toBe(step.status);
  for (const [name, want] of Object.entries(step.has ?? {})) {
    const value = name === 'set-cookie' ? got.headers.getSetCookie() : got.headers.get(name);
    checkJson({ [name]: typeof value === 'string' ? show(stage, value) : value }, { [name]: want });
  }
  if (step.text !== undefined) checkText(show(stage, got.text), step.text);
  if (step.json !== undefined) checkJson(JSON.parse(show(stage, got.text)), step.json);
  for (const name of step.keep ?? []) stage.kept[name] = String(got.json[name]);
}
