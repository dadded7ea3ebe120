/*
 * The store of worlds as its tests use it: tables of rows, the positions of rows, changes between two worlds and their saved form.
 */
export { closeGap, takePosition } from '../../../../templates/emulator/engine/rows/order.js';
export { mediaOf } from '../../../../templates/emulator/engine/store/media.js';
export { loadWorld, saveWorld } from '../../../../templates/emulator/engine/store/saved-world.js';
export {
  applyChange,
  changesBetween,
  type WorldChange,
} from '../../../../templates/emulator/engine/store/world-changes.js';
export { emptyWorld, Transaction, type World } from '../../../../templates/emulator/engine/store/world.js';
