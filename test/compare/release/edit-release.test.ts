import { expect, test } from 'vitest';
import { editVersion, insertEntry } from '../../../generator/compare/release/edit-release.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const entry = { version: '0.2.0', body: '### New\n\n- More.' };

/** Inserts the entry into a changelog. Expects that the other lines are unchanged and in order. */
function insert(changelog: string): string {
  const after = insertEntry(changelog, entry);
  const rows = (text: string): readonly string[] => text.split('\n');
  const added = rows(after).filter((row) => !rows(changelog).includes(row)).length;
  expect(added).toBeGreaterThan(0);
  let at = 0;
  for (const row of rows(changelog.trimEnd())) {
    at = after.indexOf(row, at);
    expect(at, `${row} of the old changelog is after the lines above it`).toBeGreaterThanOrEqual(0);
    at += row.length;
  }
  return after;
}

table(
  'an entry is inserted among the versions, with the line ends of the file',
  ({ changelog, want }: { changelog: string; want: unknown }) => {
    expect(insert(changelog)).toBe(want);
  },
);

test('an introduction and the section “Unreleased” stay on top', () => {
  const top = '# Changes\n\nWritten by us.\n\n## [Unreleased]\n\n- Soon.\n\n';
  expect(insert(`${top}## [0.1.0] - 2026-01-01\n\n- Hello.\n`)).toBe(
    `${top}## 0.2.0\n\n### New\n\n- More.\n\n## [0.1.0] - 2026-01-01\n\n- Hello.\n`,
  );
});

test('headings in fenced code are not entries', () => {
  const top = '# Changelog\n\n```md\n## 9.9.9\n```\n\n';
  expect(insert(`${top}## 0.1.0\n`)).toBe(`${top}## 0.2.0\n\n### New\n\n- More.\n\n## 0.1.0\n`);
});

test.each(['## 0.2.0', '## v0.2.0', '## [0.2.0] - 2026-01-01'])(
  'below an existing heading %s, it is appended to its text',
  (heading) => {
    expect(insert(`# Changelog\n\n${heading}\n\nBy hand.\n\n## 0.1.0\n`)).toBe(
      `# Changelog\n\n${heading}\n\nBy hand.\n\n### New\n\n- More.\n\n## 0.1.0\n`,
    );
  },
);

test('a heading of a prerelease or of a longer version is not that of the version', () => {
  const older = '## 0.2.0-beta.1\n\nTried.\n\n## 0.2.01\n';
  expect(insert(`# Changelog\n\n${older}`)).toBe(`# Changelog\n\n## 0.2.0\n\n### New\n\n- More.\n\n${older}`);
});

test('an entry that exists is not added again', () => {
  const once = insertEntry('# Changelog\r\n\r\n## 0.1.0\r\n', entry);
  expect(insertEntry(once, entry)).toBe(once);
});

table('in a changelog without entries, %j, it is the first', (changelog: string, want: string) => {
  expect(insertEntry(changelog, entry)).toBe(want);
});

/** A text with a version at a position, and the edited text; `want` is absent if the text must not be edited. */
interface Edit {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly want?: string;
}

table('$name', ({ text, line, column, want }: Edit) => {
  const at = { file: 'a', line, column };
  expect(editVersion({ text, at, from: '0.1.0', to: '0.10.0' })).toBe(want);
});
