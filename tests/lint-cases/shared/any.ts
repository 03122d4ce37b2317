export const read = (text: any): string => String(text); // forbidden: typescript(no-explicit-any)
