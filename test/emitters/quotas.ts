import type { Emitter } from 'speccast/emitter';
import {
  code,
  codeSpan,
  createTemplates,
  defineEmitter,
  printLimits,
  quotaLimits,
  printTableRows,
} from 'speccast/emitter';

const templates = createTemplates(
  new Map([['quotas.hbs', '# Quotas of {{code title}}\n\n{{#each rows}}{{code this}}\n{{/each}}\n\n{{code total}}\n']]),
);

/** Writes a page with a table of the costs of calls. */
const quotas: Emitter<{ readonly file?: string }> = defineEmitter({
  name: 'quotas',
  version: 1,
  options: { properties: { file: { type: 'string', pattern: '^[A-Z]+\\.md$' } } },
  emit({ api, options, report }) {
    const { file = 'QUOTAS.md' } = options;
    const limits = quotaLimits(api);
    const costly = api.operations.filter(({ quota }) => quota !== undefined);
    if (costly.length === 0) report('warning', 'no operation costs anything');
    const rows = costly.map(({ name, quota: { cost, bucket = 'default' } = { cost: 0 } }) => [
      codeSpan(name).text,
      String(cost),
      codeSpan(bucket).text,
      printLimits(limits[bucket]),
    ]);
    const view = {
      title: codeSpan(api.title),
      rows: printTableRows(['Call', 'Cost', 'Quota', 'Limits'], rows),
      total: code(`${rows.length} of ${api.operations.length} calls cost something.`),
    };
    return [{ kind: 'plain', path: file, text: templates.render('quotas.hbs', view), isPublished: true }];
  },
});

export default quotas;
