import { expect, test } from 'vitest';
import { assertedFormats } from '../../generator/keywords/formats.js';
import { head, read } from './read-text.js';

test('an unknown format is reported once, at its first use', () => {
  const { messages } = read(`${head}paths: {}
components:
  schemas:
    A: { type: string, format: phone }
    B: { type: string, format: date-tiem }
    C: { type: string, format: phone }
    D: { type: string, format: uuid }
    E: { type: string, format: password }
`);
  expect(messages).toEqual([
    'api.yaml:6:32 warning unknown-format: the format "phone" is not known, so it is documented and not validated',
    'api.yaml:7:32 warning unknown-format: the format "date-tiem" is not known, so it is documented and not validated; did you mean "date-time"?',
  ]);
});

test('every format that is validated is known to the reader', () => {
  const schemas = [...assertedFormats()].map((format, index) => `    A${index}: { type: string, format: ${format} }\n`);
  expect(schemas.length).toBeGreaterThan(10);
  expect(read(`${head}paths: {}\ncomponents:\n  schemas:\n${schemas.join('')}`).messages).toEqual([]);
});
