import type { Diagnostics } from '../../diagnostics.js';
import type { JsonObject } from '../read/json.js';
import type { Places } from '../references/places.js';
import type { SourceText } from '../read/source-text.js';
import type { SpecText } from '../read/spec-text.js';
import { readWith } from '../stage-diagnostics.js';
import { applyAction } from './apply-action.js';
import type { Graft } from './graft.js';
import { readOverlay } from './read-overlay.js';

/** The document that overlays are applied to. */
export interface ApplyOverlaysContext {
  readonly root: JsonObject;
  /** Its file, as the user named it. */
  readonly spec: string;
  readonly places: Places;
  readonly diagnostics: Diagnostics;
}

/**
 * Applies overlay documents to a document, one after the other; what they add keeps its place in their files. `false`
 * where errors were reported.
 */
export function applyOverlays(texts: readonly SpecText[], context: ApplyOverlaysContext): boolean {
  const applied = readWith(context.diagnostics, (diagnostics) => {
    const own = { ...context, diagnostics };
    const overlays = texts.map((text) => readOverlay(text, own)).filter((one) => one !== undefined);
    if (diagnostics.failed) return undefined;
    shareIds([own.places.get(own.root).source, ...overlays.map(({ source }) => source)]);
    const graft: Graft = {
      root: own.root,
      places: own.places,
      diagnostics,
      adding: undefined,
      added: 0,
      stopped: false,
    };
    for (const action of overlays.flatMap(({ actions }) => actions)) if (!graft.stopped) applyAction(graft, action);
    return true;
  });
  return applied === true;
}

/** A schema of one file may be named, by its URI, in all others that make up the document. */
function shareIds(sources: readonly SourceText[]): void {
  const mentionsId = sources.some((source) => source.mentionsId);
  for (const source of sources) source.mentionsId = mentionsId;
}
