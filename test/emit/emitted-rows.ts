import { generate, printDiagnostic, type GenerateOptions } from 'speccast';
import { expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { readYaml } from '../rows.js';

/** A YAML file of rows. */
interface EmittedTable {
  /** A document that all rows share. */
  readonly document?: JsonObject;
  readonly options?: Partial<GenerateOptions>;
  readonly rows: readonly EmittedRow[];
}

/** Part of a document, and pieces of the files that are made of it: `client/things` is `src/client/things.ts`, `README.md` and `LICENSE` are themselves. */
interface EmittedRow {
  readonly name: string;
  /** An operation of the shared document, with a resource of its own, which is called `things` in its row. */
  readonly get?: JsonObject;
  readonly post?: JsonObject;
  /** Path of that operation. Default: `/things`. */
  readonly path?: string;
  /** Parts of a document of its own, which replace those of the shared one. */
  readonly parts?: JsonObject;
  readonly options?: Partial<GenerateOptions>;
  readonly emits?: Readonly<Record<string, string | readonly string[]>>;
  /** Pieces that a file does not have; `true` where there is no such file. */
  readonly omits?: Readonly<Record<string, readonly string[] | true>>;
}

/** The texts of a package by path, not formatted, made from parts of a document. Throws where the document has errors. */
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

/** Tests the rows of the YAML file beside a test. */
export function testEmittedRows(url: string): void {
  const { document = {}, options = {}, rows } = readYaml<EmittedTable>(url.replace(/\.test\.ts$/, '.yaml'));
  const placed = rows.map((row, index) => ({ ...row, resource: `row${index + 100}` }));
  const paths = Object.fromEntries(placed.flatMap(placeOperation));
  // What rows share is generated once, when the first of their tests runs.
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
  const textOf = (file: string): string | undefined => read(/[.A-Z]/.test(file) ? file : `src/${file}.ts`);
  for (const [file, pieces] of Object.entries(emits))
    for (const piece of [pieces].flat()) expect(textOf(file)).toContain(piece.trimEnd());
  for (const [file, pieces] of Object.entries(omits))
    if (pieces === true) expect(textOf(file)).toBeUndefined();
    else for (const piece of pieces) expect(textOf(file)).not.toContain(piece);
}
