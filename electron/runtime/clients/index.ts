/** Real client CLIs: how each is had, started in isolation, and understood. */
export { cacheFolder } from './cache.ts';
export { newCredential } from './credentials.ts';
export { findClient, ON_PATH, type FindOptions } from './find.ts';
export { exactVersion, inexact, installClient } from './install.ts';
export { clientOnPath, pinnedClient, type LocatedClient } from './locate.ts';
export { createClientShelf, type ClientShelf } from './shelf.ts';
export * from './recipes/claude-aliases.ts';
export { recipeOf, recipes } from './recipes/index.ts';
export { runClient, type ClientRun, type RunClientOptions } from './run.ts';
export { createScratch, removeScratch } from './scratch.ts';
export { startPlan, type EndedClient } from './start.ts';
export type * from './types.ts';
export { readVersion } from './version.ts';
