import { parseJson } from '@speccast/runtime';
import type { VNode } from 'preact';
import { pretty, writeRoute } from '../server/index.js';
import { formatBytes, formatDuration, Headers, TextView } from '../parts/index.js';

/** A response as it is shown. */
export interface Received {
  readonly path: string;
  readonly response: Response;
  /** Milliseconds. */
  readonly took: number;
  readonly bytes: number;
  /** Its body, unless that is an image. */
  readonly text: string;
  /** Address of an image. */
  readonly image?: string;
}

/** Reads a response. */
export async function readResponse(response: Response, path: string, took: number): Promise<Received> {
  const body = await response.blob();
  const shared = { path, response, took, bytes: body.size };
  if (body.type.startsWith('image/')) return { ...shared, text: '', image: URL.createObjectURL(body) };
  return { ...shared, text: await body.text() };
}

/** The response to a call. */
export function ResponseCard({ received }: { readonly received: Received }): VNode {
  const { path, response, took, text, image, bytes } = received;
  const { status, headers } = response;
  const json = parseJson(text);
  return (
    <section class="card" aria-label="Response" aria-live="polite">
      <div class="bar">
        <h3 class="grow">Response</h3>
        <span class={`badge ${status >= 400 ? 'bad' : 'good'}`}>{status}</span>
        <span class="dim">
          {formatDuration(Math.round(took * 10) / 10)}, {formatBytes(bytes)}
        </span>
        <a href={writeRoute('journal')}>In the journal</a>
      </div>
      <p class="mono address">{path}</p>
      {text && <TextView text={json === undefined ? text : pretty(json)} label="Body of the response" />}
      {image && (
        <div class="pictures">
          <img src={image} alt="The response" />
        </div>
      )}
      <Headers headers={[...headers]} />
    </section>
  );
}
