import { describe, expect, test } from 'vitest';
import { lowerApi } from '../api/lower.js';
import { printDiagnostic, type Api } from 'speccast';
import type { Operation } from 'speccast/emitter';
import { Diagnostics, readSpec, readVocabulary } from '../spec/read-text.js';
import { adOperations, videoOperations, type DocumentedOperation } from './operations.js';
import { readSpecText, type ServiceName } from './spec-files.js';
import { readRows } from '../rows.js';

const { data } = readRows(import.meta.url);

const documents = [
  { service: 'video-platform', operations: videoOperations },
  { service: 'ad-reporting', operations: adOperations },
] as const;

describe.each(documents)('API of $service', ({ service, operations }) => {
  const { api, warnings } = lower(service);

  test('has one warning: the document names no host', () => {
    expect(warnings).toEqual([expect.stringContaining('warning relative-server: ')]);
  });

  test('has the operations of the table, and no others', () => {
    expect(api?.operations.map((operation) => operation.id).toSorted()).toEqual(
      operations.map((row) => row.id).toSorted(),
    );
  });

  test.each(operations)('$id has the facts of line $line', (row) => {
    expect(describeOperation(api?.operations.find((one) => one.id === row.id))).toEqual({
      method: row.method,
      path: row.path,
      source: `${service}.md:${row.line}`,
      parameters: [...row.path.matchAll(/\{(\w+)/g)].map((match) => match[1]).concat(row.query),
      openParameters: true,
      security: schemes[row.credential],
      media: row.upload,
    });
  });

  test.each(operations)('$id has its group and method name from the table', (row) => {
    const operation = api?.operations.find((one) => one.id === row.id);
    expect([...(operation?.group ?? []), operation?.property].join('.')).toBe(row.id);
  });
});

const schemes = data<Readonly<Record<DocumentedOperation['credential'], readonly (readonly string[])[]>>>('schemes');

function lower(service: ServiceName): {
  api: Api | undefined;
  warnings: readonly string[];
} {
  const diagnostics = new Diagnostics();
  const vocabulary = readVocabulary({ file: 'vocabulary.yaml', text: readSpecText('vocabulary.yaml') }, diagnostics);
  const spec = {
    file: `${service}/openapi.yaml`,
    text: readSpecText(`${service}/openapi.yaml`),
  };
  const document = readSpec(spec, {
    readFile: readSpecText,
    diagnostics,
    ...(vocabulary === undefined ? {} : { vocabulary }),
  });
  const api = document === undefined ? undefined : lowerApi(document, { name: service, diagnostics });
  return { api, warnings: diagnostics.list.map(printDiagnostic) };
}

function describeOperation(operation: Operation | undefined): unknown {
  if (operation === undefined) return undefined;
  const { method, path, doc, parameters, openParameters, security, body } = operation;
  const media = body?.media === undefined ? 'no' : body.media.required ? 'must' : 'may';
  return {
    method,
    path,
    source: doc.source,
    parameters: parameters.map((parameter) => parameter.name),
    openParameters,
    security: security.map((needs) => needs.map((need) => need.scheme)),
    media,
  };
}
