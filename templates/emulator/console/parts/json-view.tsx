import type { Json } from '@speccast/runtime';
import type { ComponentChildren, VNode } from 'preact';
import { pretty } from '../server/ask.js';

const most = 60_000;

/** JSON with colours. Very long JSON is cut. */
export function JsonView({ value, label }: { readonly value: Json | undefined; readonly label: string }): VNode {
  const whole = pretty(value);
  const text = whole.slice(0, most);
  return (
    <pre class="json" tabIndex={0} role="region" aria-label={label}>
      {colour(text)}
      {whole.length > most && <span class="dim">{`\n… ${whole.length - most} more characters`}</span>}
    </pre>
  );
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function colour(text: string): readonly ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const { 0: found, 1: string, 2: colon, index } of text.matchAll(token)) {
    parts.push(text.slice(at, index));
    const kind = string === undefined ? 'other' : colon === undefined ? 'string' : 'key';
    parts.push(<span class={kind}>{string ?? found}</span>, colon ?? '');
    at = index + found.length;
  }
  return [...parts, text.slice(at)];
}

/** A value of a row in one line. */
export function cellText(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
