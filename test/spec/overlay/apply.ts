import { printDiagnostic } from 'speccast';
import type { Json, JsonObject } from 'speccast/emitter';
import { Diagnostics } from '../read-text.js';
import { isJsonObject } from '@speccast/runtime';
import { applyOverlays } from '../../../generator/spec/overlay/apply-overlays.js';
import { readTree, type Positions } from '../read-tree.js';

/** What a document has become, and what was said about its overlays. */
export interface Applied {
  readonly root: JsonObject;
  readonly positions: Positions;
  readonly messages: readonly string[];
}

/** An overlay with some actions; the first one stands on line 4. */
export function overlay(actions: string, version = '1.0.0'): string {
  return `overlay: ${version}\ninfo: { title: Test, version: '1' }\nactions:\n${actions}`;
}

/** Applies overlays, named `1.yaml` and so on, to a document `api.yaml` of any content. */
export function apply(document: string, ...overlays: readonly string[]): Applied {
  const diagnostics = new Diagnostics();
  const { value: root, positions, messages } = readTree(document, 'api.yaml');
  if (!isJsonObject(root)) throw new Error(messages.join('\n'));
  const texts = overlays.map((text, index) => ({ file: `${index + 1}.yaml`, text }));
  applyOverlays(texts, { root, spec: 'api.yaml', positions, diagnostics });
  return { root, positions, messages: diagnostics.list.map(printDiagnostic) };
}

/** What a document becomes; fails where anything was said. */
export function applied(document: string, ...overlays: readonly string[]): Json {
  const { root, messages } = apply(document, ...overlays);
  if (messages.length > 0) throw new Error(messages.join('\n'));
  return structuredClone(root);
}

/** What is said about one overlay. */
export function complaints(document: string, text: string): readonly string[] {
  return apply(document, text).messages;
}
