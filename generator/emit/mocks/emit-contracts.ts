import type { Api, Operation } from '../../api/api.js';
import type { JsonObject } from '../../spec/read/json.js';
import { groupBy } from '../code/group-by.js';
import type { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import type { CodeSymbol } from '../source-file.js';
import { operationContract, serviceSources, tableSources } from './contract-value.js';
import type { MockTools } from './mock-tools.js';

const operationContractType: CodeSymbol = { name: 'OperationContract', module: 'emulator/engine/contract/contract' };

/** The constant with the sources of the operations of a resource and of their rules; none where the package names no sources. */
export function contractsStatement(module: string, imports: Imports, tools: MockTools): readonly string[] {
  return contractsOf(tools)
    .filter((one) => one.module === module)
    .map(({ contracts }) =>
      tools.templates.render('mocks/contracts.hbs', {
        name: contractsSymbol(module, tools).name,
        type: imports.useType(operationContractType),
        contracts: code(literal(contracts)),
      }),
    );
}

/** What the plan says of contracts; empty where the package names no sources. */
export function contractView(
  tools: MockTools,
  imports: Imports,
): { readonly contracts: readonly string[]; readonly sources: Code } | '' {
  if (tools.api.citesSources !== true) return '';
  const sources = { ...serviceSources(tools.api), ...sourcesOfTables(tools) };
  const contracts = contractsOf(tools).map(({ module }) => imports.use(contractsSymbol(module, tools)));
  if (contracts.length + Object.keys(sources).length === 0) return '';
  return { contracts, sources: code(literal(sources)) };
}

interface ModuleContracts {
  readonly module: string;
  readonly contracts: JsonObject;
}

const known = new WeakMap<Api, readonly ModuleContracts[]>();

/** The contracts that state something, by module; found out once, since each module asks. */
function contractsOf({ api }: MockTools): readonly ModuleContracts[] {
  if (api.citesSources !== true) return [];
  const contracts = known.get(api) ?? listContracts(api);
  known.set(api, contracts);
  return contracts;
}

function listContracts(api: Api): readonly ModuleContracts[] {
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

function contractsSymbol(module: string, { layout }: MockTools): CodeSymbol {
  const plans = layout.plans(module);
  return { ...plans, name: plans.name.replace(/Plans$/, 'Contracts') };
}
