/*
 * The store of worlds as its tests use it: tables of rows, the positions of rows, changes between two worlds and their saved form.
 */
export { closeGap, takePosition } from '../../../../templates/emulator/act/rows/change-rows.js';
export { createMedia } from '../../../../templates/emulator/store/media.js';
export { loadWorld, saveWorld } from '../../../../templates/emulator/store/saved-world.js';
export { applyChange, changesBetween, type WorldChange } from '../../../../templates/emulator/store/world-changes.js';
export { emptyWorld, Transaction, type World } from '../../../../templates/emulator/store/world.js';
