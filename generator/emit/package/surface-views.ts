import type { Api, Operation } from '../../api/api.js';
import { kebabCase } from '../../api/naming/names.js';
import { hasSignIn } from '../code/api-features.js';
import { parameterIsRequired } from '../code/operations/operation-params.js';
import { isUpload } from '../code/operations/operation-result.js';
import { optionsName, queryKinds, type QueryKind } from '../code/operations/query-kinds.js';
import { memberKey } from '../code/syntax/literals.js';
import { code, type Code } from '../code/templates/templates.js';
import type { EmitContext } from '../emit-context.js';
import { commandName } from '../surface-entries.js';
import { isSelective } from './example-call.js';
import { shellVariable } from './samples/shell.js';

/** What README.md says of the surfaces of a package; `false` for those that it does not have. */
export function surfaceViews(context: EmitContext): Readonly<Record<string, object | false>> {
  const { surfaces = [] } = context;
  return {
    tanstack: surfaces.includes('tanstack') && queryView(context),
    cli: surfaces.includes('cli') && cliView(context),
    mcp: surfaces.includes('mcp') && serverOfTools(context),
    serverTypes: surfaces.includes('server-types') && serverView(context),
    agents: surfaces.includes('agents') && {},
  };
}

/** The command line that README.md shows: that of a read that needs no argument; `call: false` where there is none. */
function cliView({ api, parts, packageName }: EmitContext): Readonly<Record<string, Code | boolean>> {
  const isPlain = (one: Operation): boolean =>
    one.method === 'GET' &&
    one.doc.deprecated !== true &&
    !one.parameters.some((each) => parameterIsRequired(one, each));
  const plain = api.operations.filter((one) => isPlain(one) && !isSelective(one));
  const example = plain.find((one) => one.paging !== undefined) ?? plain[0];
  const words = example && [...example.group, example.property].map((name) => kebabCase(name, name)).join(' ');
  return {
    command: code(commandName(packageName)),
    call: words !== undefined && parts.includes('emulator') && code(words),
    isPaged: example?.paging !== undefined,
    signIn: hasSignIn(api),
    uploads: api.operations.some(isUpload),
  };
}

/** A handler that README.md shows: that of the first operation, in the objects that it is in. */
function serverView({ api }: EmitContext): Readonly<Record<string, Code | boolean>> | false {
  const [first] = api.operations;
  if (first === undefined) return false;
  const nested = [...first.group, first.property].reduceRight(
    (inner, name) => `{ ${memberKey(name)}: ${inner} }`,
    'serve',
  );
  return { handlers: code(nested), secured: api.operations.some(({ security }) => security.length > 0) };
}

/** The MCP server of a package: its command, and how a host starts it. */
function serverOfTools({ api, packageName }: EmitContext): Readonly<Record<string, Code>> {
  const name = commandName(packageName);
  const [first] = api.operations;
  const example = first === undefined ? 'pets.list' : [...first.group, first.property].join('.');
  return {
    command: code(`${name}-mcp`),
    name: code(name),
    env: code(environmentOf(api, name)),
    example: code(example),
    pattern: code(`${example.slice(0, example.lastIndexOf('.') + 1)}*`),
  };
}

/** The variable of a credential with a value to replace, as a member of JSON. */
function environmentOf({ securitySchemes }: Api, name: string): string {
  const kinds = securitySchemes.map(({ kind }) => kind);
  if (kinds.includes('bearer')) return `"${shellVariable(name, 'TOKEN')}": "YOUR_TOKEN"`;
  return kinds.includes('apiKey') ? `"${shellVariable(name, 'API_KEY')}": "YOUR_KEY"` : '';
}

/** Functions for queries that README.md shows: the first of each kind; `false` where there is no query. */
function queryView({ api, layout }: EmitContext): Readonly<Record<string, Code | false>> | false {
  const query = findKind(api, 'query');
  if (query === undefined) return false;
  const infinite = findKind(api, 'infinite') ?? findKind(api, 'linked');
  const mutation = findKind(api, 'mutation');
  const names = [
    optionsName(query, 'query'),
    ...(infinite === undefined ? [] : [optionsName(infinite, 'infinite')]),
    ...(mutation === undefined ? [] : [optionsName(mutation, 'mutation')]),
  ];
  const nameOf = (one: Operation | undefined, kind: QueryKind): Code | false =>
    one !== undefined && code(optionsName(one, kind));
  const params = [query, ...(infinite === undefined ? [] : [infinite])].map((one) => layout.type(one, 'Params').name);
  return {
    imports: code(names.toSorted().join(',\n  ')),
    types: code([...new Set([api.typeName, ...params])].toSorted().join(', ')),
    query: nameOf(query, 'query'),
    queryParams: code(layout.type(query, 'Params').name),
    infinite: nameOf(infinite, 'infinite'),
    infiniteParams: infinite !== undefined && code(layout.type(infinite, 'Params').name),
    mutation: nameOf(mutation, 'mutation'),
    hooks: code(
      [
        'useQuery',
        ...(infinite === undefined ? [] : ['useInfiniteQuery']),
        ...(mutation === undefined ? [] : ['useMutation']),
      ]
        .toSorted()
        .join(', '),
    ),
    group: code([...query.group].join('.')),
    list: code([...query.group, query.property].join('.')),
  };
}

function findKind({ operations }: Api, kind: QueryKind): Operation | undefined {
  return operations.find((one) => queryKinds(one).includes(kind));
}
