import type { Api, Parameter } from '../../api/api.js';
import { toObjects } from '../../api/tools/extension-values.js';
import { camelCase } from '../../api/tools/names.js';
import type { Member } from '../../api/types/shape.js';
import { hasSources } from '../../api/cite-sources.js';
import { findFeatures, takesMedia } from '../code/api-features.js';
import type { EmitContext } from '../emit-context.js';
import { descriptionBlocks } from './description.js';
import { codeSpan, markdownText, sourceCell, tableOf, makeAnchors } from './markdown.js';
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
import { code } from '../code/templates/templates.js';
import type { Templates, Code } from '../code/templates/templates.js';
import { listResourceMethods } from './example-call.js';
import type { Resource, Method } from './example-call.js';
import { partFlags } from './package-json.js';
import { joinBlocks } from './print-markdown.js';
import { operationSamples, samplePreamble, sampleViews } from './samples/operation-samples.js';
import { memberTable, modelView, operationHeading, operationView } from './reference.js';
import type { ModelLinks } from './reference.js';

/** api.md of a generated package, the reference: every operation and every model, and what else the package exports. */
export function emitApiPage(context: EmitContext, templates: Templates): string {
  const { api, packageName, parts, surfaces = [] } = context;
  const hasSamples = surfaces.includes('agents');
  const preamble = hasSamples && samplePreamble(context);
  const resources = listResourceMethods(api);
  const sources = hasSources(api);
  const tags = tagDescriptions(api);
  const anchors = modelAnchors(resources, context);
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
    common: memberTable(api.commonParameters?.parameters.map(commonMember) ?? [], 'request', links),
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

/** What the spec says about its tags, by the paths of the resources that are named as they are. */
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

function commonMember({ property, required, shape, doc, notes }: Parameter): Member {
  return { name: property, required, shape, doc, notes };
}

/** The headings before those of the models may take a link that a model would have. */
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
