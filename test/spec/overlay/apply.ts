import { printDiagnostic } from 'speccast';
import type { Json, JsonObject } from 'speccast/emitter';
import { Diagnostics } from '../read-text.js';
import { isJsonObject } from '@speccast/runtime';
import { applyOverlays } from '../../../generator/spec/overlay/apply-overlays.js';
import { readTree, type Positions } from '../read-tree.js';

/** A document with its overlays applied, and the messages about them. */
export interface Applied {
  readonly root: JsonObject;
  readonly positions: Positions;
  readonly messages: readonly string[];
}

/** Builds an overlay with actions; the first one is on line 4. */
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

/** Applies overlays and returns the document. Throws if there are any messages. */
export function applyOrThrow(document: string, ...overlays: readonly string[]): Json {
  const { root, messages } = apply(document, ...overlays);
  if (messages.length > 0) throw new Error(messages.join('\n'));
  return structuredClone(root);
}

/** Returns the messages about one overlay of a document. */
export function listMessages(document: string, text: string): readonly string[] {
  return apply(document, text).messages;
}
