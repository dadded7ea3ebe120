import type { Api } from '../../api/api.js';
import type { Server, ServerVariable } from '../../api/types/service.js';
import { inlineCode } from '../../api/tools/sentence.js';
import { isAbsolute, isRelative } from '../../api/service/servers.js';
import { docLines } from '../code/doc-comments.js';
import { Imports, runtime } from '../code/imports.js';
import { literal, memberKey, stringLiteral } from '../code/literals.js';
import { interfaceStructure } from '../code/structures.js';
import { code } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import type { ClientTools } from './emit-resource.js';

const module = 'client/server-address';

/** The function that gives an address of the spec with its variables filled in. */
export const serverAddressSymbol: CodeSymbol = { name: 'serverAddress', module };

/** The type of the addresses of the spec and of their variables. */
export const serverAddressesSymbol: CodeSymbol = { name: 'ServerAddresses', module };

/** Tells whether there is a choice: several addresses that a client can call, or variables in one. */
export function hasServerChoice(api: Api): boolean {
  const servers = callable(api);
  return servers.length > 1 || servers.some(({ variables }) => variables.length > 0);
}

/** Emits `client/server-address.ts`: the addresses of the spec for the option `baseUrl`. Nothing where there is no choice. */
export function emitServerAddress({ api, templates }: ClientTools): readonly SourceFile[] {
  if (!hasServerChoice(api)) return [];
  const servers = callable(api);
  const imports = new Imports(module, [serverAddressSymbol.name, serverAddressesSymbol.name, 'defaults']);
  const body = [
    interfaceStructure({
      name: serverAddressesSymbol.name,
      docs: ['The addresses that the spec names, and the variables of each.'],
      properties: servers.map((server) => ({
        name: server.url,
        required: true,
        type: variablesType(server.variables),
        docs: docLines(
          describeServer(server),
          server.variables.map(
            ({ name, default: value, description = '' }) =>
              `${inlineCode(name)} is ${inlineCode(value)} by default.${description === '' ? '' : ` ${description}`}`,
          ),
        ),
      })),
    }),
    templates.render('client/server-address.hbs', {
      fill: imports.use(runtime('fillAddress')),
      addresses: serverAddressesSymbol.name,
      defaults: code(
        literal(
          Object.fromEntries(
            servers.map(({ url, variables }) => [
              url,
              Object.fromEntries(variables.map(({ name, default: value }) => [name, value])),
            ]),
          ),
        ),
      ),
    }),
  ];
  return [{ kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body }];
}

/** The servers that a client can call, each address once; those without a host where no other is left. */
function callable({ servers }: Api): readonly Server[] {
  const all = servers.some(isAbsolute) ? servers.filter(isAbsolute) : servers.filter(isRelative);
  return all.filter(({ url }, index) => all.findIndex((one) => one.url === url) === index);
}

function describeServer({ name, description }: Server): { readonly summary?: string } {
  const texts = [name, description].filter((text) => text !== undefined && text.trim() !== '');
  return texts.length === 0 ? {} : { summary: texts.join(': ') };
}

function variablesType(variables: readonly ServerVariable[]): string {
  if (variables.length === 0) return '{ readonly [variable: string]: never }';
  const members = variables.map(({ name, values }) => {
    const type = values.length === 0 ? 'string' : [...new Set(values)].map((value) => stringLiteral(value)).join(' | ');
    return `readonly ${memberKey(name)}?: ${type} | undefined`;
  });
  return `{ ${members.join('; ')} }`;
}
