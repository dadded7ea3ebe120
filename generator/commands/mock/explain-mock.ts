import type { Api } from '../../api/api.js';
import { emulatorValue, readPlanValues } from '../../emit/mocks/behaviour-value.js';
import { entryAddress } from './serve-emulator.js';
import { type Explanation, explainBehaviour } from '../../api/behaviour/explain-behaviour.js';
import { checkCapabilities } from '../../api/behaviour/capabilities.js';
import { keepDigits } from '../../api/types/codec.js';
import { readApi } from '../../api/read-api.js';
import { Diagnostics, type Position } from '../../diagnostics.js';
import { visibleText, measureWidth } from '../../diagnostics/visible-text.js';
import { openReader, readTarget } from '../sources/read-sources.js';
import type { Target } from '../sources/targets.js';
import { alignCells } from '../terminal/align-cells.js';
import { EXIT, printJson, type CommandInput, type ExitCode } from '../terminal/console.js';
import { printDiagnostics, printFailure } from '../terminal/print-diagnostics.js';

/** `speccast mock --explain`: prints the behaviour of the emulator for each operation with its reason, and serves nothing. */
export async function explainMock(input: CommandInput, target: Target, json: boolean): Promise<ExitCode> {
  const sources = await readTarget(target, openReader(target));
  if ('diagnostics' in sources) return printFailure(input, { json, ...sources });
  const diagnostics = new Diagnostics(sources);
  const read = readApi(keepDigits(sources), { diagnostics });
  if (read !== undefined) checkCapabilities(read.api, read.document, sources.capabilities, diagnostics);
  if (read === undefined || diagnostics.failed) return printFailure(input, { json, diagnostics: diagnostics.list });
  const parameters = await explainParameters(read.api, sources.capabilities?.registered ?? []);
  const operations = explainBehaviour(read.api, read.document, sources.capabilities).map((one, index) => ({
    ...one,
    parameters: parameters[index] ?? [],
  }));
  if (json) printJson(input.console, [], diagnostics.list, { operations });
  else {
    await printDiagnostics(input, diagnostics.list, { elsewhere: '`speccast mock --explain --json`' });
    input.console.out(printExplanations(operations));
  }
  return EXIT.done;
}

/** A parameter, and its effect on the emulator. */
interface ExplainedParameter {
  readonly name: string;
  readonly in: string;
  readonly effect: string;
}

/** Explains the effect of each parameter of each operation. The emulator itself does so, from a plan as in a generated package. */
async function explainParameters(
  api: Api,
  capabilities: readonly { readonly name: string }[],
): Promise<readonly (readonly ExplainedParameter[])[]> {
  // `as`: the package is built apart from this tool.
  const emulator = (await import(entryAddress('@speccast/emulator/commands'))) as {
    readonly explainParameters: (plan: object, operation: object) => readonly ExplainedParameter[];
  };
  const { resources, readBehaviour } = readPlanValues(api, (name) => capabilities.some((one) => one.name === name));
  const service = { security: {} };
  const operations = api.operations.map((operation) => {
    const { id, method, path, parameters, credentials = [], body, parts, paging } = operation;
    const keys = credentials.map((text) => ({ ...text.match(/^(?<in>\S+) (?<name>.+)$/)?.groups, isCredential: true }));
    const { kind = '', parameter } = paging?.numbers ?? {};
    const pages = { numbers: { [kind]: parameter } };
    const described = { id, method, path, parameters: [...parameters, ...keys], media: body?.media, paging: pages };
    return { operation: described, behaviour: readBehaviour(operation), parts };
  });
  const webhooks = { list: api.webhooks ?? [] };
  const { document } = api;
  const plan = { settings: emulatorValue(api), resources, service, webhooks, document, operations };
  return operations.map((one) => emulator.explainParameters(plan, one));
}

/** Prints a line for the behaviour of each operation, and below it one for the reason and one for each parameter except path parameters. */
function printExplanations(
  operations: readonly (Explanation & { readonly parameters: readonly ExplainedParameter[] })[],
): string {
  const rows = operations.map(({ method, path, at, does, why, declaredAt, parameters }) => {
    const said = declaredAt === undefined ? why : `${why}: ${printPosition(declaredAt)}`;
    const sent = parameters.filter((one) => one.in !== 'path');
    return {
      cells: [method, path, printPosition(at)].map(visibleText),
      texts: [does, `because ${said}`, ...sent.map((one) => `${one.name} (${one.in}): ${one.effect}`)],
    };
  });
  const lines = alignCells(rows.map(({ cells }) => cells)).map((cells, index) => {
    const lead = `${cells.join('  ')}  `;
    const indent = ' '.repeat(measureWidth(lead));
    return `${lead}${rows[index]?.texts.map(visibleText).join(`\n${indent}`)}\n`;
  });
  return lines.join('');
}

function printPosition({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}
