import type { Lowering } from '../schemas/lowering.js';
import type { UnknownPages } from './find-pages.js';
import type { ListDraft } from './list-draft.js';

/** What an overlay has to say about each kind of paging. */
const rules: Readonly<Record<UnknownPages['kind'], string>> = {
  token: 'token: NAME, next: …',
  page: 'page: NAME, total: …',
  offset: 'offset: NAME, total: …',
  after: 'after: NAME, more: …',
};

/** Keeps a list whose further pages cannot be asked for, to be reported with all others of its kind; it has no pages. */
export function noteUnknown(lowering: Lowering, draft: ListDraft, { kind, parameter }: UnknownPages): undefined {
  const found = lowering.unknownPaging.get(kind);
  if (found !== undefined) return void found.count++;
  const target = `$.paths[${quote(draft.path)}].${draft.method.toLowerCase()}`;
  const rule = rules[kind].replace('NAME', () => (/^\w+$/.test(parameter) ? parameter : quote(parameter)));
  const name = parameter.split('.', 1)[0];
  const at = draft.parameters.find((one) => one.name === parameter || one.name === name)?.at;
  lowering.unknownPaging.set(kind, {
    at: at ?? lowering.document.positions.of(draft.node),
    count: 1,
    message: `${JSON.stringify(draft.id)} takes ${JSON.stringify(parameter)}, and nothing in its response is known to lead to the next page`,
    overlay: `{ target: ${JSON.stringify(target)}, update: { x-paging: { ${rule} } } }`,
  });
}

/** Reports the lists that have further pages and lead to none, once for each kind of paging. */
export function reportUnknownPaging({ unknownPaging, diagnostics }: Lowering): void {
  for (const { at, count, message, overlay } of unknownPaging.values()) {
    const others = count === 1 ? '' : `, as in ${count - 1} more operation${count === 2 ? '' : 's'}`;
    diagnostics.warning(
      'unknown-paging',
      `${message}${others}: a call gives one page; say in an overlay ${overlay}`,
      at,
    );
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}
