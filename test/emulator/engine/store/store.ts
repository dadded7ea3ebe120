/*
 * The store of worlds as its tests use it: trees that are shared between versions, tables of rows, changes between two worlds and
 * their saved form.
 */
export { diffTrees, haveSameItems } from '../../../../templates/emulator/engine/store/diff-trees.js';
export { mediaOf } from '../../../../templates/emulator/engine/store/media.js';
export { loadWorld, saveWorld } from '../../../../templates/emulator/engine/store/saved-world.js';
export {
  insertAt,
  itemAt,
  itemsOf,
  lowerBound,
  removeAt,
  replaceAt,
  type Tree,
  treeOf,
} from '../../../../templates/emulator/engine/store/tree.js';
export { changesBetween, type WorldChange } from '../../../../templates/emulator/engine/store/world-changes.js';
export { WorldDraft } from '../../../../templates/emulator/engine/store/world-draft.js';
export { emptyWorld, Transaction, type World } from '../../../../templates/emulator/engine/store/world.js';
