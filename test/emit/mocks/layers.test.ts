import { expect, test } from 'vitest';
import { lowerApi } from '../../api/lower.js';
import { printDiagnostic } from 'speccast';
import { Diagnostics, readSpec } from '../../spec/read-text.js';
import { DEFAULT_OUTPUT } from '../../../generator/emit/emit-context.js';
import { createLayout } from '../../../generator/emit/layout.js';
import { emitMocks } from '../../../generator/emit/mocks/emit-mocks.js';
import { assets, fileOf, printed } from '../code/fixture.js';

const spec = `openapi: 3.1.0
info: { title: Test, version: '1' }
paths:
  /things:
    post:
      operationId: things.list
      x-action: unsupported
      x-media: { reason: mediaBodyRequired }
      requestBody: { content: { image/png: {} } }
      parameters:
        - { name: region, in: query, schema: { type: string } }
        - { name: format, in: query, schema: { type: string } }
        - { name: language, in: query, schema: { type: string } }
      responses: { '200': { description: Things., content: { application/json: { schema: { $ref: '#/components/schemas/Things' } } } } }
components:
  schemas:
    Things: { type: object, properties: { items: { type: array, items: { $ref: '#/components/schemas/Thing' } } } }
    Thing:
      type: object
      properties:
        kind: { type: string }
        label: { type: string }
        size: { type: object, required: [width], properties: { width: { type: integer } } }
        open: { type: object, additionalProperties: true }
        status: { $ref: '#/components/schemas/Status' }
    Status: { type: object, properties: { isNew: { type: boolean } } }
`;

const overlay = `overlay: 1.0.0
info: { title: More, version: '1' }
actions:
  - target: $.paths['/things'].post
    update:
      x-media: { maxBytes: 7 }
      parameters:
        - name: part
          in: query
          required: true
          explode: false
          x-part: { default: [status], of: items, always: [kind] }
          schema: { type: array, items: { type: string, enum: [kind, label, size, open, status] } }
  - target: $.paths['/things'].post.parameters[?@.name == 'format'].schema
    update: { enum: [short, long] }
  - target: $.paths['/things'].post.parameters[?@.name == 'language'].schema
    update: { description: As of ISO 639. }
`;

async function planOf(overlays: readonly string[]): Promise<string> {
  const diagnostics = new Diagnostics();
  const texts = overlays.map((text) => ({ file: 'more.overlay.yaml', text }));
  const document = readSpec(
    { file: 'spec.yaml', text: spec },
    { readFile: () => undefined, overlays: texts, diagnostics },
  );
  if (document === undefined) throw new Error(diagnostics.list.map(printDiagnostic).join('\n'));
  const api = lowerApi(document, { name: 'test', diagnostics });
  expect(diagnostics.list.map(printDiagnostic)).toEqual([]);
  const files = emitMocks({
    ...DEFAULT_OUTPUT,
    api,
    layout: createLayout(api),
    packageName: 'test',
    command: 'speccast generate',
    settings: {},
    assets,
  });
  const text = await printed(fileOf(files, 'src/mocks/things.ts'));
  const start = text.indexOf('responses:');
  return text.slice(start, text.indexOf('\n];\n', start) + '\n];\n'.length);
}

test('without overlays all parameters bind', async () => {
  expect(await planOf([])).toBe(`responses: [{ status: '200', body: thingsListResponse }],
    behaviour: { action: 'unsupported', media: { reason: 'mediaBodyRequired' } },
  },
];
`);
});

test('what overlays say of parameters and bytes does not bind; parts are those of the response', async () => {
  expect(await planOf([overlay])).toBe(`responses: [{ status: '200', body: thingsListResponse }],
    enforced: ['region', 'language'],
    parts: {
      parameter: 'part',
      values: ['kind', 'label', 'size', 'open', 'status'],
      always: ['kind'],
      solid: ['label', 'size'],
    },
    behaviour: { action: 'unsupported', media: { reason: 'mediaBodyRequired' } },
  },
];
`);
});
