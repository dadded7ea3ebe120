import { Diagnostics } from '../../diagnostics.js';
import { visibleText } from '../../diagnostics/visible-text.js';
import { openReader, readSources } from '../sources/read-sources.js';
import type { Project } from '../sources/targets.js';
import { alignCells } from '../terminal/align-cells.js';
import { EXIT, printJson, type CommandInput, type ExitCode } from '../terminal/console.js';
import { printDiagnostics } from '../terminal/print-diagnostics.js';

/** An operation as `--json` prints it. */
interface PrintedOperation {
  readonly service: string;
  readonly method: string;
  /** Path, or name of a webhook. */
  readonly path: string;
  /** Id for `include` and `exclude`: the `operationId`, or method and path. */
  readonly id: string;
  readonly operationId: string | null;
  /** Resource of the client that it belongs to, as in `accounts.members`; absent if the operation is not or cannot be generated. */
  readonly resource?: string;
  /** Name of its method there. */
  readonly methodName?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly webhook: boolean;
  /** True if it is generated. */
  readonly included: boolean;
}

/** `generate --print operations`: lists the operations of the documents, even if the documents have other mistakes. */
export async function printOperations(
  input: CommandInput,
  { targets, diagnostics: found }: Project,
  json: boolean,
): Promise<ExitCode> {
  const { readOperations } = await import('../../spec/read-spec.js');
  const { readApi } = await import('../../api/read-api.js');
  const diagnostics = new Diagnostics();
  diagnostics.add(found);
  const operations: PrintedOperation[] = [];
  for (const target of targets) {
    const sources = await readSources(target, openReader(target));
    if ('diagnostics' in sources) {
      diagnostics.add(sources.diagnostics);
      continue;
    }
    const list = readOperations(sources.spec, { ...sources, diagnostics });
    // Mistakes that only concern names are reported by `generate`.
    const named = readApi(sources, { diagnostics: new Diagnostics() })?.api.operations ?? [];
    const names = new Map(named.map((one) => [`${one.method} ${one.path}`, one]));
    for (const one of list?.operations ?? []) {
      const { method, path, id, operationId, tags, deprecated, isWebhook: webhook } = one;
      const included = list?.chosen.has(one) === true;
      const own = { service: target.name, method, path, id, operationId: operationId ?? null };
      const { group, property } = (webhook ? undefined : names.get(`${method} ${path}`)) ?? {};
      const called = group !== undefined &&
        property !== undefined && { resource: group.join('.'), methodName: property };
      operations.push({ ...own, ...called, tags, deprecated, webhook, included });
    }
  }
  if (json) printJson(input.console, [], diagnostics.list, { operations });
  else {
    await printDiagnostics(input, diagnostics.list);
    for (const line of printTable(operations, targets.length > 1)) input.console.out(`${line}\n`);
  }
  return diagnostics.failed ? EXIT.failed : EXIT.done;
}

/** Prints a line for each operation, with its id and its method in the client. It begins with `+` if the operation is generated, or else with `-`. */
function printTable(operations: readonly PrintedOperation[], isNamed: boolean): readonly string[] {
  const rows = operations.map(
    ({ service, method, path, id, resource, methodName, tags, deprecated, webhook, included }) =>
      [
        included ? '+' : '-',
        ...(isNamed ? [service] : []),
        method,
        path,
        id === `${method} ${path}` ? '' : id,
        resource === undefined ? '' : `${resource}.${methodName}`,
        tags.join(', '),
        [deprecated ? 'deprecated' : [], webhook ? 'webhook' : []].flat().join(', '),
      ].map(visibleText),
  );
  // Columns without any text are left out.
  return alignCells(rows).map((row) =>
    row
      .filter((cell) => cell !== '')
      .join('  ')
      .trimEnd(),
  );
}
