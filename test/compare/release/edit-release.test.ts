import { expect, test } from 'vitest';
import { editVersion, insertEntry } from '../../../generator/compare/release/edit-release.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const entry = { version: '0.2.0', body: '### New\n\n- More.' };

/** The changelog with the entry, and that everything else in it is as it was. */
function insert(changelog: string): string {
  const after = insertEntry(changelog, entry);
  const rows = (text: string): readonly string[] => text.split('\n');
  const added = rows(after).filter((row) => !rows(changelog).includes(row)).length;
  expect(added).toBeGreaterThan(0);
  let at = 0;
  for (const row of rows(changelog.trimEnd())) {
    at = after.indexOf(row, at);
    expect(at, `${row} of the old changelog comes after what stood above it`).toBeGreaterThanOrEqual(0);
    at += row.length;
  }
  return after;
}

table(
  'an entry goes where versions are, and lines end as they do in the file',
  ({ changelog, want }: { changelog: string; want: unknown }) => {
    expect(insert(changelog)).toBe(want);
  },
);

test('an introduction and what is noted as not released yet stay on top', () => {
  const top = '# Changes\n\nWritten by us.\n\n## [Unreleased]\n\n- Soon.\n\n';
  expect(insert(`${top}## [0.1.0] - 2026-01-01\n\n- Hello.\n`)).toBe(
    `${top}## 0.2.0\n\n### New\n\n- More.\n\n## [0.1.0] - 2026-01-01\n\n- Hello.\n`,
  );
});

test('headings in fenced code are no entries', () => {
  const top = '# Changelog\n\n```md\n## 9.9.9\n```\n\n';
  expect(insert(`${top}## 0.1.0\n`)).toBe(`${top}## 0.2.0\n\n### New\n\n- More.\n\n## 0.1.0\n`);
});

test.each(['## 0.2.0', '## v0.2.0', '## [0.2.0] - 2026-01-01'])(
  'below %s, written ahead, it comes after what stands there',
  (heading) => {
    expect(insert(`# Changelog\n\n${heading}\n\nBy hand.\n\n## 0.1.0\n`)).toBe(
      `# Changelog\n\n${heading}\n\nBy hand.\n\n### New\n\n- More.\n\n## 0.1.0\n`,
    );
  },
);

test('a heading of a prerelease or of a longer version is another one', () => {
  const older = '## 0.2.0-beta.1\n\nTried.\n\n## 0.2.01\n';
  expect(insert(`# Changelog\n\n${older}`)).toBe(`# Changelog\n\n## 0.2.0\n\n### New\n\n- More.\n\n${older}`);
});

test('an entry that is there already is not added again', () => {
  const once = insertEntry('# Changelog\r\n\r\n## 0.1.0\r\n', entry);
  expect(insertEntry(once, entry)).toBe(once);
});

table('a changelog without entries, %j, begins with it', (changelog: string, wanted: string) => {
  expect(insertEntry(changelog, entry)).toBe(wanted);
});

/** A text with a version somewhere, and what comes of it; without, it stays. */
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
