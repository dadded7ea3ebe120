import type { Parameter } from '../../api/api.js';
import type { Member } from '../../api/shapes/shape.js';
import { featuresOf, takesMedia } from '../code/api-features.js';
import { code, type Templates } from '../code/templates/templates.js';
import type { EmitContext } from '../emit-context.js';
import { anchorsOf, codeSpan, markdownText } from './markdown.js';
import { type Resource, resourcesOf } from './example-call.js';
import { memberRows, type ModelLinks, modelView, operationHeading, operationView } from './reference.js';
import { reasonRows, webhookRows } from './service-rows.js';

/** api.md of a generated package, the reference: every operation and every model, and what else the package exports. */
export function emitApiPage(context: EmitContext, templates: Templates): string {
  const { api, packageName } = context;
  const resources = resourcesOf(api);
  const links: ModelLinks = { layout: context.layout, anchors: modelAnchors(resources, context) };
  return templates.render('package/api-page.hbs', {
    title: markdownText(api.title),
    package: code(packageName),
    create: code(`create${api.typeName}`),
    client: code(api.typeName),
    reasons: reasonRows(api.extensions),
    common: memberRows(api.commonParameters?.parameters.map(commonMember) ?? [], 'request', links),
    resources: resources.map(({ path, methods }) => ({
      name: codeSpan(`client.${path}`),
      operations: methods.map((method) => operationView(method, context, links)),
    })),
    webhooks: webhookRows(api, context.layout),
    ...featuresOf(api),
    node: takesMedia(api),
    models: api.models.map((model) => modelView(model, links)),
  });
}

function commonMember({ property, required, shape, doc, notes }: Parameter): Member {
  return { name: property, required, shape, doc, notes };
}

/** The headings before those of the models may take a link that a model would have. */
function modelAnchors(resources: readonly Resource[], context: EmitContext): ReadonlyMap<string, string> {
  const { api, layout, packageName } = context;
  const before = [
    `Reference of ${packageName}`,
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
  const anchors = anchorsOf([...before, ...api.models.map((model) => layout.model(model).name)]);
  return new Map(api.models.map(({ id }, index) => [id, anchors[before.length + index] ?? '']));
}
