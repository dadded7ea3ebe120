import { listPresent } from '../../iterables.js';
import { code, type Code, render } from '../code/templates.js';
import { pageFacts } from './agent-pages.js';
import { listResourceMethods, requestSpan, type Resource } from './example-call.js';
import type { Method } from './sample-arguments.js';
import type { Api, Model, Operation } from '../../api/api.js';
import { camelCase } from '../../api/tools/names.js';
import type { Member, Shape } from '../../api/types/shape.js';
import { hasSources } from '../../api/cite-sources.js';
import { takesMedia } from '../code/api-features.js';
import type { EmitContext } from '../emit-context.js';
import { descriptionBlocks, joinBlocks, descriptionLine, leadBlocks } from './description.js';
import { codeSpan, markdownText, sourceCell, printTableRows, makeAnchors, markdownCode } from './markdown.js';
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
export function emitApiPage(context: EmitContext): string {
  const { api, layout, surfaces } = context;
  const hasSamples = surfaces?.includes('agents') === true;
  const resources = listResourceMethods(api);
  const sources = hasSources(api);
  const tags = readTagDescriptions(api);
  const common = (api.commonParameters?.parameters ?? []).map(({ property, required, shape, doc, notes }) => {
    return { name: property, required, shape, doc, notes };
  });
  const links: ModelLinks = { layout, anchors: modelAnchors(resources, context), sources, lines: new Map() };
  return render(context, 'package/api-page.hbs', {
    ...pageFacts(context),
    title: markdownText(api.title),
    about: aboutView(api).about,
    client: code(api.typeName),
    preamble: hasSamples && samplePreamble(context),
    reasons: reasonRows(api.extensions),
    hasFaults: [api, ...api.operations].some(({ extensions }) => extensions['x-fault-reasons'] !== undefined),
    common: memberTable(common, links),
    resources: resources.map(({ path, methods }) => ({
      name: codeSpan(`client.${path}`),
      says: tags.get(path) ?? false,
      sources: sources ? operationSources(methods) : [],
      operations: methods.map((method) => ({
        ...operationView(method, context, links),
        samples: hasSamples ? sampleViews(operationSamples(method, context)) : [],
      })),
    })),
    webhooks: webhookRows(api, layout),
    spent: spentClause(api),
    node: takesMedia(api),
    models: api.models.map((model) => modelView(model, links)),
    modelSources: sources ? modelSources(context) : [],
    layers: layerRows(api),
    scopes: scopeRows(api),
    quotas: quotaRows(api),
    decisions: decisionRows(api),
    modules: listPresent((context.capabilities?.modules ?? []).map(({ readme }) => readme?.trim())).map(code),
    repairs: repairRows(context.repairs),
  });
}

/** Reads the descriptions of tags, by the paths of the resources with their names: `shops.pets`. */
function readTagDescriptions({ document }: Api): ReadonlyMap<string, Code> {
  const described = toObjects(document['tags']).flatMap(({ name, description }) => {
    if (typeof name !== 'string' || typeof description !== 'string' || description.trim() === '') return [];
    const text = code(joinBlocks(descriptionBlocks(description)));
    const paths = [[name], name.split(/[./]/).filter((step) => step !== '')];
    return paths.map((path) => [path.map((step) => camelCase(step, 'group')).join('.'), text] as const);
  });
  return new Map(described);
}

function operationSources(methods: readonly Method[]): readonly Code[] {
  const rows = methods.map(({ operation, path }) => [
    codeSpan(path).text,
    requestSpan(operation),
    sourceCell(operation.doc.source),
  ]);
  return printTableRows(['Operation', 'Request', 'Source'], rows);
}

function modelSources({ api, layout }: EmitContext): readonly Code[] {
  const stated = api.models.filter(({ doc }) => doc.source !== undefined);
  return printTableRows(
    ['Model', 'Source'],
    stated.map((model) => [codeSpan(layout.model(model).name).text, sourceCell(model.doc.source)]),
  );
}

/** Returns the anchors of models by their ids. Earlier headings of the page count, since one may be equal to the name of a model. */
function modelAnchors(resources: readonly Resource[], context: EmitContext): ReadonlyMap<string, string> {
  const { api, layout, packageName } = context;
  const before = listPresent([
    `Reference of ${packageName}`,
    aboutView(api).about && 'About the service',
    'Client',
    'Parameters of every call',
    'Errors of every call',
    'Operations',
    ...resources.flatMap(({ path, methods }) => [
      `client.${path}`,
      ...methods.map((method) => operationHeading(method, context)),
    ]),
    api.webhooks && 'Webhooks and callbacks',
    'Options, credentials and errors',
    'Models',
  ]);
  const anchors = makeAnchors([...before, ...api.models.map((model) => layout.model(model).name)]);
  return new Map(api.models.map(({ id }, index) => [id, anchors[before.length + index] ?? '']));
}

/** Prints the heading of an operation: `client.pets.list(params?, options?)`. */
function operationHeading({ operation, path }: Method, { api, argumentStyle }: EmitContext): string {
  const plan = planArguments(api, operation, argumentStyle);
  const isOptional = plan?.othersAreOptional ?? paramsAreOptional(operation);
  const params = plan?.others.length !== 0 && `params${isOptional ? '?' : ''}`;
  return `client.${path}(${listPresent([plan?.id?.name, params, 'options?']).join(', ')})`;
}

