import type { ResponseDraft } from '../operations/lower-response.js';
import type { Lowering } from '../lowering.js';
import { successResponses } from '../operations/success-responses.js';
import { targetSchema } from '../schemas/target-schema.js';

/** Reports each `x-stream` on what is no array in JSON, or not all that a success can answer. */
export function checkStreams(lowering: Lowering, responses: readonly ResponseDraft[]): void {
  const successes = successResponses(responses);
  for (const response of responses) {
    for (const { node, kind, schema, stream } of response.contents) {
      if (stream === undefined) continue;
      const only = successes.length === 1 && successes[0] === response && response.contents.length === 1;
      const types = targetSchema(lowering, schema).types ?? [];
      if (only && kind === 'json' && types.length === 1 && types[0] === 'array') continue;
      const message = '"x-stream" needs an array in JSON that is all that a success can answer';
      const { diagnostics, document } = lowering;
      diagnostics.error('wrong-stream', message, document.positions.ofKey(node, 'x-stream'));
    }
  }
}
