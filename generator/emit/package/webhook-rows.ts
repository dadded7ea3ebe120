import type { Api } from '../../api/api.js';
import type { Webhook } from '../../api/operations/webhook.js';
import type { Code } from '../code/templates.js';
import type { Layout } from '../layout.js';
import { codeSpan, markdownProse, tableRow } from './markdown.js';

/** The requests that the service sends, a row each: what it is, its body, the answer that it expects, what it tells. */
export function webhookRows({ webhooks = [] }: Api, layout: Layout): readonly Code[] {
  return webhooks.map((webhook) => {
    const { method, payload, answer, doc } = webhook;
    const text = doc.summary ?? doc.description ?? '';
    const told = text.split(/\n\s*\n/, 1)[0] ?? '';
    return tableRow([
      nameOf(webhook),
      codeSpan(method).text,
      modelName(payload, layout),
      modelName(answer, layout),
      `${doc.deprecated === true ? '**Deprecated.** ' : ''}${markdownProse(told).text}`,
    ]);
  });
}

function nameOf({ name, operation, expression = '' }: Webhook): string {
  const own = codeSpan(name).text;
  return operation === undefined ? own : `${own} of ${codeSpan(operation).text}, to ${codeSpan(expression).text}`;
}

function modelName(id: string | undefined, layout: Layout): string {
  const model = id === undefined ? undefined : layout.modelById(id);
  return model === undefined ? '' : codeSpan(layout.model(model).name).text;
}
