/** The two messages that pass between preload script and main process; everything else travels on the port they arrange. */
export const connectChannel = 'throughline:connect';
export const portChannel = 'throughline:port';
