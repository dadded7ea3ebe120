import { expect, test } from 'vitest';
import { filesBelow, generated, readFromRoot } from './sources.js';

/** Templates that may cite sources: the reference page, which is not published. */
const allowed = new Set(['templates/package/api-page.hbs']);

const published = [
  ...generated,
  ...filesBelow('generated', 'README.md'),
  ...filesBelow('templates', '.ts'),
  ...filesBelow('templates', '.hbs'),
  ...filesBelow('templates', '.md'),
];

test('no published file cites a document that its readers do not have', () => {
  const citing = published.filter((path) => !allowed.has(path) && /\.md:\d|\bpublic facts\b/i.test(readFromRoot(path)));
  expect(published.length).toBeGreaterThan(500);
  expect(citing).toEqual([]);
});
