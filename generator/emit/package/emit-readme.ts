import { listPresent } from '../../iterables.js';
import { code, type Code, render } from '../code/templates.js';
import { pageFacts, referenceAddress } from './agent-pages.js';
import {
  chooseCalls,
  exampleCall,
  type ExampleCall,
  isCreate,
  isList,
  listResourceMethods,
  orderExamples,
  requestSpan,
} from './example-call.js';
import type { Api } from '../../api/api.js';
import { hasSignIn } from '../code/api-features.js';
import { isDownload, responseHeaders, optionsName, queryKinds, type QueryKind } from '../code/operation-result.js';
import { describePublishing, DEFAULT_LICENSE, describeLicense, hasLicenseText } from '../ownership.js';
import type { EmitContext } from '../emit-context.js';
import { commandName } from '../surface-entries.js';
import { descriptionLine, printFence } from './description.js';
import { makeAnchors, codeSpan, markdownText } from './markdown.js';
import { binaryName, NODE_FLOOR } from './package-json.js';
import { operationSamples } from './operation-samples.js';
import { aboutView, decisionRows, pageSentence, quotaRows, reasonRows, scopeRows } from './service-rows.js';
import { toObjects } from '../../json.js';

/** Most recipes on a page if the spec states none. */
const MOST_RECIPES = 7;

/** Prints README.md of a generated package: installation, a first call, recipes, and links to all other topics. */
export function emitReadme(context: EmitContext): string {
  const { api, packageName, command, parts, surfaces = [] } = context;
  const example = parts.includes('client') ? exampleCall(api, context.argumentStyle) : undefined;
  const model = api.models.find(({ module, shape }) => module !== 'shared' && shape.kind === 'object') ?? api.models[0];
  const reference = referenceAddress(context) || code('api.md');
  return render(context, 'package/readme.hbs', {
    ...pageFacts(context),
    title: markdownText(api.title),
    badges: badges(context),
    summary: aboutView(api, parts.includes('client') ? 'Client' : 'Types and validators').summary,
    version: codeSpan(api.version),
    command: codeSpan(command),
    license: code(describeLicense(context.settings?.license)),
    example: example !== undefined && exampleView(api, example),
    model: model !== undefined && code(context.layout.validator(model).name),
    recipes: example === undefined ? [] : recipeViews(context),
    reference,
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

/** The view of a recipe. */
type RecipeView = Readonly<Record<'title' | 'text' | 'code', Code>>;

/**
 * Lists the recipes of `x-recipes` whose methods are in the package. Without recipes, or with positional arguments, which recipes do not
 * use, it lists a call for each use and the handling of an error.
 */
function recipeViews(context: EmitContext): readonly RecipeView[] {
  const { api, packageName, argumentStyle } = context;
  const methods = new Set(['with', ...listResourceMethods(api).flatMap((one) => one.methods.map(({ path }) => path))]);
  const stated = toObjects(argumentStyle === 'positional' ? undefined : api.extensions['x-recipes']).filter((one) =>
    // Matches a call over several lines, too: `client.videos\n  .list(`.
    [...String(one['code']).matchAll(/\bclient((?:\s*\.\w+)+)\(/g)].every(([, path = '']) =>
      methods.has(path.replace(/\s/g, '').slice(1)),
    ),
  );
  const view = (title: unknown, text: Code, sample: unknown): RecipeView => ({
    title: markdownText(String(title)),
    text,
    code: code(printFence(String(sample), 'ts')),
  });
  if (stated.length > 0)
    return stated.map((one) => view(one['title'], descriptionLine(String(one['text'])), one['code']));
  const calls = chooseCalls(api, MOST_RECIPES, (method) => operationSamples(method, context).typescript);
  const samples = calls.map(({ title, method }) => {
    const { operation, path } = method;
    const sample = operationSamples(method, context).typescript ?? '';
    const imports = listPresent([
      sample.includes('writeFile(') && "import { writeFile } from 'node:fs/promises';\n",
      sample.includes('fileSource(') && `import { fileSource } from '${packageName}/node';\n`,
      /\b(?:writeFile|fileSource)\(/.test(sample) && '\n',
    ]);
    const text = code(`${codeSpan(`client.${path}`).text}, ${requestSpan(operation)}`);
    return { view: view(title, text, `${imports.join('')}${sample}`), sample, isPlain: imports.length === 0 };
  });
  const failing = samples.find(({ isPlain }) => isPlain);
  const handling = [
    `import { ApiError } from '${packageName}';\n\ntry {`,
    failing?.sample.replace(/^/gm, '  '),
    '} catch (error) {\n  if (!ApiError.is(error)) throw error;\n  console.error(error.status, error.reason);\n}',
  ].join('\n');
  const text = code('Every error is a `ClientError`; what the service rejects is an `ApiError`.');
  return listPresent([...samples.map((one) => one.view), failing && view('Handle an error', text, handling)]);
}

/** Chooses functions of `./tanstack` as examples, preferably for a list and for the creation of something. */
function queryNames(api: Api): Readonly<Record<'query' | 'mutation', Code | false>> {
  const all = orderExamples(api).map(({ operation }) => operation);
  const find = (kind: QueryKind, isBest: typeof isList): Code | false => {
    const some = all.filter((one) => queryKinds(one).includes(kind));
    const best = some.find(isBest) ?? some[0];
    return best !== undefined && codeSpan(optionsName(best, kind));
  };
  return { query: find('query', isList), mutation: find('mutation', isCreate) };
}

/** Prints badges: version on npm (unless the package is private), licence, types and Node; none without a repository. */
function badges({ packageName, settings }: EmitContext): readonly Code[] {
  if (settings?.repository === undefined) return [];
  const { license = DEFAULT_LICENSE } = settings;
  const npmPage = `https://www.npmjs.com/package/${packageName}`;
  const image = (name: string, path: string, target: string): Code =>
    code(`[![${name}](https://img.shields.io/${path})](${target})`);
  const licensePath = `badge/licence-${license.replaceAll('-', '--')}-blue`;
  return listPresent([
    describePublishing(settings).private !== true && image('npm', `npm/v/${packageName}`, npmPage),
    // Only licences with a short name, such as `MIT`, fit on a badge.
    /^[\w.-]+$/.test(license) &&
      license !== DEFAULT_LICENSE &&
      image(`Licence: ${license}`, licensePath, hasLicenseText(license) ? 'LICENSE' : 'package.json'),
    image('Types: included', 'badge/types-included-blue', 'api.md'),
    image(`Node: ${NODE_FLOOR} or later`, `badge/node-%E2%89%A5%20${NODE_FLOOR}-blue`, 'package.json'),
  ]);
}

function exampleView(api: Api, { call, auth, needsBaseUrl }: ExampleCall): Readonly<Record<string, Code>> {
  const credential = auth && `auth: ${credentials[auth]}`;
  const own = listPresent([needsBaseUrl && "baseUrl: 'https://service.example'", credential]).join(', ');
  const emulated = listPresent([credential, 'baseUrl: emulator.baseUrl', 'fetch: emulator.fetch']).join(', ');
  return {
    call: code(call),
    imports: code(listPresent([`create${api.typeName}`, auth]).join(', ')),
    options: code(own && `{ ${own} }`),
    emulated: code(`{ ${emulated} }`),
  };
}

const credentials = {
  apiKey: "apiKey('YOUR_KEY')",
  bearer: "bearer('YOUR_TOKEN')",
  basic: "basic('USER', 'PASSWORD')",
} as const;
