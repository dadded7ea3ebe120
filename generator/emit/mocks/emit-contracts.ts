import type { Operation } from '../../api/api.js';
import type { JsonObject } from '../../spec/json.js';
import { groupBy } from '../code/group-by.js';
import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { operationContract, serviceSources, tableSources } from './contract-value.js';
import { plansSymbol } from './emit-plans.js';
import type { MockTools } from './mock-tools.js';

const operationContractType: CodeSymbol = { name: 'OperationContract', module: 'emulator/engine/contract/contract' };

/** Emits `mocks/contracts/<module>.ts`: the declared values of the operations of each resource, and where their rules stand. */
export function emitContracts(tools: MockTools): readonly SourceFile[] {
  return contractsOf(tools).map(({ module, contracts }) => {
    const symbol = contractsSymbol(module);
    const imports = new Imports(symbol.module, [symbol.name]);
    const type = imports.useType(operationContractType);
    const body = [
      tools.templates.render('mocks/contracts.hbs', { name: symbol.name, type, contracts: code(literal(contracts)) }),
    ];
    return { kind: 'source', path: `src/${symbol.module}.ts`, imports: imports.lines(), body };
  });
}

/** What the plan says of contracts; empty where the spec states nothing. */
export function contractView(
  tools: MockTools,
  imports: Imports,
): { readonly contracts: readonly string[]; readonly sources: Code } | '' {
  const sources = { ...serviceSources(tools.api), ...sourcesOfTables(tools) };
  const contracts = contractsOf(tools).map(({ module }) => imports.use(contractsSymbol(module)));
  if (contracts.length + Object.keys(sources).length === 0) return '';
  return { contracts, sources: code(literal(sources)) };
}

interface ModuleContracts {
  readonly module: string;
  readonly contracts: JsonObject;
}

/** The contracts that state something, by module. */
function contractsOf({ api }: MockTools): readonly ModuleContracts[] {
  return [...groupBy(api.operations, ({ module }) => module)].flatMap(([module, operations]) => {
    const contracts = Object.fromEntries(
      operations.flatMap((operation: Operation): [string, JsonObject][] => {
        const contract = operationContract(api, operation);
        return Object.keys(contract).length === 0 ? [] : [[operation.id, contract]];
      }),
    );
    return Object.keys(contracts).length === 0 ? [] : [{ module, contracts }];
  });
}

function sourcesOfTables({ resources }: MockTools): JsonObject {
  return Object.assign(
    {},
    ...resources.flatMap(({ table, model }) =>
      model === undefined ? [] : [tableSources(table, model.schema.doc.source, model.extensions)],
    ),
  );
}

function contractsSymbol(module: string): CodeSymbol {
  const { name } = plansSymbol(module);
  return { name: name.replace(/Plans$/, 'Contracts'), module: `mocks/contracts/${module}` };
}
