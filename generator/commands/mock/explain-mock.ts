import { type Explanation, explainBehaviour } from '../../api/resources/explain-behaviour.js';
import { checkCapabilities } from '../../api/capabilities.js';
import { readApi } from '../../api/read-api.js';
import { Diagnostics, type Position } from '../../diagnostics.js';
import { visibleText, widthOf } from '../../diagnostics/visible-text.js';
import { openReader, readTarget } from '../sources/read-sources.js';
import type { Target } from '../sources/targets.js';
import { EXIT, printJson, type CommandInput, type ExitCode } from '../terminal/console.js';
import { printDiagnostics, printFailure } from '../terminal/print-diagnostics.js';

/** `speccast mock --explain`: prints what the emulator does for each operation and why, and serves nothing. */
export async function explainMock(input: CommandInput, target: Target, json: boolean): Promise<ExitCode> {
  const sources = await readTarget(target, openReader(target));
  if ('diagnostics' in sources) return printFailure(input, { json, ...sources });
  const diagnostics = new Diagnostics(sources);
  const read = readApi(sources, { diagnostics });
  if (read !== undefined) checkCapabilities(read.api, read.document, sources.capabilities, diagnostics);
  if (read === undefined || diagnostics.failed) return printFailure(input, { json, diagnostics: diagnostics.list });
  const operations = explainBehaviour(read.api, read.document, sources.capabilities);
  if (json) printJson(input.console, [], diagnostics.list, { operations });
  else {
    await printDiagnostics(input, diagnostics.list, { elsewhere: '`speccast mock --explain --json`' });
    input.console.out(printExplanations(operations));
  }
  return EXIT.done;
}

/** Two lines for each operation: what it does, and below that why. */
function printExplanations(operations: readonly Explanation[]): string {
  const rows = operations.map(({ method, path, at, does, why, declaredAt }) => {
    const said = declaredAt === undefined ? why : `${why}: ${printPosition(declaredAt)}`;
    return {
      cells: [method, path, printPosition(at)].map(visibleText),
      does: visibleText(does),
      why: visibleText(said),
    };
  });
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map(({ cells }) => widthOf(cells[column] ?? ''))));
  const indent = ' '.repeat(widths.reduce((sum, width) => sum + width + 2, 0));
  const lines = rows.map(({ cells, does, why }) => {
    const lead = cells.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) + 2 - widthOf(cell))).join('');
    return `${lead}${does}\n${indent}because ${why}\n`;
  });
  return lines.join('');
}

function printPosition({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}
