import { expect, test } from 'vitest';
import { printDiagnostics } from '../../generator/commands/terminal/print-diagnostics.js';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import type { Code, Diagnostic, Severity } from 'speccast';

interface Repeated {
  readonly severity: Severity;
  readonly code: Code;
  readonly count: number;
}

function createDiagnostics({ severity, code, count }: Repeated): readonly Diagnostic[] {
  return Array.from({ length: count }, (_, index) => ({
    severity,
    code,
    message: `number ${index + 1}`,
    at: { file: 'a.yaml', line: index + 1, column: 1 },
  }));
}

async function print(
  diagnostics: readonly Diagnostic[],
  options?: Parameters<typeof printDiagnostics>[2],
  colors = false,
): Promise<string> {
  const cwd = temporaryFolder();
  writeTexts(cwd, { 'a.yaml': 'one: 1\ntwo: 2\n' });
  let written = '';
  const console = { out: () => {}, err: (text: string) => void (written += text), interactive: false, colors };
  await printDiagnostics({ console, cwd }, diagnostics, options);
  return written;
}

test('each diagnostic has its line of the file, and the first of each code has a hint', async () => {
  const text = await print(createDiagnostics({ severity: 'warning', code: 'repeated-value', count: 3 }), {
    elsewhere: '--json',
  });
  expect(text).toBe(`a.yaml:1:1 warning repeated-value: number 1
  1 | one: 1
    | ^^^
  hint: Remove one of the two.
a.yaml:2:1 warning repeated-value: number 2
  2 | two: 2
    | ^^^
a.yaml:3:1 warning repeated-value: number 3
`);
});

test('only the first of many diagnostics are printed, and the others are counted', async () => {
  const diagnostics = [
    ...createDiagnostics({ severity: 'error', code: 'wrong-type', count: 60 }),
    ...createDiagnostics({ severity: 'warning', code: 'unknown-format', count: 85 }),
    ...createDiagnostics({ severity: 'warning', code: 'non-unicode-pattern', count: 6 }),
    ...createDiagnostics({ severity: 'warning', code: 'repeated-value', count: 5 }),
  ];
  const text = await print(diagnostics, { elsewhere: '--json' });
  const lines = text.split('\n').filter((line) => line.startsWith('a.yaml:'));
  expect(lines.length).toBe(50 + 5 + 5 + 5);
  expect(
    text.endsWith(
      'and 10 more `wrong-type` errors, 80 more `unknown-format` warnings, 1 more `non-unicode-pattern` warning; --json lists all\n',
    ),
  ).toBe(true);
});

test('all are printed without the name of a flag that lists all', async () => {
  const text = await print(createDiagnostics({ severity: 'error', code: 'wrong-type', count: 60 }));
  expect(text.match(/^a\.yaml:/gm)?.length).toBe(60);
});

test('a file that cannot be read has no excerpt', async () => {
  const at = { file: 'gone.yaml', line: 1, column: 1 };
  expect(await print([{ severity: 'error', code: 'empty-file', message: 'the file is empty', at }])).toBe(
    `gone.yaml:1:1 error empty-file: the file is empty
  hint: Check that this is the right file and that it was saved.
`,
  );
});

test('colours are printed for terminals with colours', async () => {
  const diagnostics = createDiagnostics({ severity: 'error', code: 'duplicate-key', count: 1 });
  expect(await print(diagnostics, {}, true)).toBe(`a.yaml:1:1 \u{1b}[1;31merror\u{1b}[0m duplicate-key: number 1
  1 | one: 1
    | \u{1b}[31m^^^\u{1b}[0m
  \u{1b}[36mhint:\u{1b}[0m Remove or rename one of the two.
`);
});
