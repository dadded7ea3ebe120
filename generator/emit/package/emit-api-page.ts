import type { Api, Model, Operation } from '../../api/api.js';
import { camelCase } from '../../api/tools/names.js';
import type { Member, Shape } from '../../api/types/shape.js';
import { hasSources } from '../../api/cite-sources.js';
import { findFeatures, takesMedia } from '../code/api-features.js';
import type { EmitContext } from '../emit-context.js';
import { descriptionBlocks, joinBlocks, descriptionLine, leadBlocks } from './description.js';
import { codeSpan, markdownText, sourceCell, tableOf, makeAnchors, markdownCode } from './markdown.js';
import {
  aboutView,
  decisionRows,
  layerRows,
  quotaRows,
  reasonRows,
  repairRows,
  scopeRows,
  spentClause,
  webhookRows,
} from './service-rows.js';
import { code, type Templates, type Code } from '../code/templates.js';
import { listResourceMethods, type Resource, type Method } from './example-call.js';
import { partFlags } from './package-json.js';
import { operationSamples, samplePreamble, sampleViews } from './operation-samples.js';
import {
  planArguments,
  type ArgumentPlan,
  findCommonParams,
  ownMembers,
  paramsAreOptional,
} from '../code/operation-params.js';
import { toCallersName } from '../../api/conversions/names-agree.js';
import { listDocTexts } from '../code/doc-comments.js';
import { credentialSentence, operationSentences } from '../code/operation-sentences.js';
import { isDownload, isStream, readResult } from '../code/operation-result.js';
import { mapInnerShapes, withoutDocs } from '../../api/shapes/combine-shapes.js';
import { modelTypeSymbol, printShape, createTypeNames } from '../code/types.js';
import type { Direction, Doc } from '../../api/types/schema.js';
import type { Layout } from '../layout.js';
import { toObjects } from '../../json.js';

/** Prints api.md of a generated package, the reference: every operation, every model, and all other exports. */
export function emitApiPage(context: EmitContext, templates: Templates): string {
  const { api, packageName, parts, surfaces = [] } = context;
  const hasSamples = surfaces.includes('agents');
  const preamble = hasSamples && samplePreamble(context);
  const resources = listResourceMethods(api);
  const sources = hasSources(api);
  const tags = tagDescriptions(api);
  const anchors = modelAnchors(resources, context);
  const common = (api.commonParameters?.parameters ?? []).map(({ property, required, shape, doc, notes }) => {
    return { name: property, required, shape, doc, notes };
  });
  const links: ModelLinks = { layout: context.layout, anchors, sources, lines: new Map() };
  return templates.render('package/api-page.hbs', {
    title: markdownText(api.title),
    about: aboutView(api).about,
    ...partFlags(parts),
    package: code(packageName),
    create: code(`create${api.typeName}`),
    client: code(api.typeName),
    preamble: preamble && { typescript: code(preamble.typescript), shell: code(preamble.shell) },
    reasons: reasonRows(api.extensions),
    hasFaults: [api, ...api.operations].some(({ extensions }) => extensions['x-fault-reasons'] !== undefined),
    common: memberTable(common, 'request', links),
    resources: resources.map(({ path, methods }) => ({
      name: codeSpan(`client.${path}`),
      says: tags.get(path) ?? false,
      sources: sources ? operationSources(methods) : [],
      operations: methods.map((method) => ({
        ...operationView(method, context, links),
        samples: hasSamples ? sampleViews(operationSamples(method, context)) : [],
      })),
    })),
    webhooks: webhookRows(api, context.layout),
    ...findFeatures(api),
    spent: spentClause(api),
    node: takesMedia(api),
    models: api.models.map((model) => modelView(model, links)),
    modelSources: sources ? modelSources(context) : [],
    layers: layerRows(api),
    scopes: scopeRows(api),
    quotas: quotaRows(api),
    decisions: decisionRows(api),
    modules: (context.capabilities?.modules ?? []).flatMap(({ readme }) =>
      readme === undefined ? [] : [code(readme.trim())],
    ),
    repairs: repairRows(context.repairs),
  });
}

/** Reads the descriptions of tags, by the paths of the resources that have their names. */
function tagDescriptions({ document }: Api): ReadonlyMap<string, Code> {
  const described = toObjects(document['tags']).flatMap(({ name, description }) => {
    if (typeof name !== 'string' || typeof description !== 'string' || description.trim() === '') return [];
    const says = code(joinBlocks(descriptionBlocks(description)));
    const paths = [name, name.split(/[./]/).filter((step) => step !== '')].map((steps) =>
      [steps].flat().map((step) => camelCase(step, 'group')),
    );
    return paths.map((path) => [path.join('.'), says] as const);
  });
  return new Map(described);
}

