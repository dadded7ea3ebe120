import { generate, printDiagnostic, type GenerateOptions } from 'speccast';
import { expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { readYaml } from '../rows.js';

/** A YAML file of documents and expected pieces of their packages. */
interface EmittedTable {
  /** The document that rows without `parts` share. */
  readonly document?: JsonObject;
  readonly options?: Partial<GenerateOptions>;
  readonly rows: readonly EmittedRow[];
}

/** A part of a document, and pieces of the generated files. `client/things` names `src/client/things.ts`; `README.md` and `LICENSE` name themselves. */
interface EmittedRow {
  readonly name: string;
  /** An operation that is added to the shared document, under a resource of its own, which the row calls `things`. */
  readonly get?: JsonObject;
  readonly post?: JsonObject;
  /** The path of the operation. Default: `/things`. */
  readonly path?: string;
  /** Parts that replace those of the shared document, for a row with a document of its own. */
  readonly parts?: JsonObject;
  readonly options?: Partial<GenerateOptions>;
  readonly emits?: Readonly<Record<string, string | readonly string[]>>;
  /** Pieces that a file does not contain; `true` if the file does not exist. */
  readonly omits?: Readonly<Record<string, readonly string[] | true>>;
}

/** Generates a package from parts of a document, and returns its unformatted texts by path. Throws if the document has errors. */
export async function emitTexts(
  parts: JsonObject,
  options: Partial<GenerateOptions> = {},
): Promise<ReadonlyMap<string, string>> {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Thing Service', version: '1' },
    paths: {},
    ...parts,
  });
  const { files, diagnostics } = await generate({ spec: { file: 'spec.json', text }, format: false, ...options });
  if (files.length === 0) throw new Error(diagnostics.map(printDiagnostic).join('\n'));
  return new Map(files.map((file) => [file.path, file.text]));
}

/** Tests the rows of the YAML file beside a test: `mocks.yaml` beside `mocks.test.ts`. */
export function testEmittedRows(url: string): void {
  const { document = {}, options = {}, rows } = readYaml<EmittedTable>(url.replace(/\.test\.ts$/, '.yaml'));
  const placed = rows.map((row, index) => ({ ...row, resource: `row${index + 100}` }));
  const paths = Object.fromEntries(placed.flatMap(placeOperation));
  // The shared package is generated once, when the first test of its rows runs.
  let shared: Promise<ReadonlyMap<string, string>> | undefined;
  for (const { name, resource, parts, ...row } of placed)
    test(name, async () => {
      shared ??= emitTexts({ ...document, paths: { ...Object(document['paths']), ...paths } }, options);
      const files = await (parts ? emitTexts({ ...document, ...parts }, { ...options, ...row.options }) : shared);
      expectPieces(row, (path) =>
        files
          .get(row.get || row.post ? path.replace('things', resource) : path)
          ?.replaceAll(`/${resource}/`, '/')
          .replaceAll(resource, 'things')
          .replaceAll(resource.replace('r', 'R'), 'Things'),
      );
    });
}

function placeOperation({ path = '/things', get, post, resource }: EmittedRow & { readonly resource: string }) {
  const responses = { 204: { description: 'Done.' } };
  const method = get
    ? { get: { operationId: `${resource}.list`, responses, ...get } }
    : post && { post: { operationId: `${resource}.insert`, responses, ...post } };
  return method ? [[`/${resource}${path}`, method] as const] : [];
}

function expectPieces(
  { emits = {}, omits = {} }: Pick<EmittedRow, 'emits' | 'omits'>,
  read: (path: string) => string | undefined,
): void {
  const readFile = (file: string): string | undefined => read(/[.A-Z]/.test(file) ? file : `src/${file}.ts`);
  for (const [file, pieces] of Object.entries(emits))
    for (const piece of [pieces].flat()) expect(readFile(file)).toContain(piece.trimEnd());
  for (const [file, pieces] of Object.entries(omits))
    if (pieces === true) expect(readFile(file)).toBeUndefined();
    else for (const piece of pieces) expect(readFile(file)).not.toContain(piece);
}
