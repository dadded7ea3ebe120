import { testEmittedRows } from '../emitted-rows.js';

testEmittedRows(import.meta.url);
