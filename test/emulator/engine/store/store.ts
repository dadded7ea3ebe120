/*
 * The functions of the emulator's store that tests use: tables of rows, positions of rows, changes between worlds and saved worlds.
 */
export { closeGap, takePosition } from '../../../../templates/emulator/act/rows/change-rows.js';
export { createMedia } from '../../../../templates/emulator/store/media.js';
export { loadWorld, saveWorld } from '../../../../templates/emulator/store/saved-world.js';
export { applyChange, changesBetween, type WorldChange } from '../../../../templates/emulator/store/world-changes.js';
export { emptyWorld, Transaction, type World } from '../../../../templates/emulator/store/world.js';
