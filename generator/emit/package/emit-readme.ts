import type { Api } from '../../api/api.js';
import { findFeatures, hasSignIn } from '../code/api-features.js';
import { isDownload, responseHeaders, optionsName, queryKinds, type QueryKind } from '../code/operation-result.js';
import { code, type Code, type Templates } from '../code/templates.js';
import { describePublishing, DEFAULT_LICENSE, describeLicense, hasLicenseText } from '../ownership.js';
import type { EmitContext } from '../emit-context.js';
import { commandName } from '../surface-entries.js';
import { referenceAddress } from './agent-pages.js';
import {
  chooseCalls,
  exampleCall,
  isCreate,
  isList,
  orderExamples,
  listResourceMethods,
  type ExampleCall,
} from './example-call.js';
import { descriptionLine, printFence } from './description.js';
import { makeAnchors, codeSpan, markdownText } from './markdown.js';
import { binaryName, describeContents, NODE_FLOOR, partFlags } from './package-json.js';
import { operationSamples } from './operation-samples.js';
import { aboutView, decisionRows, pageSentence, quotaRows, reasonRows, scopeRows } from './service-rows.js';
import { toObjects } from '../../json.js';

/** Most recipes of a page that the spec does not state. */
const MOST_RECIPES = 7;

/** Prints README.md of a generated package: installation, a first call, recipes, and a line with a link for each other topic. */
export function emitReadme(context: EmitContext, templates: Templates): string {
  const { api, packageName, command, parts, surfaces = [] } = context;
  const example = parts.includes('client') ? exampleCall(api, context.argumentStyle) : undefined;
  const model = api.models.find(({ module, shape }) => module !== 'shared' && shape.kind === 'object') ?? api.models[0];
  const reference = referenceAddress(context) || code('api.md');
  return templates.render('package/readme.hbs', {
    title: markdownText(api.title),
    contents: code(describeContents(parts)),
    ...partFlags(parts),
    badges: badges(context),
    summary: aboutView(api, parts.includes('client') ? 'Client' : 'Types and validators').summary,
    version: codeSpan(api.version),
    package: code(packageName),
    create: code(`create${api.typeName}`),
    command: codeSpan(command),
    license: code(describeLicense(context.settings?.license)),
    example: example !== undefined && exampleView(api, example),
    model: model !== undefined && code(context.layout.validator(model).name),
    recipes: example === undefined ? [] : recipeViews(context),
    reference,
    ...findFeatures(api),
    pages: pageSentence(api),
    downloads: api.operations.some(isDownload),
    headers: api.operations.some((operation) => responseHeaders(operation).length > 0),
    positional: context.argumentStyle === 'positional',
    signIn: hasSignIn(api),
    scopes: scopeRows(api).length > 0,
    reasons: reasonRows(api.extensions).length > 0,
    quotas: quotaRows(api).length > 0,
    decisions: decisionRows(api).length > 0,
    webhooks: api.webhooks !== undefined,
    conformance: api.extensions['x-conformance'] !== undefined && code(binaryName(packageName, 'conformance')),
    bin: code(binaryName(packageName)),
    name: code(commandName(packageName)),
    tanstack: surfaces.includes('tanstack') && queryNames(api),
    cli: surfaces.includes('cli'),
    mcp: surfaces.includes('mcp'),
    serverTypes: surfaces.includes('server-types'),
    agents: surfaces.includes('agents'),
    modules: (context.capabilities?.modules ?? []).flatMap(({ name, readme }) => {
      const [, title = name] = /^#+ +(.+)$/m.exec(readme ?? '') ?? [];
      const [anchor = ''] = makeAnchors([title]);
      const link = code(`[${markdownText(title).text}](${reference.text}#${anchor})`);
      return readme === undefined ? [] : [{ link, name: codeSpan(`./${name}`) }];
    }),
    repairs: (context.repairs?.length ?? 0) > 0,
  });
}

/** A recipe as a page shows it. */
type RecipeView = Readonly<Record<'title' | 'text' | 'code', Code>>;

/**
 * Lists the recipes of `x-recipes` whose methods the package has. Without them, or where arguments are given by position, lists
 * a call of each use, and the handling of an error.
 */
