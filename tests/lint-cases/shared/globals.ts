export const home = (): string | undefined => process.env['HOME']; // forbidden: eslint(no-restricted-globals)
export const bytes = (text: string): unknown => Buffer.from(text); // forbidden: eslint(no-restricted-globals)
export const width = (): number => window.innerWidth; // forbidden: eslint(no-restricted-globals)
export const title = (): string => document.title; // forbidden: eslint(no-restricted-globals)
