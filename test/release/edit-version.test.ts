import { expect, test } from 'vitest';
import { editVersion } from '../../generator/release/edit-release.js';

const edit = { from: '0.1.0', to: '0.10.0' };
const at = (line: number, column: number): { file: string; line: number; column: number } => ({
  file: 'a',
  line,
  column,
});

test.each([
  ['plain', 'a:\n  version: 0.1.0 # now\n', at(2, 12), 'a:\n  version: 0.10.0 # now\n'],
  ['in quotes', "a:\r\n  version: '0.1.0'\r\n", at(2, 12), "a:\r\n  version: '0.10.0'\r\n"],
  ['in double quotes', '{"version": "0.1.0"}', at(1, 13), '{"version": "0.10.0"}'],
  ['in a flow mapping', 'a: {version: 0.1.0, b: 0.1.0}', at(1, 14), 'a: {version: 0.10.0, b: 0.1.0}'],
  ['behind a byte order mark', '\uFEFFversion: 0.1.0', at(1, 10), '\uFEFFversion: 0.10.0'],
])('a version %s is replaced, and nothing else', (_, text, place, wanted) => {
  expect(editVersion({ text, at: place, ...edit })).toBe(wanted);
});

test.each([
  ['an alias', 'version: *a', at(1, 10)],
  ['an anchor', 'version: &a 0.1.0', at(1, 10)],
  ['another version', 'version: 0.1.00', at(1, 10)],
  ['an escape', 'version: "0.1\\u002e0"', at(1, 10)],
  ['nothing', 'version: 0.1.0', at(7, 10)],
])('where %s stands, nothing is edited', (_, text, place) => {
  expect(editVersion({ text, at: place, ...edit })).toBeUndefined();
});