function operationSources(methods: readonly Method[]): readonly Code[] {
  const rows = methods.map(({ operation, path }) => [
    codeSpan(path).text,
    codeSpan(`${operation.method} ${operation.path}`).text,
    sourceCell(operation.doc.source),
  ]);
  return tableOf(['Operation', 'Request', 'Source'], rows);
}

function modelSources({ api, layout }: EmitContext): readonly Code[] {
  const stated = api.models.filter(({ doc }) => doc.source !== undefined);
  return tableOf(
    ['Model', 'Source'],
    stated.map((model) => [codeSpan(layout.model(model).name).text, sourceCell(model.doc.source)]),
  );
}

/** Makes the anchors of models by their ids. The headings before them count, too: one may be the name of a model. */
function modelAnchors(resources: readonly Resource[], context: EmitContext): ReadonlyMap<string, string> {
  const { api, layout, packageName } = context;
  const before = [
    `Reference of ${packageName}`,
    ...(aboutView(api).about === false ? [] : ['About the service']),
    'Client',
    'Parameters of every call',
    'Errors of every call',
    'Operations',
    ...resources.flatMap(({ path, methods }) => [
      `client.${path}`,
      ...methods.map((method) => operationHeading(method, context)),
    ]),
    ...(api.webhooks === undefined ? [] : ['Webhooks and callbacks']),
    'Options, credentials and errors',
    'Models',
  ];
  const anchors = makeAnchors([...before, ...api.models.map((model) => layout.model(model).name)]);
  return new Map(api.models.map(({ id }, index) => [id, anchors[before.length + index] ?? '']));
}

/** Prints the heading of an operation: `client.pets.list(params?, options?)`. */
function operationHeading({ operation, path }: Method, { api, argumentStyle }: EmitContext): string {
  const plan = planArguments(api, operation, argumentStyle);
  const isOptional = plan === undefined ? paramsAreOptional(operation) : plan.othersAreOptional;
  const params = plan?.others.length === 0 ? [] : [`params${isOptional ? '?' : ''}`];
  return `client.${path}(${[...(plan?.id ? [plan.id.name] : []), ...params, 'options?'].join(', ')})`;
}

/** Describes an operation for the reference: description, credentials, parameters, costs, response and errors. */
function operationView(method: Method, context: EmitContext, links: ModelLinks): object {
  const { operation } = method;
  const { api, layout } = context;
  const plan = planArguments(api, operation, context.argumentStyle);
  const request = codeSpan(`${operation.method} ${operation.path}`).text;
  const need = credentialSentence(api, operation, markdownCode) ?? 'Needs no credential.';
  return {
    heading: codeSpan(operationHeading(method, context)),
    says: describeNode(operation.doc),
    request: code(`${request}. ${need} ${responseSentence(operation, links)}`),
    function: codeSpan(layout.method(operation).name),
    items: operationSentences(api, operation, markdownCode).map(code),
    parameters: memberTable(membersAsGiven(ownMembers(api, operation), plan), 'request', links),
    common: findCommonParams(api, operation) !== undefined,
    open: operation.openParameters,
  };
}

/** Lists parameters as a method takes them: one by position under the name of its argument, and a merged body as `...body`. */
function membersAsGiven(members: readonly Member[], plan: ArgumentPlan | undefined): readonly Member[] {
  const { id, mergesBody = false } = plan ?? {};
  return members.map((member) => {
    if (toCallersName(member) === id?.key) return { ...member, callersName: id.name };
    if (member.name !== 'body' || !mergesBody) return member;
    const { summary = '', description = summary } = member.doc;
    const says = `${description} Its properties are beside the other parameters.`.trim();
    return { ...member, name: '...body', doc: { ...member.doc, description: says } };
  });
}

/** Prints the description of a node, after a note where it is deprecated; `false` where there is nothing to say. */
function describeNode(doc: Doc): Code | false {
  const blocks = listDocTexts(doc).flatMap(descriptionBlocks);
  const text = joinBlocks(doc.deprecated === true ? leadBlocks(DEPRECATED, blocks) : blocks);
  return text !== '' && code(text);
}

const DEPRECATED = '**Deprecated.**';

