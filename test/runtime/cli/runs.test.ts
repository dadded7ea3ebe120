import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { runPets, type PetRun } from './run-pets.js';

/** A command line, the response of the service, and the expected result. Members that `want` lacks are not checked, except the exit code, which is 0. */
interface Row {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Width of the terminal. */
  readonly columns?: number;
  /** The number of pages with two pets each; without it, each request gets `response`. */
  readonly pages?: number;
  /** Default: `{ json: { ok: true } }`. */
  readonly response?: { readonly status?: number; readonly json?: unknown; readonly text?: string };
  /** The number of a page that the service rejects. */
  readonly rejects?: number;
  readonly want: {
    readonly code?: number;
    readonly stdout?: string;
    readonly stderr?: string;
    /** Texts in the standard output or in the errors. */
    readonly says?: readonly string[];
    /** The output, parsed as one JSON text. */
    readonly json?: unknown;
    /** The output, parsed as JSON line by line. */
    readonly lines?: readonly unknown[];
    /** The error that `--json` prints. */
    readonly error?: object;
    readonly sent?: readonly string[];
  };
}

/** Responds with a page of two pets. */
function respondWithPage(request: Request, { pages = 0, rejects }: Row): Response {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 0);
  if (page === rejects) return Response.json({ error: 'no' }, { status: 400 });
  const pets = [0, 1].map((at) => ({ id: 2 * page + at, name: `Pet ${2 * page + at}`, weight: 3 }));
  return Response.json({ pets, ...(page + 1 < pages && { next: String(page + 1) }) });
}

function runRow({ argv, env = {}, ...row }: Row): Promise<PetRun> {
  const { status = 200, json = { ok: true }, text = JSON.stringify(json) } = row.response ?? {};
  const headers = { 'content-type': 'application/json' };
  const respond = (request: Request): Response =>
    row.pages === undefined ? new Response(text, { status, headers }) : respondWithPage(request, { argv, ...row });
  return runPets(argv, { env, ...(row.columns !== undefined && { columns: row.columns }) }, respond);
}

async function describeRequest(request: Request): Promise<string> {
  const body = await request.text();
  return `${request.method} ${request.url}${body && ` ${body}`}`;
}

/** Reads the result of a run in the forms that its row expects. */
async function readRun({ code, stdout, stderr, sent }: PetRun, { want }: Row): Promise<Required<Row['want']>> {
  const lines = (): unknown[] => stdout.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
  return {
    code,
    stdout,
    stderr,
    says: want.says?.filter((text) => `${stdout}\n${stderr}`.includes(text)) ?? [],
    json: want.json && JSON.parse(stdout),
    lines: want.lines ? lines() : [],
    error: want.error ? JSON.parse(stderr).error : {},
    sent: await Promise.all(sent.map(describeRequest)),
  };
}

const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(new URL('runs.yaml', import.meta.url));

describe.each(Object.entries(groups))('%s', (_, rows) => {
  test.each(rows)('$name', async (row) => {
    const ran = await runRow(row);
    expect(await readRun(ran, row)).toMatchObject({ code: 0, ...row.want });
    const output = ran.stdout + ran.stderr;
    expect(output).not.toMatch(/secret-key|secret-word|c2VjcmV0LXdvcmQ|YW5uOnNlY3JldC13b3Jk|^\s+at /m);
    // oxlint-disable-next-line no-control-regex -- this test looks for control characters
    expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
