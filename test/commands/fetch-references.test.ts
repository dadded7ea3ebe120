import { testCommands } from './command-rows.js';

testCommands(import.meta.url);
