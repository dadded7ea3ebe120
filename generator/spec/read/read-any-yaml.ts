import type { CST, Document, Node } from 'yaml';
import type { Json } from './json.js';
import { readNode, type YamlReader } from './read-yaml-node.js';
import { DEEPEST, rootSlot, type TreeContext } from './tree.js';
import { findDeep } from './yaml-depth.js';
import { findExcess } from './yaml-excess.js';
import { loadYaml, type YamlLibrary } from './load-yaml.js';
import { findUnclosed } from './yaml-unclosed.js';

/** Reads one YAML 1.2 document with all that may stand in one; `undefined` where a mistake was reported. */
export function readAnyYaml(context: TreeContext): Json | undefined {
  const { source, diagnostics } = context;
  const yaml = loadYaml();
  const excess = findExcess(yaml, source.text);
  if (excess !== undefined) {
    diagnostics.error(excess.code, excess.message, source.position(excess.offset));
    return undefined;
  }
  const tokens = [...new yaml.Parser().parse(source.text)];
  const deep = findDeep(tokens, DEEPEST);
  if (deep !== undefined) {
    diagnostics.error('too-deep', `values are nested more than ${DEEPEST} levels deep`, source.position(deep));
    return undefined;
  }
  const composer = new yaml.Composer({ schema: 'core', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const documents = [...composer.compose(tokens, true, source.text.length)];
  return reportErrors(context, documents, tokens) ? undefined : readDocuments(context, yaml, documents);
}

function reportErrors(
  { source, diagnostics }: TreeContext,
  documents: readonly Document.Parsed[],
  tokens: readonly CST.Token[],
): boolean {
  const errors = documents.flatMap((document) => document.errors);
  // The parser notices at the end of the file what was opened anywhere before.
  const unclosed = errors.length === 0 ? [] : findUnclosed(tokens);
  for (const { offset, opening } of unclosed) {
    diagnostics.error('invalid-yaml', `nothing closes this ${opening}`, source.position(offset));
  }
  if (unclosed.length > 0) return true;
  for (const error of errors) diagnostics.error('invalid-yaml', error.message, source.position(error.pos[0]));
  return errors.length > 0;
}

function readDocuments(
  context: TreeContext,
  yaml: YamlLibrary,
  documents: readonly Document.Parsed[],
): Json | undefined {
  const [document, second] = documents;
  if (document === undefined) throw new Error('the YAML composer was told to make a document');
  if (second !== undefined) {
    const at = context.source.position(second.contents?.range[0] ?? second.range[0]);
    context.diagnostics.error(
      'several-documents',
      'a file of a spec is one YAML document; a second one starts here',
      at,
    );
    return undefined;
  }
  const reader: YamlReader = {
    ...context,
    yaml,
    targets: findTargets(yaml, document),
    uses: new Map(),
    open: new Set(),
    aliasDepth: 0,
    expanded: 0,
    failed: false,
  };
  const value = readNode(reader, document.contents, rootSlot);
  return reader.failed ? undefined : value;
}

/** What each alias stands for: the last anchor of its name before it. */
function findTargets(yaml: YamlLibrary, document: Document.Parsed): ReadonlyMap<Node, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Node, Node>();
  yaml.visit(document, {
    Alias(_key, alias) {
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
    },
    Value(_key, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}
