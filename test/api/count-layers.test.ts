import { expect, test } from 'vitest';
import type { Layer } from 'speccast/emitter';
import { printDiagnostic } from 'speccast';
import { lowerApi } from './lower.js';
import { Diagnostics, readSpec } from '../spec/read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const spec = `openapi: 3.1.0
info: { title: Test, version: '1' }
paths:
  /things:
    parameters: [{ name: id, in: query, schema: { type: string } }]
    get:
      responses: { '200': { description: A thing., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
    delete:
      responses: { '204': { description: Gone. } }
components:
  schemas:
    Thing: { type: object, properties: { size: { enum: [small, large] }, part: { $ref: 'more.yaml#/Part' } } }
`;

const more = `Part: { type: object, properties: { name: { type: string } } }
`;

const overlay = `overlay: 1.0.0
info: { title: More, version: '1' }
actions:
  - target: $.paths['/things'].get
    update: { parameters: [{ name: size, in: query, schema: { enum: [small] } }] }
  - target: $.paths
    update: { /others: { get: { responses: { '204': { description: Nothing. } } } } }
  - target: $.components.schemas
    update: { Other: { type: object, properties: { id: { type: string }, no: { type: string } } } }
  - target: $.components.schemas.Thing.properties
    update: { color: { type: string, enum: [red, green, blue] } }
  - target: $.components.schemas.Thing.properties.size
    update: { enum: [huge] }
`;

function countLayers(overlays: readonly string[]): readonly Layer[] {
  const diagnostics = new Diagnostics();
  const texts = overlays.map((text, index) => ({ file: `more-${index}.overlay.yaml`, text }));
  const options = { readFile: () => more, overlays: texts, diagnostics };
  const document = readSpec({ file: 'spec.yaml', text: spec }, options);
  if (document === undefined) throw new Error(diagnostics.list.map(printDiagnostic).join('\n'));
  return lowerApi(document, { name: 'test', diagnostics }).layers;
}

test('a spec without overlays is one layer, even in several files', () => {
  expect(countLayers([])).toEqual([
    { kind: 'spec', operations: 2, parameters: 2, schemas: 1, properties: 3, enumValues: 2 },
  ]);
});

table(
  'additions of overlays are a layer of their own, also inside objects of the spec',
  ({ want }: { want: unknown }) => {
    expect(countLayers([overlay])).toEqual(want);
  },
);