function responseSentence(operation: Operation, links: ModelLinks): string {
  if (isDownload(operation)) return 'Returns bytes, as a `Download`.';
  const { shape, empty } = readResult(operation);
  if (shape === undefined) return 'Returns nothing.';
  const type = typeCell(shape, 'response', links).text;
  const parts = operation.parts === undefined ? '' : ', with the parts that were asked for';
  return `Returns ${type}${empty ? ' or nothing' : ''}${parts}${isStream(operation) ? ', piece by piece' : ''}.`;
}

/** Describes a model for the reference, with its fields by name: `` `id` ``, `` `snippet?: VideoSnippet` ``, or its type where it has none. */
function modelView(model: Model, links: ModelLinks): object {
  const members = model.shape.kind === 'object' ? model.shape.members : [];
  const fields = members.map((member) => {
    const id = modelWithin(member.shape);
    const type = id === undefined ? '' : `: ${modelTypeSymbol(links.layout, id, 'response').name}`;
    const list = member.shape.kind === 'array' && type !== '' ? '[]' : '';
    const span = codeSpan(`${memberName(member)}${type}${list}`).text;
    return member.callersName === undefined ? span : `${span} (${codeSpan(member.name).text})`;
  });
  return {
    name: codeSpan(links.layout.model(model).name),
    says: describeNode(model.doc),
    input: model.input === undefined ? false : codeSpan(model.input.name),
    type: fields.length === 0 ? typeCell(model.shape, 'response', links) : code(fields.join(', ')),
  };
}

/** Returns the id of the model that a field or each of its items is: `Video` of `Video[]`. */
function modelWithin(shape: Shape): string | undefined {
  if (shape.kind === 'reference') return shape.model;
  return shape.kind === 'array' ? modelWithin(shape.items) : undefined;
}

/** Prints a table of parameters: name, with `?` where it is optional, type, description on one line, and source. */
function memberTable(members: readonly Member[], direction: Direction, links: ModelLinks): readonly Code[] {
  const rows = members.map((member) => {
    const { summary = '', description = summary, source, deprecated, withoutEffect } = member.doc;
    const idle = withoutEffect === undefined ? '' : `No effect in the emulator: ${withoutEffect}`;
    const stated = `${description} ${idle}`.trim();
    const line = links.lines.get(stated) ?? descriptionLine(stated).text;
    links.lines.set(stated, line);
    const says = `${deprecated === true ? DEPRECATED : ''} ${line}`.trim();
    const cells = [codeSpan(memberName(member)).text, typeCell(member.shape, direction, links).text, says];
    return links.sources ? [...cells, sourceCell(source)] : cells;
  });
  return tableOf(['Parameter', 'Type', 'Description', ...(links.sources ? ['Source'] : [])], rows);
}

/** Names a member: `id`, or `snippet?` where it is optional. */
function memberName(member: Member): string {
  const name = toCallersName(member);
  return member.required ? name : `${name}?`;
}

/** The links and columns of a page. */
interface ModelLinks {
  readonly layout: Layout;
  /** Anchors of models, by their ids. */
  readonly anchors: ReadonlyMap<string, string>;
  /** True where tables have a column with sources. */
  readonly sources: boolean;
  /** Descriptions on one line, by their texts: many operations have the same parameters. */
  readonly lines: Map<string, string>;
}

/** Prints a type as code, linked where it mentions a single model. */
function typeCell(shape: Shape, direction: Direction, { layout, anchors }: ModelLinks): Code {
  const mentioned = new Set<string>();
  const names = createTypeNames(layout, ({ name }) => name, { direction, side: 'callers' });
  const noted = {
    ...names,
    model: (id: string): string => {
      mentioned.add(id);
      return names.model(id);
    },
  };
  const text = printShape(forReading(withoutDocs(shape)), noted);
  const [only, ...others] = mentioned;
  const anchor = only === undefined || others.length > 0 ? undefined : anchors.get(only);
  const span = codeSpan(text);
  return anchor === undefined ? span : code(`[${span.text}](#${anchor})`);
}

/** Simplifies a type for one line: `'a' | 'b' | (string & {})` → `'a' | 'b' | string`. */
function forReading(shape: Shape): Shape {
  if (shape.kind !== 'literals') return mapInnerShapes(shape, forReading);
  return shape.open === 'any'
    ? { kind: 'union', of: [{ ...shape, open: false }, { kind: 'string' }] }
    : { ...shape, open: false };
}
