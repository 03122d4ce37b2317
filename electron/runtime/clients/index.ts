/** Real client CLIs: how each is had, started in isolation, and understood. */
export { cacheFolder, clientFolder } from './cache.ts';
export { newCredential } from './credentials.ts';
export { installClient, type InstallOptions, type InstallProgress, type InstalledClient } from './install.ts';
export { findIsolation, type Isolation } from './isolation/detect.ts';
export { clientOnPath, pinnedClient, type LocatedClient } from './locate.ts';
export { clientOffers, type ClientOffer } from './offers.ts';
export { recipeOf, recipes } from './recipes/index.ts';
export { runClient, type ClientRun, type RunClientOptions } from './run.ts';
export type * from './types.ts';
export { readVersion } from './version.ts';
