import type { Json } from '@speccast/runtime';
import { Refusal, type Answer, type Call } from '../plan/plan.js';
import { objectTo } from '../profiles/object-to.js';
import { readSelection, select, type Selection } from './selection.js';

/** The fields that a call wants of its answer, where the service lets callers choose them; refuses (400) what cannot be read. */
export function selectionOf(call: Call): Selection | undefined {
  const { params } = call;
  const { settings } = call.emulator;
  const name = settings.fields;
  const text = name === undefined ? undefined : params[name];
  if (name === undefined || text === undefined || text === '') return undefined;
  const selection = readSelection(String(text));
  if (selection !== undefined) return selection;
  const refusal = new Refusal(
    400,
    'invalidParameter',
    `${name} is no list of fields such as items(id,snippet/title).`,
    { location: name, locationType: 'parameter' },
  );
  objectTo(call, refusal);
  return undefined;
}

/** The answer with the fields wanted and no others; of a list that is the answer itself, of each of its items. */
export function partialAnswer(answer: Answer, selection: Selection | undefined): Answer {
  if (selection === undefined) return answer;
  if (answer.kind === 'json') return { ...answer, body: select(answer.body, selection) ?? {} };
  return answer.kind === 'rows' ? { ...answer, rows: selected(answer.rows, selection) } : answer;
}

function* selected(rows: Iterable<Json>, selection: Selection): Iterable<Json> {
  for (const row of rows) yield select(row, selection) ?? {};
}
