import { expect, test } from 'vitest';
import { filesBelow, generated, textOf } from './sources.js';

/** The page of the reference is where sources belong; it is not published. */
const allowed = new Set(['templates/package/api-page.hbs']);

const published = [
  ...generated,
  ...filesBelow('generated', 'README.md'),
  ...filesBelow('templates', '.ts'),
  ...filesBelow('templates', '.hbs'),
  ...filesBelow('templates', '.md'),
];

test('nothing that is published cites a document that nobody else has', () => {
  const citing = published.filter((path) => !allowed.has(path) && /\.md:\d|\bpublic facts\b/i.test(textOf(path)));
  expect(published.length).toBeGreaterThan(500);
  expect(citing).toEqual([]);
});