/** Describes an operation for the reference: description, credentials, parameters, costs, response and errors. */
function operationView(method: Method, context: EmitContext, links: ModelLinks): object {
  const { operation } = method;
  const { api, layout } = context;
  const plan = planArguments(api, operation, context.argumentStyle);
  const need = credentialSentence(api, operation, markdownCode) ?? 'Needs no credential.';
  return {
    heading: codeSpan(operationHeading(method, context)),
    says: describeNode(operation.doc),
    request: code(`${requestSpan(operation)}. ${need} ${responseSentence(operation, links)}`),
    function: codeSpan(layout.method(operation).name),
    items: operationSentences(api, operation, markdownCode).map(code),
    parameters: memberTable(toMethodParameters(ownMembers(api, operation), plan), links),
    common: findCommonParams(api, operation) !== undefined,
    open: operation.openParameters,
  };
}

/** Lists the parameters of a method: the positional one has the name of its argument, and a merged body is `...body`. */
function toMethodParameters(members: readonly Member[], plan: ArgumentPlan | undefined): readonly Member[] {
  const { id, mergesBody = false } = plan ?? {};
  return members.map((member) => {
    if (toCallersName(member) === id?.key) return { ...member, callersName: id.name };
    if (member.name !== 'body' || !mergesBody) return member;
    const { summary = '', description = summary } = member.doc;
    const text = `${description} Its properties are passed beside the other parameters.`.trim();
    return { ...member, name: '...body', doc: { ...member.doc, description: text } };
  });
}

/** Prints the description of a node, after `**Deprecated.**` if it is; `false` if there is neither. */
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
  const parts = operation.parts === undefined ? '' : ', with the selected parts';
  return `Returns ${type}${empty ? ' or nothing' : ''}${parts}${isStream(operation) ? ', item by item' : ''}.`;
}

/** Describes a model for the reference: its fields, such as `` `id` `` and `` `snippet?: VideoSnippet` ``, or its type if it has none. */
function modelView(model: Model, links: ModelLinks): object {
  const members = model.shape.kind === 'object' ? model.shape.members : [];
  const fields = members.map((member) => {
    const id = modelWithin(member.shape);
    const type = id === undefined ? '' : `: ${modelTypeSymbol(links.layout, id, 'response').name}`;
    const list = member.shape.kind === 'array' && type !== '' ? '[]' : '';
    const span = markdownCode(`${memberName(member)}${type}${list}`);
    return member.callersName === undefined ? span : `${span} (${markdownCode(member.name)})`;
  });
  return {
    name: codeSpan(links.layout.model(model).name),
    says: describeNode(model.doc),
    input: model.input !== undefined && codeSpan(model.input.name),
    type: fields.length === 0 ? typeCell(model.shape, 'response', links) : code(fields.join(', ')),
  };
}

/** Returns the id of the model in the type of a field: `Video` for `Video` and `Video[]`. */
function modelWithin(shape: Shape): string | undefined {
  if (shape.kind === 'reference') return shape.model;
  return shape.kind === 'array' ? modelWithin(shape.items) : undefined;
}

/** Prints a table of parameters: name (with `?` if it is optional), type, description on one line, and source. */
function memberTable(members: readonly Member[], links: ModelLinks): readonly Code[] {
  const rows = members.map((member) => {
    const { summary = '', description = summary, source, deprecated, withoutEffect } = member.doc;
    const idle = withoutEffect === undefined ? '' : `No effect in the emulator: ${withoutEffect}`;
    const stated = `${description} ${idle}`.trim();
    const line = links.lines.get(stated) ?? descriptionLine(stated).text;
    links.lines.set(stated, line);
    const text = `${deprecated === true ? DEPRECATED : ''} ${line}`.trim();
    const type = typeCell(member.shape, 'request', links).text;
    return listPresent([markdownCode(memberName(member)), type, text, links.sources && sourceCell(source)]);
  });
  return printTableRows(listPresent(['Parameter', 'Type', 'Description', links.sources && 'Source']), rows);
}

/** Prints the name of a member: `id`, or `snippet?` if it is optional. */
function memberName(member: Member): string {
  const name = toCallersName(member);
  return member.required ? name : `${name}?`;
}

/** The links and columns of a page. */
interface ModelLinks {
  readonly layout: Layout;
  /** Anchors of models, by their ids. */
  readonly anchors: ReadonlyMap<string, string>;
  /** Tables have a column with sources. */
  readonly sources: boolean;
  /** Printed descriptions by their texts, since many operations have the same parameters. */
  readonly lines: Map<string, string>;
}

/** Prints a type as code, with a link if it contains exactly one model. */
function typeCell(shape: Shape, direction: Direction, { layout, anchors }: ModelLinks): Code {
  const models = new Set<string>();
  const names = createTypeNames(layout, ({ name }) => name, { direction, side: 'callers' });
  const model = (id: string): string => {
    models.add(id);
    return names.model(id);
  };
  const span = codeSpan(printShape(simplifyShape(withoutDocs(shape)), { ...names, model }));
  const [only = ''] = models;
  const anchor = models.size === 1 ? anchors.get(only) : undefined;
  return anchor === undefined ? span : code(`[${span.text}](#${anchor})`);
}

/** Simplifies a shape for readers: `'a' | 'b' | (string & {})` → `'a' | 'b' | string`. */
function simplifyShape(shape: Shape): Shape {
  if (shape.kind !== 'literals') return mapInnerShapes(shape, simplifyShape);
  const closed: Shape = { ...shape, open: false };
  return shape.open === 'any' ? { kind: 'union', of: [closed, { kind: 'string' }] } : closed;
}
