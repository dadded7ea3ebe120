import type { Json } from '@speccast/runtime';
import type { VNode } from 'preact';
import { writeRoute } from '../app/route.js';
import { Headers } from '../parts/facts.js';
import { formatBytes, formatDuration } from '../parts/format.js';
import { JsonView } from '../parts/json-view.js';

/** A response as it is shown. */
export interface Received {
  readonly path: string;
  readonly status: number;
  readonly took: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly json?: Json;
  readonly text?: string;
  /** Address of an image. */
  readonly image?: string;
  readonly bytes: number;
}

const longest = 20_000;

/** Reads a response. */
export async function readResponse(response: Response, path: string, took: number): Promise<Received> {
  const blob = await response.blob();
  const type = response.headers.get('content-type') ?? '';
  const shared = {
    path,
    status: response.status,
    took: Math.round(took * 10) / 10,
    headers: [...response.headers],
    bytes: blob.size,
  };
  if (type.startsWith('image/')) return { ...shared, image: URL.createObjectURL(blob) };
  const text = await blob.text();
  try {
    return { ...shared, json: JSON.parse(text) };
  } catch {
    return { ...shared, text: text.slice(0, longest) };
  }
}

/** The response to a call. */
export function ResponseCard({ received }: { readonly received: Received }): VNode {
  const { path, status, took, headers, json, text, image, bytes } = received;
  return (
    <section class="card" aria-label="Response" aria-live="polite">
      <div class="bar">
        <h3 class="grow">Response</h3>
        <span class={`badge ${status >= 400 ? 'bad' : 'good'}`}>{status}</span>
        <span class="dim">
          {formatDuration(took)}, {formatBytes(bytes)}
        </span>
        <a href={writeRoute('journal')}>In the journal</a>
      </div>
      <p class="mono address">{path}</p>
      {json !== undefined && <JsonView value={json} label="Body of the response" />}
      {text && (
        <pre class="json" tabIndex={0} role="region" aria-label="Body of the response">
          {text}
        </pre>
      )}
      {image && (
        <div class="pictures">
          <img src={image} alt="The response" />
        </div>
      )}
      <Headers headers={headers} />
    </section>
  );
}
