/** What somebody else said, as a sentence of its own, so that messages read well in one line. Nothing stays nothing. */
export const sentence = (said: string | undefined): string | undefined => {
  const text = said?.trim();
  if (text === undefined || text === '') return undefined;
  return /[.!?…)"']$/.test(text) ? text : `${text}.`;
};
