import { testEmittedRows } from '../../emit/emitted-rows.js';

testEmittedRows(import.meta.url);
