import { expect, test } from 'vitest';
import { report } from '@speccast/runtime';
import type { Operation, ReportStream } from '@speccast/runtime';
import { createTestCore } from '../support.js';

// The results of reports are tested by ../call-forms/reports.yaml.

interface Row {
  readonly values: Readonly<Record<string, number>>;
}
interface Piece {
  readonly header?: object;
  readonly row?: Row;
  readonly footer?: { readonly count: number };
}

const generate: Operation<{ readonly [name: string]: unknown }, readonly Piece[]> = {
  id: 'reports.generate',
  method: 'GET',
  path: '/report',
  responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
  report: { row: 'row', header: 'header', footer: 'footer' },
  auth: [],
};

const total = 10_000;

test('a report of 10,000 rows is read row by row', async () => {
  let pulled = 0;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        if (pulled === 1) controller.enqueue(encoder.encode('[{"header":{}}'));
        else if (pulled <= total + 1) controller.enqueue(encoder.encode(`,{"row":{"values":{"a":${pulled - 2}}}}`));
        else {
          controller.enqueue(encoder.encode(`,{"footer":{"count":${total}}}]`));
          controller.close();
        }
      },
    },
    { highWaterMark: 0 },
  );
  const response = new Response(body, { headers: { 'content-type': 'application/json' } });
  const client = createTestCore({ fetch: async () => response });
  const sent: ReportStream<Row, Piece, 'header', 'footer'> = report(client, generate, {});
  let count = 0;
  let ahead = 0;
  for await (const { values } of sent) {
    count += values['a'] === count ? 1 : 0;
    ahead = Math.max(ahead, pulled - count);
  }
  // `ahead` is 1 because the header was read before the first row.
  expect({ count, ahead, footer: await sent.footer }).toEqual({ count: total, ahead: 1, footer: { count: total } });
});