function recipeViews(context: EmitContext): readonly RecipeView[] {
  const { api, packageName, argumentStyle } = context;
  const methods = new Set(['with', ...listResourceMethods(api).flatMap((one) => one.methods.map(({ path }) => path))]);
  const stated = toObjects(argumentStyle === 'positional' ? undefined : api.extensions['x-recipes']).filter((one) =>
    // `client.videos\n  .list(`
    [...String(one['code']).matchAll(/\bclient((?:\s*\.\w+)+)\(/g)].every(([, path = '']) =>
      methods.has(path.replace(/\s/g, '').slice(1)),
    ),
  );
  if (stated.length > 0)
    return stated.map((one) => ({
      title: markdownText(String(one['title'])),
      text: descriptionLine(String(one['text'])),
      code: code(printFence(String(one['code']), 'ts')),
    }));
  const calls = chooseCalls(api, MOST_RECIPES, (method) => operationSamples(method, context).typescript);
  const views = calls.map(({ title, method }) => {
    const { operation, path } = method;
    const sample = operationSamples(method, context).typescript ?? '';
    const imports = [
      ...(sample.includes('writeFile(') ? ["import { writeFile } from 'node:fs/promises';\n"] : []),
      ...(sample.includes('fileSource(') ? [`import { fileSource } from '${packageName}/node';\n`] : []),
    ];
    const text = `${codeSpan(`client.${path}`).text}, ${codeSpan(`${operation.method} ${operation.path}`).text}`;
    return {
      title,
      text,
      sample: `${imports.join('')}${imports.length === 0 ? '' : '\n'}${sample}`,
      isPlain: imports.length === 0,
    };
  });
  const failing = views.find(({ isPlain }) => isPlain);
  const error = failing && {
    title: 'Handle an error',
    text: 'Every error is a `ClientError`; what the service rejects is an `ApiError`.',
    sample: [
      `import { ApiError } from '${packageName}';\n\ntry {`,
      failing.sample.replace(/^/gm, '  '),
      '} catch (error) {\n  if (!ApiError.is(error)) throw error;\n  console.error(error.status, error.reason);\n}',
    ].join('\n'),
  };
  return [...views, ...(error === undefined ? [] : [error])].map(({ title, text, sample }) => ({
    title: markdownText(title),
    text: code(text),
    code: code(printFence(sample, 'ts')),
  }));
}

/** Chooses functions of `./tanstack` as examples: that of a list, and that of a write. */
function queryNames(api: Api): Readonly<Record<'query' | 'mutation', Code | false>> {
  const all = orderExamples(api).map(({ operation }) => operation);
  const find = (kind: QueryKind, isBest: typeof isList): Code | false => {
    const some = all.filter((one) => queryKinds(one).includes(kind));
    const best = some.find(isBest) ?? some[0];
    return best !== undefined && codeSpan(optionsName(best, kind));
  };
  return { query: find('query', isList), mutation: find('mutation', isCreate) };
}

/** Prints badges: version in the registry unless the package is private, licence, types and Node; none where no repository is known. */
function badges({ packageName, settings }: EmitContext): readonly Code[] {
  if (settings?.repository === undefined) return [];
  const npmPage = `https://www.npmjs.com/package/${packageName}`;
  const image = (name: string, path: string, target: string): Code =>
    code(`[![${name}](https://img.shields.io/${path})](${target})`);
  return [
    ...(describePublishing(settings).private === true ? [] : [image('npm', `npm/v/${packageName}`, npmPage)]),
    ...licenseBadge(settings.license, image),
    image('Types: included', 'badge/types-included-blue', 'api.md'),
    image(`Node: ${NODE_FLOOR} or later`, `badge/node-%E2%89%A5%20${NODE_FLOOR}-blue`, 'package.json'),
  ];
}

/** Prints the badge of a licence that has a short name. */
function licenseBadge(
  license: string = DEFAULT_LICENSE,
  image: (name: string, path: string, target: string) => Code,
): readonly Code[] {
  if (!/^[\w.-]+$/.test(license) || license === DEFAULT_LICENSE) return [];
  const path = `badge/licence-${license.replaceAll('-', '--')}-blue`;
  return [image(`Licence: ${license}`, path, hasLicenseText(license) ? 'LICENSE' : 'package.json')];
}

function exampleView(api: Api, { call, auth, needsBaseUrl }: ExampleCall): Readonly<Record<string, Code>> {
  const options = auth === undefined ? [] : [`auth: ${credentials[auth]}`];
  const address = needsBaseUrl ? ["baseUrl: 'https://service.example'"] : [];
  const own = [...address, ...options];
  return {
    call: code(call),
    imports: code([`create${api.typeName}`, ...(auth === undefined ? [] : [auth])].join(', ')),
    options: code(own.length === 0 ? '' : `{ ${own.join(', ')} }`),
    emulated: code(`{ ${[...options, 'baseUrl: emulator.baseUrl', 'fetch: emulator.fetch'].join(', ')} }`),
  };
}

const credentials = {
  apiKey: "apiKey('YOUR_KEY')",
  bearer: "bearer('YOUR_TOKEN')",
  basic: "basic('USER', 'PASSWORD')",
} as const;
