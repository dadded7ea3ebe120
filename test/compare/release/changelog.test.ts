import { testCommands } from '../../commands/command-rows.js';

testCommands(import.meta.url);
